public import BusValues

/// The payload of one signal of `org.aloud.Aloud1`. The service and its clients share this definition.
public protocol AloudSignal: Equatable, Sendable {
  /// The signal's name.
  static var member: MemberName { get }
  /// The event kind to which clients subscribe.
  static var kind: EventKind { get }
  /// The signal's arguments, in order, as the interface describes them.
  var arguments: [BusValue] { get }
  /// Parses a received signal; `nil` if the arguments do not match the interface.
  init?(arguments: [BusValue])
}

/// A signal about the current place, with its text for clients that ask for it (`Subscribe`, option `text`).
public protocol TextSignal: AloudSignal {
  /// Reserved for additions; `text` (s) is the text that is heard.
  var details: [String: BusValue] { get set }
}

extension TextSignal {
  /// The key of the text in ``details``.
  public static var textKey: String { "text" }
  /// The text that is heard; `nil` if it was not requested, or may not be sent now.
  public var text: String? {
    get { details[Self.textKey]?.asString }
    set { details[Self.textKey] = newValue.map { .string($0) } }
  }
}
