/// The reason why a sound file cannot be written.
public struct EncodingError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Code: Sendable {
    /// FFmpeg was built without the encoder or the container.
    case unavailable
    /// FFmpeg refuses, or there is no memory.
    case refused
    /// The file cannot be written.
    case notWritten
  }

  /// The kind of error.
  public var code: Code
  /// Details for people.
  public var detail: String

  /// The input has fewer samples than announced.
  public static var shortInput: EncodingError { EncodingError(.refused, "the samples end too early") }

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
