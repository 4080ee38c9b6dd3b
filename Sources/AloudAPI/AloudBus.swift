public import BusValues

/// Where our own interface is found on the session bus, and the limits that every call obeys.
public enum AloudBus {
  /// The well-known name, owned as long as the service runs.
  public static let name: BusName = "org.aloud.Aloud1"
  /// The one object that carries the interface.
  public static let path: ObjectPath = "/org/aloud/Aloud1"
  /// The interface; a change that an old client would not understand gets the next number.
  public static let interface: InterfaceName = "org.aloud.Aloud1"
  /// What all error names begin with (``APIErrorCode``).
  public static let errorPrefix = "org.aloud.Aloud1.Error."

  /// The largest text that `Speak` takes, in bytes of UTF-8; larger ones come by `SpeakFd`.
  public static let maximumTextBytes = 16 << 20
  /// The longest URI, in bytes.
  public static let maximumURIBytes = 64 << 10
  /// The longest string in an option (a title, a voice), in bytes.
  public static let maximumOptionBytes = 4 << 10
  /// How many URIs, tracks, event names or artists one call may name.
  public static let maximumListCount = 10_000
  /// The most sentences that one answer of `ListSentences` holds.
  public static let maximumSentences = 500
  /// ... and the most bytes of UTF-8 of their texts; one sentence comes in any case.
  public static let maximumSentencesBytes = 128 << 10
  /// How many pages `SetPages` may name for a track.
  public static let maximumPages = 4096
  /// Of how many tracks a client may name the pages; the oldest ones are forgotten.
  public static let maximumPagedTracks = 4
  /// The longest leading or trailing delay: one hour.
  public static let maximumDelay = Duration.seconds(3600)
  /// The rates that can be asked for, as factors of the voice's own speed.
  public static let rates = 0.25...6.0
}
