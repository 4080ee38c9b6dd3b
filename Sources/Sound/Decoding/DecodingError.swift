import CFFmpegDecoding

/// The reason why a recording cannot be played.
public struct DecodingError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Code: Sendable {
    /// No decoder for it, or it is no recording at all.
    case unknownFormat
    /// There is no sound in it.
    case noSound
    /// It violates its format before the first sample.
    case damaged
    /// The file cannot be read.
    case unreadable
    /// It needs more memory than it may have.
    case tooLarge
  }

  /// The kind of error.
  public var code: Code
  /// Details for people.
  public var detail: String

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// FFmpeg's text for one of its results.
  static func text(_ result: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    av_strerror(result, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
