/// The kind of a trouble, for decisions. The raw values travel between the processes, as far as
/// ``isOfWorkers`` is true.
public enum TroubleCode: UInt16, Sendable, CaseIterable {
  // MARK: Processes and engines

  /// The process ended without an answer, even when the request was tried again.
  case died = 1
  /// The process gave no sign of life within its deadline, or used far more processor time than the request needs.
  case stalled = 2
  /// The request was given up on demand.
  case cancelled = 3
  /// The engine has no voice of this name.
  case noVoice = 4
  /// The engine refuses to work, or cannot start.
  case engine = 5
  /// The text of a request is not UTF-8, or longer than one may be.
  case malformedText = 6
  /// A process broke the protocol.
  case spokeOutOfTurn = 7

  // MARK: Documents and recordings

  /// There is binary data in place of a text.
  case notText = 16
  /// Nothing in it can be spoken or played.
  case empty = 17
  /// It exceeds a limit.
  case tooLarge = 18
  /// The text is not in the encoding that it is marked with.
  case wrongEncoding = 19
  /// The file exists, and its bytes could not be read.
  case unreadable = 20
  /// It is encrypted by its publisher (DRM), or needs a password.
  case encrypted = 21
  /// It violates its format, and nothing can be guessed.
  case damaged = 22
  /// No reader supports the format.
  case unknownFormat = 23
  /// It is made to do harm: it unpacks to far more than its size, or its names lead out of it.
  case harmful = 24
  /// The file changed while it was read.
  case changed = 25

  // MARK: Seen from outside a process

  /// The program is missing or could not be started.
  case spawnFailed = 32
  /// Processes ended in quick succession without any answer. The request may not be the cause; a later request starts
  /// another process.
  case broken = 33
  /// The process speaks another version of the protocol: service and workers come from different builds.
  case wrongVersion = 34

  // MARK: The player

  /// No file exists at that path.
  case noSuchFile = 64
  /// The file system of the file does not answer.
  case notAnswering = 65
  /// The queue has no room.
  case full = 66
  /// There is no sound output now; the text waits for one.
  case noAudio = 67
  /// The track or document is no longer the current one.
  case stale = 68
  /// There is nothing to act on.
  case noTrack = 69
  /// The text ends before the place.
  case outOfRange = 70
  /// The listener ended everything that was asked for.
  case hushed = 71

  /// True if a worker may tell it of itself.
  public var isOfWorkers: Bool { rawValue < Self.spawnFailed.rawValue }

  /// A sentence for people, without a full stop.
  public var sentence: String {
    switch self {
    case .died: "the worker ended without an answer"
    case .stalled: "the worker did not answer in time"
    case .cancelled: "it was cancelled"
    case .noVoice: "the speech engine has no such voice"
    case .engine: "the speech engine refuses to work"
    case .malformedText: "the sentence cannot be spoken"
    case .spokeOutOfTurn: "the worker broke the protocol"
    case .spawnFailed: "the worker cannot be started"
    case .broken: "the speech engine ends again and again"
    case .wrongVersion: "the worker comes from another build"
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
    case .noSuchFile: "there is no such file"
    case .notAnswering: "its file system does not answer"
    case .full: "the queue has no room"
    case .noAudio: "there is no sound output"
    case .stale: "it is no longer the current one"
    case .noTrack: "there is nothing to act on"
    case .outOfRange: "it ends before that place"
    case .hushed: "the listener wants silence"
    }
  }
}

/// The reason why a document, an utterance or a recording was not read, spoken or played, or not to its end.
public struct Trouble: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of trouble.
  public var code: TroubleCode
  /// Details for people and logs: numbers, reasons and names of parts, never text that is being read.
  public var detail: String

  /// A trouble; `detail` must not contain text that is being read.
  public init(_ code: TroubleCode, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// A sentence for people, without a full stop.
  public var description: String { detail.isEmpty ? code.sentence : "\(code.sentence) (\(detail))" }
}
