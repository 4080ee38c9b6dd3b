public import BusValues
public import Vocabulary

/// `org.mpris.MediaPlayer2.Player`.
public enum PlayerInterface {
  /// The interface of playing.
  public static let name: InterfaceName = "org.mpris.MediaPlayer2.Player"

  /// The methods, signals and properties of the specification 2.2.
  public static let description = InterfaceDescription(
    name, methods: methods,
    signals: [
      SignalDescription(
        seeked, [ArgumentDescription("Position", .int64, doc: "The new position, in microseconds.")],
        doc: "The position jumped: status and rate alone do not explain it.")
    ], properties: properties)

  /// The signal for a jump of the position.
  public static let seeked: MemberName = "Seeked"

  /// The arguments of ``seeked``; a position is never below 0.
  public static func seekedArguments(microseconds: Microseconds) -> [BusValue] {
    [.int64(max(0, microseconds).count)]
  }

  private static let methods = [
    MethodDescription(
      "Next", doc: "Skips to the next track. A paused player stays paused. No effect while CanGoNext is false."),
    MethodDescription(
      "Previous",
      doc: """
        Skips to the previous track. After the first three seconds of a track, and in the first track, it skips to the \
        beginning of the current one. A paused player stays paused. No effect while CanGoPrevious is false.
        """),
    MethodDescription("Pause", doc: "Pauses. No effect while paused."),
    MethodDescription("PlayPause", doc: "Pauses a player that plays; else starts or resumes."),
    MethodDescription("Stop", doc: "Stops; Play starts again from the beginning of the track."),
    MethodDescription("Play", doc: "Starts or resumes. No effect while playing, or if there is nothing to play."),
    MethodDescription(
      "Seek", in: [ArgumentDescription("Offset", .int64, doc: "Microseconds forward, negative for back.")],
      doc: "Moves within the track. A place before its start means 0; a place after its end acts like Next."),
    MethodDescription(
      "SetPosition",
      in: [
        ArgumentDescription("TrackId", .objectPath, doc: "The current track; any other is ignored as stale."),
        ArgumentDescription("Position", .int64, doc: "Microseconds from the start of the track."),
      ], doc: "Goes to a position. No effect below 0 or beyond the track's length."),
    MethodDescription(
      "OpenUri", in: [ArgumentDescription("Uri", .string, doc: "A file: URI of a text.")],
      doc: "Opens a text as a new track and makes it current. If it cannot be read, the queue does not change."),
  ]

  private static let properties = [
    PropertyDescription("PlaybackStatus", .string, doc: "Playing, Paused or Stopped."),
    PropertyDescription(
      "LoopStatus", .string, access: .readWrite, annotations: [RootInterface.optional],
      doc: "The repetition at the end: None, Track (the same track) or Playlist (the queue)."),
    PropertyDescription(
      "Rate", .double, access: .readWrite,
      doc: "Speed, 1 for normal. Values beyond MinimumRate and MaximumRate are clamped; 0 pauses."),
    PropertyDescription(
      "Shuffle", .bool, access: .readWrite, annotations: [RootInterface.optional],
      doc: "True if the queue is played in a shuffled order."),
    PropertyDescription("Metadata", .vardict, doc: "The metadata of the current track, always complete."),
    PropertyDescription(
      "Volume", .double, access: .readWrite,
      doc: "0 for silence, 1 for full volume, on the cubic scale that mixers show."),
    PropertyDescription(
      "Position", .int64, emitsChanged: .false,
      doc: "The place that is heard now, in microseconds from the start of the track."),
    PropertyDescription("MinimumRate", .double, doc: "The slowest Rate."),
    PropertyDescription("MaximumRate", .double, doc: "The fastest Rate."),
    PropertyDescription("CanGoNext", .bool, doc: "True if Next would change the track."),
    PropertyDescription("CanGoPrevious", .bool, doc: "True if Previous would change the track or its position."),
    PropertyDescription("CanPlay", .bool, doc: "True if there is something to play."),
    PropertyDescription("CanPause", .bool, doc: "True if the current track can be paused."),
    PropertyDescription("CanSeek", .bool, doc: "True if Seek and SetPosition have an effect."),
    PropertyDescription("CanControl", .bool, emitsChanged: .false, doc: "Always true: the player can be controlled."),
  ]
}
