public import BusValues
public import Vocabulary

/// A sentence began to be heard.
public struct SentenceSignal: TextSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "Sentence"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.sentence
  /// The id of the track.
  public var track: ObjectPath
  /// The index of the sentence in the track, from 0.
  public var index: UInt32
  /// The range in the original text.
  public var range: TextRange
  /// The media time of its first sample, from the start of the track.
  public var mediaMicroseconds: Microseconds
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(
    track: ObjectPath, index: UInt32, range: TextRange, mediaMicroseconds: Microseconds,
    details: [String: BusValue] = [:]
  ) {
    self.track = track
    self.index = index
    self.range = range
    self.mediaMicroseconds = mediaMicroseconds
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] {
    [.objectPath(track), .uint32(index)] + range.arguments + [.microseconds(mediaMicroseconds), .vardict(details)]
  }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 7, let track = arguments[0].asObjectPath, let index = arguments[1].asUInt32,
      let range = TextRange(arguments[2...4]), let time = arguments[5].asMicroseconds,
      let details = arguments[6].asVardict
    else { return nil }
    self.init(track: track, index: index, range: range, mediaMicroseconds: time, details: details)
  }
}

/// A word began to be heard.
public struct WordSignal: TextSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "Word"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.word
  /// The id of the track.
  public var track: ObjectPath
  /// The range in the original text.
  public var range: TextRange
  /// The media time of its first sample, from the start of the track.
  public var mediaMicroseconds: Microseconds
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, range: TextRange, mediaMicroseconds: Microseconds, details: [String: BusValue] = [:]) {
    self.track = track
    self.range = range
    self.mediaMicroseconds = mediaMicroseconds
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] {
    [.objectPath(track)] + range.arguments + [.microseconds(mediaMicroseconds), .vardict(details)]
  }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 6, let track = arguments[0].asObjectPath, let range = TextRange(arguments[1...3]),
      let time = arguments[4].asMicroseconds, let details = arguments[5].asVardict
    else { return nil }
    self.init(track: track, range: range, mediaMicroseconds: time, details: details)
  }
}

/// The current position, for progress displays; sent at most twice a second.
public struct ProgressSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "Progress"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.progress
  /// The media time that is heard, from the start of the track.
  public var positionMicroseconds: Microseconds
  /// The length; 0 if unknown.
  public var lengthMicroseconds: Microseconds
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(positionMicroseconds: Microseconds, lengthMicroseconds: Microseconds, details: [String: BusValue] = [:]) {
    self.positionMicroseconds = positionMicroseconds
    self.lengthMicroseconds = lengthMicroseconds
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] {
    [.microseconds(positionMicroseconds), .microseconds(lengthMicroseconds), .vardict(details)]
  }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let position = arguments[0].asMicroseconds, let length = arguments[1].asMicroseconds,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(positionMicroseconds: position, lengthMicroseconds: length, details: details)
  }
}
