public import BusValues

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
        doc: "The position jumped: it is not where the status and the rate would have brought it.")
    ], properties: properties)

  /// The signal for a jump of the position.
  public static let seeked: MemberName = "Seeked"

  /// The arguments of ``seeked``; a position is never below 0.
  public static func seekedArguments(microseconds: Int64) -> [BusValue] { [.int64(max(0, microseconds))] }

  private static let methods = [
    MethodDescription(
      "Next", doc: "Skips to the next track; what was paused stays paused. No effect while CanGoNext is false."),
    MethodDescription(
      "Previous",
      doc: """
        Skips to the previous track, or, later than three seconds into a track or in the first one, to its beginning; \
        what was paused stays paused. No effect while CanGoPrevious is false.
        """),
    MethodDescription("Pause", doc: "Pauses. No effect while paused."),
    MethodDescription("PlayPause", doc: "Pauses when playing, plays when paused or stopped."),
    MethodDescription("Stop", doc: "Stops; Play starts again from the beginning of the track."),
    MethodDescription("Play", doc: "Starts or resumes. No effect while playing, or when there is nothing to play."),
    MethodDescription(
      "Seek", in: [ArgumentDescription("Offset", .int64, doc: "Microseconds forward, negative for back.")],
      doc: "Moves within the track. Before its start means 0, past its end acts like Next."),
    MethodDescription(
      "SetPosition",
      in: [
        ArgumentDescription("TrackId", .objectPath, doc: "The current track; any other is ignored as stale."),
        ArgumentDescription("Position", .int64, doc: "Microseconds from the start of the track."),
      ], doc: "Goes to a position. Below 0 or beyond the track's length nothing happens."),
    MethodDescription(
      "OpenUri", in: [ArgumentDescription("Uri", .string, doc: "A file: URI of a text.")],
      doc: "Opens a text as a new track and makes it current. Where it cannot be read the queue stays as it was."),
  ]

  private static let properties = [
    PropertyDescription("PlaybackStatus", .string, doc: "Playing, Paused or Stopped."),
    PropertyDescription(
      "LoopStatus", .string, access: .readWrite, annotations: [RootInterface.optional],
      doc: "What follows the end: None, Track (the same again) or Playlist (the queue again)."),
    PropertyDescription(
      "Rate", .double, access: .readWrite,
      doc: "Speed, 1 for normal. Values beyond MinimumRate and MaximumRate are brought within; 0 pauses."),
    PropertyDescription(
      "Shuffle", .bool, access: .readWrite, annotations: [RootInterface.optional],
      doc: "Whether the queue is played in another order than its own."),
    PropertyDescription("Metadata", .vardict, doc: "Of the current track, always complete."),
    PropertyDescription(
      "Volume", .double, access: .readWrite, doc: "0 for silence to 1, cubic as mixers show it."),
    PropertyDescription(
      "Position", .int64, emitsChanged: .false, doc: "What is heard now, in microseconds from the start of the track."),
    PropertyDescription("MinimumRate", .double, doc: "The slowest Rate."),
    PropertyDescription("MaximumRate", .double, doc: "The fastest Rate."),
    PropertyDescription("CanGoNext", .bool, doc: "Whether Next would change the track."),
    PropertyDescription("CanGoPrevious", .bool, doc: "Whether Previous would change the track or its position."),
    PropertyDescription("CanPlay", .bool, doc: "Whether there is something that Play would play."),
    PropertyDescription("CanPause", .bool, doc: "Whether the current track can be paused."),
    PropertyDescription("CanSeek", .bool, doc: "Whether Seek and SetPosition have an effect."),
    PropertyDescription("CanControl", .bool, emitsChanged: .false, doc: "Whether the player can be controlled: yes."),
  ]
}
