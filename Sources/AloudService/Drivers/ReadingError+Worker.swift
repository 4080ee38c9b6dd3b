import Reading
import Workers

extension ReadingError {
  /// The reading's error for a worker's error.
  init(_ error: WorkerError) {
    let kind: Kind =
      switch error.code {
      case .notText: .notText
      case .empty: .empty
      case .tooLarge: .tooLarge
      case .wrongEncoding: .wrongEncoding
      case .unreadable, .changed: .notReadable
      case .encrypted: .locked
      case .damaged, .harmful: .damaged
      case .unknownFormat: .unsupported
      case .noVoice: .noVoice
      default: .engine
      }
    self.init(kind, error.description)
  }
}
