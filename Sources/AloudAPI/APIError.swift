public import BusValues
internal import Documents

/// What can go wrong in a call of `org.aloud.Aloud1`; each case is one D-Bus error name.
public enum APIErrorCode: String, CaseIterable, Sendable {
  /// There is nothing at that path.
  case noSuchFile = "NoSuchFile"
  /// It is there, and the service may not read it.
  case notReadable = "NotReadable"
  /// A folder, a device, or bytes that are no text.
  case notText = "NotText"
  /// Text that is marked as UTF-16 and is not in it; the message names the first wrong byte.
  case wrongEncoding = "WrongEncoding"
  /// There is nothing in it that could be spoken.
  case empty = "Empty"
  /// Larger than the service accepts.
  case tooLarge = "TooLarge"
  /// A URI scheme or a kind of document that is not read.
  case unsupported = "Unsupported"
  /// The document is locked by its publisher (DRM), or needs a password.
  case locked = "Locked"
  /// The document breaks the rules of its format, or is made to do harm.
  case damaged = "Damaged"
  /// No installed voice has that name or speaks that language.
  case noVoice = "NoVoice"
  /// There is no way to make sound now; the text waits for one.
  case noAudio = "NoAudio"
  /// `when-busy` said to give up when something is being read.
  case busy = "Busy"
  /// The call was about a track that is no longer the current one.
  case stale = "Stale"
  /// There is no such track, or nothing to act upon.
  case noTrack = "NoTrack"
  /// There is no such document or bookmark in the library.
  case notFound = "NotFound"
  /// The text ends before that place.
  case outOfRange = "OutOfRange"
  /// An option or argument has the wrong type or is out of its range; the message names it and what is expected.
  case invalidOption = "InvalidOption"
  /// The caller may not be told that: it runs in a sandbox, or the screen is locked.
  case notAllowed = "NotAllowed"
  /// The speech engine failed twice on the same place.
  case engine = "Engine"

  /// The full D-Bus name, for example `org.aloud.Aloud1.Error.NoSuchFile`.
  public var busName: String { AloudBus.errorPrefix + rawValue }

  /// Reads back what ``busName`` wrote; `nil` for any other error name.
  public init?(busName: String) {
    guard busName.hasPrefix(AloudBus.errorPrefix) else { return nil }
    self.init(rawValue: String(busName.dropFirst(AloudBus.errorPrefix.count)))
  }
}

/// An error of `org.aloud.Aloud1`, as the service throws it and as a client reads it back.
public struct APIError: Error, Equatable, Sendable {
  /// Which of our errors it is.
  public var code: APIErrorCode
  /// One sentence for a person, without a full stop.
  public var message: String

  /// An error; `message` is one sentence for a person, without a full stop. What controls a terminal or the direction of
  /// text goes: a message may name what comes from elsewhere.
  public init(_ code: APIErrorCode, _ message: String) {
    self.code = code
    self.message = Line.printable(message)
  }

  /// The error reply that carries it.
  public var busError: BusError { BusError(name: code.busName, message: message) }

  /// Reads an error reply; `nil` when the name is not one of ours.
  public init?(_ error: BusError) {
    guard let code = APIErrorCode(busName: error.name) else { return nil }
    self.init(code, error.message)
  }
}
