public import BusValues
internal import Documents

/// The errors of calls of `org.aloud.Aloud1`; each case is one D-Bus error name.
public enum APIErrorCode: String, CaseIterable, Sendable {
  /// No file exists at that path.
  case noSuchFile = "NoSuchFile"
  /// The file exists, but the service may not read it.
  case notReadable = "NotReadable"
  /// The file system of the file does not answer.
  case notAnswering = "NotAnswering"
  /// A folder, a device, or binary data.
  case notText = "NotText"
  /// A text with the mark of UTF-16 that is not valid UTF-16; the message names the first wrong byte.
  case wrongEncoding = "WrongEncoding"
  /// The text contains nothing that can be spoken.
  case empty = "Empty"
  /// The text exceeds the service's limit.
  case tooLarge = "TooLarge"
  /// An unsupported URI scheme or kind of document.
  case unsupported = "Unsupported"
  /// The document is encrypted by its publisher (DRM), or needs a password.
  case locked = "Locked"
  /// The document violates its format, or is made to do harm.
  case damaged = "Damaged"
  /// No installed voice has that name or speaks that language.
  case noVoice = "NoVoice"
  /// There is no sound output now; the text waits for one.
  case noAudio = "NoAudio"
  /// Something is being read, and `when-busy` is `drop`.
  case busy = "Busy"
  /// The call refers to a track that is no longer the current one.
  case stale = "Stale"
  /// There is no such track, or nothing to act on.
  case noTrack = "NoTrack"
  /// There is no such document or bookmark in the library.
  case notFound = "NotFound"
  /// The text ends before the requested place.
  case outOfRange = "OutOfRange"
  /// An option or argument has the wrong type or is out of range; the message names it and the expected value.
  case invalidOption = "InvalidOption"
  /// The caller is not permitted: it runs in a sandbox, or the screen is locked.
  case notAllowed = "NotAllowed"
  /// The listener ended everything that was asked for before it was there: `Hush` or `Clear`.
  case hushed = "Hushed"
  /// The speech engine failed twice at the same place.
  case engine = "Engine"

  /// The full D-Bus name, for example `org.aloud.Aloud1.Error.NoSuchFile`.
  public var busName: String { AloudBus.errorPrefix + rawValue }

  /// Parses ``busName``; `nil` for any other error name.
  public init?(busName: String) {
    guard busName.hasPrefix(AloudBus.errorPrefix) else { return nil }
    self.init(rawValue: String(busName.dropFirst(AloudBus.errorPrefix.count)))
  }
}

/// An error of `org.aloud.Aloud1`: thrown by the service, and parsed by clients.
public struct APIError: Error, Equatable, Sendable {
  /// The kind of error.
  public var code: APIErrorCode
  /// One sentence for people, without a full stop.
  public var message: String

  /// An error; `message` is one sentence for people, without a full stop. Characters that control a terminal or the
  /// direction of text are removed, since a message may contain names from outside.
  public init(_ code: APIErrorCode, _ message: String) {
    self.code = code
    self.message = Line.printable(message)
  }

  /// The error reply.
  public var busError: BusError { BusError(name: code.busName, message: message) }

  /// Parses an error reply; `nil` if the name is not one of ours.
  public init?(_ error: BusError) {
    guard let code = APIErrorCode(busName: error.name) else { return nil }
    self.init(code, error.message)
  }
}
