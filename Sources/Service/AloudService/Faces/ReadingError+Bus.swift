import AloudAPI
import BusValues
import Reading
import Vocabulary

// The errors of the reading, in the form for clients.
extension ReadingError {
  /// The error of our interface; `nil` for a limit, since D-Bus has an error of its own for it.
  private var apiCode: APIErrorCode? {
    switch code {
    case .noSuchFile: .noSuchFile
    case .unreadable, .changed: .notReadable
    case .notAnswering: .notAnswering
    case .notText: .notText
    case .wrongEncoding: .wrongEncoding
    case .empty: .empty
    case .tooLarge: .tooLarge
    case .unknownFormat: .unsupported
    case .encrypted: .locked
    case .damaged, .harmful: .damaged
    case .full: nil
    case .noVoice: .noVoice
    case .noAudio: .noAudio
    case .stale: .stale
    case .noTrack: .noTrack
    case .outOfRange: .outOfRange
    case .hushed: .hushed
    case .engine, .died, .stalled, .cancelled, .malformedText, .spokeOutOfTurn: .engine
    case .spawnFailed, .broken, .wrongVersion: .engine
    }
  }

  /// The error reply of a call.
  var busError: BusError { apiCode.map { APIError($0, message).busError } ?? .limitsExceeded(message) }

  /// The error for signals. For a limit, they can only report that something is too large.
  var apiError: APIError { APIError(apiCode ?? .tooLarge, message) }
}

extension APIError {
  /// Performs an operation of the reading, and throws its error in the form for clients.
  @discardableResult
  static func of<T>(_ body: () throws(ReadingError) -> T) throws(APIError) -> T {
    do throws(ReadingError) { return try body() } catch { throw error.apiError }
  }
}
