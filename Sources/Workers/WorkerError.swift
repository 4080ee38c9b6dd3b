import Wire

/// The reason why a worker failed.
public struct WorkerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of error, for decisions of the caller.
  public enum Code: String, Sendable, CaseIterable {
    /// The executable is missing or could not be started.
    case spawnFailed
    /// The process ended without an answer, even when the request was tried again.
    case died
    /// The process gave no sign of life within its deadline, even when the request was tried again.
    case stalled
    /// Processes ended in quick succession without any answer. The request may not be the cause; a later request starts
    /// another process.
    case broken
    /// The process broke the protocol.
    case spokeOutOfTurn
    /// The process speaks another version of the protocol: service and workers come from different builds.
    case wrongVersion
    /// The engine has no voice of this name.
    case noVoice
    /// The engine refuses to work.
    case engine
    /// The utterance is not UTF-8, or longer than one may be.
    case malformedText
    /// The document contains binary data.
    case notText
    /// Nothing in the document can be spoken.
    case empty
    /// The document exceeds the size limit.
    case tooLarge
    /// The document has the mark of UTF-16 but is not valid UTF-16; the detail names the byte.
    case wrongEncoding
    /// The document's bytes could not be read.
    case unreadable
    /// The document is encrypted (DRM), or needs a password.
    case encrypted
    /// The document violates its format, and nothing can be guessed.
    case damaged
    /// No reader supports the format.
    case unknownFormat
    /// The document is made to do harm.
    case harmful
    /// The file changed while it was read.
    case changed
  }

  /// The kind of error.
  public var code: Code
  /// Details for people and logs: numbers and reasons, never text that is being read.
  public var detail: String

  /// An error; `detail` must not contain text that is being read.
  public init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// A sentence for people, without a full stop.
  public var description: String {
    let sentence =
      switch code {
      case .spawnFailed: "the worker cannot be started"
      case .died: "the worker ended without an answer"
      case .stalled: "the worker did not answer in time"
      case .broken: "the speech engine ends again and again"
      case .spokeOutOfTurn: "the worker broke the protocol"
      case .wrongVersion: "the worker comes from another build"
      case .noVoice: "the speech engine has no such voice"
      case .engine: "the speech engine refuses to work"
      case .malformedText: "the sentence cannot be spoken"
      case .notText: "it is not a text: there is binary data in it"
      case .empty: "there is nothing in it that could be spoken"
      case .tooLarge: "it is larger than any text that is read"
      case .wrongEncoding: "its text is not in the encoding that it is marked with"
      case .unreadable: "it cannot be read"
      case .encrypted: "it is locked by its publisher"
      case .damaged: "it is damaged"
      case .unknownFormat: "it is of a kind that is not read"
      case .harmful: "it is made to do harm, and was refused"
      case .changed: "the file changed while it was being read; open it again"
      }
    return detail.isEmpty ? sentence : "\(sentence) (\(detail))"
  }

  init(_ failure: WorkerFailure) {
    let code: Code =
      switch failure.code {
      case .crashed: .died
      case .hung: .stalled
      case .cancelled, .badRequest: .spokeOutOfTurn  // neither answers anything that this side sends
      case .noVoice: .noVoice
      case .engine: .engine
      case .malformedText: .malformedText
      case .notText: .notText
      case .empty: .empty
      case .tooLarge: .tooLarge
      case .wrongEncoding: .wrongEncoding
      case .unreadable: .unreadable
      case .encrypted: .encrypted
      case .damaged: .damaged
      case .unknownFormat: .unknownFormat
      case .harmful: .harmful
      case .changed: .changed
      }
    self.init(code, failure.detail)
  }
}
