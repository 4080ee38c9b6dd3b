public import BusValues
public import Vocabulary

/// A part of an utterance of texts and clips began to be heard.
public struct PartSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "Part"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.part
  /// The id of the track.
  public var track: ObjectPath
  /// The index of the part in the call, from 0.
  public var index: UInt32
  /// A ``SpeechPart/Kind``, or a later addition.
  public var part: String
  /// The range in the text of the track.
  public var range: TextRange
  /// The media time of its first sample, from the start of the track.
  public var mediaMicroseconds: Microseconds
  /// The length of the part; `nil` while it is not exact.
  public var lengthMicroseconds: Microseconds?

  private static let lengthKey = "length"

  /// A signal to be sent.
  public init(
    track: ObjectPath, index: UInt32, part: String, range: TextRange, mediaMicroseconds: Microseconds,
    lengthMicroseconds: Microseconds? = nil
  ) {
    self.track = track
    self.index = index
    self.part = part
    self.range = range
    self.mediaMicroseconds = mediaMicroseconds
    self.lengthMicroseconds = lengthMicroseconds
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] {
    [.objectPath(track), .uint32(index), .string(part)] + range.arguments
      + [
        .microseconds(mediaMicroseconds),
        .vardict(lengthMicroseconds.map { [Self.lengthKey: .microseconds($0)] } ?? [:]),
      ]
  }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 8, let track = arguments[0].asObjectPath, let index = arguments[1].asUInt32,
      let part = arguments[2].asString, let range = TextRange(arguments[3...5]), let time = arguments[6].asMicroseconds,
      let details = arguments[7].asVardict
    else { return nil }
    self.init(
      track: track, index: index, part: part, range: range, mediaMicroseconds: time,
      lengthMicroseconds: details[Self.lengthKey]?.asMicroseconds)
  }
}
