import AloudAPI
import Workers

extension APIError {
  /// A worker's error as a client sees it.
  init(_ error: WorkerError) {
    let code: APIErrorCode =
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
    self.init(code, error.description)
  }

  /// A synthesizer's error as a client sees it.
  init(_ error: SynthesisError) {
    let code: APIErrorCode =
      switch error.kind {
      case .noVoice: .noVoice
      case .noEngine, .givenUp, .unspeakable: .engine
      }
    self.init(code, error.message)
  }
}
