import AloudAPI
import BusValues
import Reading

// The errors of the reading as clients see them.
extension ReadingError {
  /// The error of our interface; `nil` for a limit, whose error is D-Bus's own.
  private var code: APIErrorCode? {
    switch kind {
    case .noSuchFile: .noSuchFile
    case .notReadable: .notReadable
    case .notText: .notText
    case .wrongEncoding: .wrongEncoding
    case .empty: .empty
    case .tooLarge: .tooLarge
    case .unsupported: .unsupported
    case .locked: .locked
    case .damaged: .damaged
    case .full: nil
    case .noVoice: .noVoice
    case .noAudio: .noAudio
    case .stale: .stale
    case .noTrack: .noTrack
    case .outOfRange: .outOfRange
    case .engine: .engine
    }
  }

  /// The error reply of a call.
  var busError: BusError { code.map { APIError($0, message).busError } ?? .limitsExceeded(message) }

  /// The error as signals carry it. They have no word for a limit but that something is too large.
  var apiError: APIError { APIError(code ?? .tooLarge, message) }
}

extension APIError {
  /// Does something of the reading, with its error as clients see it.
  @discardableResult
  static func of<T>(_ body: () throws(ReadingError) -> T) throws(APIError) -> T {
    do throws(ReadingError) { return try body() } catch { throw error.apiError }
  }
}
