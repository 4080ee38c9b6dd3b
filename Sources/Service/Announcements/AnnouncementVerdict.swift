/// The decision about an announcement that waits, by rules that have changed meanwhile.
public enum AnnouncementVerdict: Equatable, Sendable {
  /// It is spoken as it is.
  case speak
  /// It is spoken with this text in the place of its own one, such as the application's name alone.
  case speakInstead(String)
  /// This text is its own one from now on, such as by changed rules.
  case reword(String)
  /// It is dropped.
  case drop(AnnouncementReason)
}
