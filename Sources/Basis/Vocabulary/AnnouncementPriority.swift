/// The priority of an announcement, by the names of speech-dispatcher's protocol (SSIP, "Message Priority Model").
///
/// Only announcements that were given one follow its rules; all others wait for their turn.
public enum AnnouncementPriority: String, CaseIterable, Sendable {
  /// Always spoken. Announcements of all other priorities wait, and what is spoken is cut for it.
  case important
  /// Spoken in order. It discards what waits with the priorities below, and cuts what is spoken of these.
  case message
  /// Spoken in order. It discards the `text` that waits or is spoken, and cuts `notification` and `progress`.
  case text
  /// Spoken only if nothing else with a priority is spoken or waits; a newer one replaces it.
  case notification
  /// Like `notification`, but the last one of a series is always spoken, as if it were a `message`.
  case progress
}
