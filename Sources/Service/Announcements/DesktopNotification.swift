public import Vocabulary

/// A notification as an application sent it to the desktop. A value; nothing in it is trusted.
public struct DesktopNotification: Equatable, Sendable {
  /// The name of the application (`app_name`); it may be empty.
  public var application: String
  /// The category, such as `email.arrived`; empty if there is none.
  public var category = ""
  /// The urgency.
  public var urgency = NotificationUrgency.normal
  /// The summary; it has no markup.
  public var summary: String
  /// The body; it may have markup.
  public var body: String
  /// The hints about its sound and its speech.
  public var hints = NotificationHints()

  /// A notification of normal urgency, without category and hints.
  public init(application: String, summary: String, body: String = "") {
    (self.application, self.summary, self.body) = (application, summary, body)
  }
}
