public import BusValues

/// A sentence began to be heard.
public struct SentenceSignal: AloudSignal {
  public static let member: MemberName = "Sentence"
  public static let kind = EventKind.sentence
  public var track: ObjectPath
  /// Counted from 0 within the track.
  public var index: UInt32
  public var range: TextRange
  /// Media time of its first sample, from the start of the track.
  public var mediaMicroseconds: Int64
  /// For later additions.
  public var details: [String: BusValue]

  public init(
    track: ObjectPath, index: UInt32, range: TextRange, mediaMicroseconds: Int64, details: [String: BusValue] = [:]
  ) {
    self.track = track
    self.index = index
    self.range = range
    self.mediaMicroseconds = mediaMicroseconds
    self.details = details
  }

  public var arguments: [BusValue] {
    [.objectPath(track), .uint32(index)] + range.arguments + [.int64(mediaMicroseconds), .vardict(details)]
  }

  public init?(arguments: [BusValue]) {
    guard arguments.count == 7, let track = arguments[0].asObjectPath, let index = arguments[1].asUInt32,
      let range = TextRange(arguments[2...4]), let time = arguments[5].asInt64, let details = arguments[6].asVardict
    else { return nil }
    self.init(track: track, index: index, range: range, mediaMicroseconds: time, details: details)
  }
}

/// A word began to be heard.
public struct WordSignal: AloudSignal {
  public static let member: MemberName = "Word"
  public static let kind = EventKind.word
  public var track: ObjectPath
  public var range: TextRange
  /// Media time of its first sample, from the start of the track.
  public var mediaMicroseconds: Int64
  /// For later additions.
  public var details: [String: BusValue]

  public init(track: ObjectPath, range: TextRange, mediaMicroseconds: Int64, details: [String: BusValue] = [:]) {
    self.track = track
    self.range = range
    self.mediaMicroseconds = mediaMicroseconds
    self.details = details
  }

  public var arguments: [BusValue] {
    [.objectPath(track)] + range.arguments + [.int64(mediaMicroseconds), .vardict(details)]
  }

  public init?(arguments: [BusValue]) {
    guard arguments.count == 6, let track = arguments[0].asObjectPath, let range = TextRange(arguments[1...3]),
      let time = arguments[4].asInt64, let details = arguments[5].asVardict
    else { return nil }
    self.init(track: track, range: range, mediaMicroseconds: time, details: details)
  }
}

/// Where the reading is, for displays that count along; at most twice a second.
public struct ProgressSignal: AloudSignal {
  public static let member: MemberName = "Progress"
  public static let kind = EventKind.progress
  public var positionMicroseconds: Int64
  /// 0 while the length is unknown.
  public var lengthMicroseconds: Int64
  /// For later additions.
  public var details: [String: BusValue]

  public init(positionMicroseconds: Int64, lengthMicroseconds: Int64, details: [String: BusValue] = [:]) {
    self.positionMicroseconds = positionMicroseconds
    self.lengthMicroseconds = lengthMicroseconds
    self.details = details
  }

  public var arguments: [BusValue] {
    [.int64(positionMicroseconds), .int64(lengthMicroseconds), .vardict(details)]
  }

  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let position = arguments[0].asInt64, let length = arguments[1].asInt64,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(positionMicroseconds: position, lengthMicroseconds: length, details: details)
  }
}
