/// The moment at which `aloud notify` shows its banner. The raw value is the word in options, settings and JSON.
public enum NotificationShow: String, CaseIterable, Sendable {
  /// At once; it is spoken when its turn comes.
  case atOnce = "at-once"
  /// When its turn to be spoken comes, and at least while it is spoken.
  case spoken

  /// The words, for messages and help.
  public static let words = allCases.map(\.rawValue).joined(separator: ", ")
}
