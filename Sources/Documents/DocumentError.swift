/// Why a document, or a part of one, cannot be read.
public struct DocumentError: Error, Equatable, Sendable {
  /// What is wrong with it.
  public enum Code: Sendable {
    /// Locked by its publisher, or by a password.
    case encrypted
    /// Against the rules of its format where nothing can be guessed.
    case damaged
    /// Made to do harm.
    case harmful
    /// Larger than anything that is read.
    case tooLarge
    /// Of a kind that nothing here reads.
    case unknownFormat
    /// The file could not be read.
    case unreadable
    /// The file became another one meanwhile.
    case changed
    /// There is no text in it.
    case empty
  }

  /// What is wrong.
  public var code: Code
  /// For people: names of parts and numbers, never the text.
  public var detail: String

  /// What is wrong, and with what.
  public init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
