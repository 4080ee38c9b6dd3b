public import BusValues

/// One entry of a method's `a{sv}`: the source of its documentation and of its error message.
public struct OptionDescription: Equatable, Sendable {
  /// The key in the table, such as `leading-delay`.
  public let name: String
  /// The accepted type. An integer is also accepted for a number (d); nothing else is converted.
  public let signature: Signature
  /// The permitted values in words, for example `0.25 to 6`.
  public let range: String
  /// The effect in words.
  public let doc: String

  /// Name, type and range on one line, followed by the explanation.
  public var line: String { "\(name) (\(signature.text), \(range)): \(doc)" }

  init(_ name: String, _ signature: Signature, _ range: String, _ doc: String) {
    self.name = name
    self.signature = signature
    self.range = range
    self.doc = doc
  }

  /// The error for a value with another type or out of range.
  func refusal() -> APIError {
    APIError(.invalidOption, "option '\(name)' must be \(Self.typeName(signature)) (\(signature.text)), \(range)")
  }

  private static func typeName(_ signature: Signature) -> String {
    switch signature {
    case .bool: "a boolean"
    case .double: "a number"
    case .int64: "microseconds"
    case .objectPath: "an object path"
    case .uint32: "a whole number"
    case .strings: "a list of strings"
    case "ad": "a list of numbers"
    case .vardict: "a table"
    default: "a string"
    }
  }
}
