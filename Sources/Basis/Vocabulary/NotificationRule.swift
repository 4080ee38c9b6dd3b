/// A rule of the listener about notifications: `[[notify.rule]]` in `aloud.toml`.
///
/// All rules whose conditions hold are applied in the order of the file; a later one replaces what an earlier one set.
public struct NotificationRule: Equatable, Sendable {
  /// The treatment of a notification.
  public enum Action: String, CaseIterable, Sendable {
    /// It is spoken.
    case speak
    /// Nothing of it is heard.
    case mute
    /// Only its sound is heard.
    case sound
  }

  /// The way in which the digits of a text are spoken.
  public enum Digits: String, CaseIterable, Sendable {
    /// Codes and telephone numbers digit by digit, other numbers as numbers.
    case auto
    /// Digit by digit.
    case single
    /// Two by two.
    case pairs
    /// As numbers.
    case number
  }

  // MARK: Conditions. A condition that is `nil` always holds.

  /// A pattern for the whole name of the application, with `*` and `?`; case does not matter.
  public var application: String?
  /// A pattern for the whole category, with `*` and `?`, such as `email.*`.
  public var category: String?
  /// The urgency.
  public var urgency: NotificationUrgency?
  /// A pattern, with `*` and `?`, for any part of the summary or the body; case does not matter.
  public var text: String?

  // MARK: Effects. An effect that is `nil` changes nothing.

  /// The treatment.
  public var action: Action?
  /// The text that is spoken, with `{app}`, `{summary}`, `{body}` and `{body:digits}`.
  public var template: String?
  /// The most of the body that is spoken, in characters (1 or more).
  public var shorten: Int?
  /// A voice by name or identifier.
  public var voice: String?
  /// The name of the engine whose voices speak.
  public var engine: String?
  /// The language (BCP 47).
  public var language: String?
  /// The rate, 0.25…6.
  public var rate: Double?
  /// The volume, 0…1.
  public var volume: Double?
  /// The priority.
  public var priority: AnnouncementPriority?
  /// The way of digits.
  public var digits: Digits?

  /// A rule that holds for every notification and changes nothing.
  public init() {}
}
