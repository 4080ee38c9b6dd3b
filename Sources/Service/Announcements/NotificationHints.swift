public import Vocabulary

/// The hints of a notification that aloud knows. A hint that is `nil` was not given.
public struct NotificationHints: Equatable, Sendable {
  /// `x-aloud-speak`: true to speak it, false to be silent apart from a sound of its own.
  public var speak: Bool?
  /// `x-aloud-voice`: a voice by name or identifier.
  public var voice: String?
  /// `x-aloud-engine`: the name of the engine whose voices speak.
  public var engine: String?
  /// `x-aloud-rate`: the rate, 0.25…6; another one is ignored.
  public var rate: Double?
  /// `x-aloud-priority`: the priority.
  public var priority: AnnouncementPriority?
  /// `x-aloud-digits`: the way of digits.
  public var digits: NotificationRule.Digits?
  /// `sound-file`: the path of a sound.
  public var soundFile: String?
  /// `sound-name`: a sound of the sound naming specification.
  public var soundName: String?
  /// `suppress-sound`: true if it should have no sound; speech is no sound.
  public var suppressSound = false
  /// The names of hints whose values mean nothing, such as another word for a priority. They are told in the plan.
  public var unreadable: [String] = []

  /// No hints.
  public init() {}
}
