public import Vocabulary

/// The treatment of one notification, and the reasons for it. A value.
public struct NotificationPlan: Equatable, Sendable {
  /// A sound to be heard.
  public enum Sound: Equatable, Sendable {
    /// The path of a file, as the application gave it. It may be anything.
    case file(String)
    /// A name of the sound naming specification.
    case name(String)
  }

  /// The cause of a change.
  public enum Origin: Equatable, Sendable {
    /// A rule, by its index in the list, from 0 on.
    case rule(Int)
    /// A hint on the notification, by its name.
    case hint(String)
  }

  /// A change that a rule or a hint made.
  public enum Change: Equatable, Sendable {
    /// The treatment.
    case action(NotificationRule.Action)
    /// The template.
    case template(String)
    /// The most of the body, in characters.
    case shorten(Int)
    /// The voice.
    case voice(String)
    /// The engine.
    case engine(String)
    /// The language.
    case language(String)
    /// The rate.
    case rate(Double)
    /// The volume.
    case volume(Double)
    /// The priority.
    case priority(AnnouncementPriority)
    /// The way of digits.
    case digits(NotificationRule.Digits)
    /// A sound.
    case sound(Sound)
    /// No sound.
    case noSound
    /// Nothing, because of a mistake or of another decision.
    case ignored(Ignored)
  }

  /// The reason for which something has no effect.
  public enum Ignored: Equatable, Sendable {
    /// The listener muted the notification, and nothing on it can change that.
    case muted
    /// The value means nothing, or is out of its range.
    case badValue
    /// The template has a mistake; the one before it holds.
    case template(NotificationTemplate.Mistake)
  }

  /// One change and its cause.
  public struct Step: Equatable, Sendable {
    /// The cause.
    public var origin: Origin
    /// The change.
    public var change: Change
  }

  /// The treatment.
  public internal(set) var action = NotificationRule.Action.speak
  /// The text that is spoken. It is empty unless the treatment is `speak`, so that nothing muted can leave by mistake.
  public internal(set) var text = ""
  /// The name of the application as it is spoken; it may be empty.
  public internal(set) var application = ""
  /// The sound, heard before the text or instead of it; `nil` if the notification has none.
  public internal(set) var sound: Sound?
  /// True if the notification asks for no sound.
  public internal(set) var isSoundSuppressed = false
  /// A voice by name or identifier.
  public internal(set) var voice: String?
  /// The name of the engine whose voices speak.
  public internal(set) var engine: String?
  /// The language (BCP 47).
  public internal(set) var language: String?
  /// The rate, 0.25…6.
  public internal(set) var rate: Double?
  /// The volume, 0…1.
  public internal(set) var volume: Double?
  /// The priority.
  public internal(set) var priority: AnnouncementPriority?
  /// The way of digits.
  public internal(set) var digits = NotificationRule.Digits.auto
  /// The changes in their order; a later one replaces an earlier one of its kind.
  public internal(set) var steps: [Step] = []
}
