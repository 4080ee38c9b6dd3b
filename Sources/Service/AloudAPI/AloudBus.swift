public import BusValues

/// The bus names of our own interface, and the limits of all calls.
public enum AloudBus {
  /// The well-known name, owned while the service runs.
  public static let name: BusName = "org.aloud.Aloud1"
  /// The object with the interface.
  public static let path: ObjectPath = "/org/aloud/Aloud1"
  /// The interface. An incompatible change gets the next number.
  public static let interface: InterfaceName = "org.aloud.Aloud1"
  /// The prefix of all error names (``APIErrorCode``).
  public static let errorPrefix = "org.aloud.Aloud1.Error."

  /// The largest text for `Speak`, in bytes of UTF-8; larger ones are sent by `SpeakFd`.
  public static let maximumTextBytes = 16 << 20
  /// The most parts of an utterance in `SpeakParts`.
  public static let maximumParts = 100
  /// The longest URI, in bytes.
  public static let maximumURIBytes = 64 << 10
  /// The longest string in an option (a title, a voice), in bytes.
  public static let maximumOptionBytes = 4 << 10
  /// The most URIs, tracks, event names or artists in one call.
  public static let maximumListCount = 10_000
  /// The most sentences in one answer of `ListSentences`.
  public static let maximumSentences = 500
  /// The most bytes of UTF-8 in their texts; one sentence is always returned.
  public static let maximumSentencesBytes = 128 << 10
  /// The most pages of one track in `SetPages`.
  public static let maximumPages = 4096
  /// The most tracks with pages of one client; the oldest ones are forgotten.
  public static let maximumPagedTracks = 4
  /// The longest leading or trailing delay: one hour.
  public static let maximumDelay = Duration.seconds(3600)
  /// The permitted rates, as factors of the voice's own speed.
  public static let rates = 0.25...6.0
}
