/// The reason why a document, or a part of one, cannot be read.
public struct DocumentError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Code: Sendable {
    /// The document is encrypted by its publisher, or needs a password.
    case encrypted
    /// The document violates its format, and nothing can be guessed.
    case damaged
    /// The document is made to do harm.
    case harmful
    /// The document exceeds a limit.
    case tooLarge
    /// No reader supports the format.
    case unknownFormat
    /// The file could not be read.
    case unreadable
    /// The file changed while it was read.
    case changed
    /// The document contains no text.
    case empty
  }

  /// The kind of error.
  public var code: Code
  /// Details for people: names of parts and numbers, never the text.
  public var detail: String

  /// An error with its details.
  public init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
