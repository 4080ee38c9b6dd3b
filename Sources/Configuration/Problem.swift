/// Something in a configuration file that could not be honoured. The rest of the file is.
public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
  /// What sort of mistake it is.
  public enum Kind: String, Equatable, Sendable {
    /// The file could not be read; nothing of it holds.
    case unreadable
    /// A statement is not TOML, or stands there twice; it does not hold.
    case syntax
    /// There is no such section, or a key stands outside of any.
    case unknownSection
    /// The section has no such key.
    case unknownKey
    /// The key exists and cannot have this value; what held before still holds.
    case wrongValue
  }

  /// What sort of mistake it is.
  public var kind: Kind
  /// Path of the file.
  public var file: String
  /// From 1; `nil` where the whole file is meant.
  public var line: Int?
  /// One line without the place, for people.
  public var message: String
  /// What to do about it, where more is known than ``message`` says.
  public var cure: String?

  /// A problem with all its parts.
  public init(kind: Kind, file: String, line: Int? = nil, message: String, cure: String? = nil) {
    self.kind = kind
    self.file = file
    self.line = line
    self.message = message
    self.cure = cure
  }

  /// One line: place, message, cure.
  public var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): \(message)" + (cure.map { " (\($0))" } ?? "")
  }
}
