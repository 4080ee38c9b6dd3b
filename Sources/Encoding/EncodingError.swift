/// Why a sound cannot be written.
public struct EncodingError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Code: Sendable {
    /// The library was built without the encoder or the container.
    case unavailable
    /// The library refuses, or there is no memory.
    case refused
    /// The file cannot be written.
    case notWritten
  }

  /// What went wrong.
  public var code: Code
  /// For people.
  public var detail: String

  /// The file with the samples is shorter than it was said to be.
  public static var shortInput: EncodingError { EncodingError(.refused, "the samples end too early") }

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
