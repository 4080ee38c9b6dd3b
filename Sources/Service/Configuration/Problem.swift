/// A mistake in a configuration file. The rest of the file takes effect, except the rule with the mistake.
public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public enum Kind: String, Equatable, Sendable {
    /// The file could not be read; none of it takes effect.
    case unreadable
    /// A statement is not TOML, or occurs twice; it has no effect.
    case syntax
    /// There is no such section, or a key is outside of all sections.
    case unknownSection
    /// The section has no such key.
    case unknownKey
    /// The key cannot have this value; the earlier value stays in effect.
    case wrongValue
    /// A rule has no effect, or is one too many; it is left out.
    case uselessRule
  }

  /// The kind of mistake.
  public var kind: Kind
  /// The path of the file.
  public var file: String
  /// The line, counted from 1; `nil` for the whole file.
  public var line: Int?
  /// One line for people, without the place.
  public var message: String
  /// The remedy, if there is more to say than ``message``.
  public var cure: String?

  /// A problem with all its parts.
  public init(kind: Kind, file: String, line: Int? = nil, message: String, cure: String? = nil) {
    self.kind = kind
    self.file = file
    self.line = line
    self.message = message
    self.cure = cure
  }

  /// One line: place, message, remedy.
  public var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): \(message)" + (cure.map { " (\($0))" } ?? "")
  }
}
