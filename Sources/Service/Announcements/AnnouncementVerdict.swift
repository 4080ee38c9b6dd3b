/// The decision about an announcement that waits, by rules that have changed meanwhile.
public enum AnnouncementVerdict: Equatable, Sendable {
  /// It is spoken as it is.
  case speak
  /// It is spoken with this text, such as the application's name alone.
  case speakInstead(String)
  /// It is dropped.
  case drop(AnnouncementReason)
}
