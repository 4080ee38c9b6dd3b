public import BusValues
public import Vocabulary

/// A phrase that is studied began to be heard, for the first time or again.
public struct PhraseSignal: TextSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "Phrase"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.phrase
  /// The id of the track.
  public var track: ObjectPath
  /// The index of the phrase, from 0.
  public var index: UInt32
  /// The hearings of it before this one.
  public var repetition: UInt32
  /// The media time of its first sample, from the start of the exercise.
  public var mediaMicroseconds: Microseconds
  /// See ``PhraseSignal/Key``; and `text` for those who asked for it.
  public var details: [String: BusValue]

  /// The keys of ``details``.
  public enum Key {
    /// `u`: the number of phrases known so far.
    public static let phrases = "phrases"
    /// `u`: how often each is heard.
    public static let repetitions = "repetitions"
    /// `d`: the speed of its sound.
    public static let speed = "speed"
    /// `x`: the time that its sound takes at the rate 1, in microseconds.
    public static let length = "length"
    /// `x`: the time of the gap behind it, in microseconds.
    public static let gap = "gap"
    /// `b`: true if the translation of a recorded phrase is heard, and not the phrase itself.
    public static let translation = "translation"
  }

  /// A signal to be sent.
  public init(
    track: ObjectPath, index: UInt32, repetition: UInt32, mediaMicroseconds: Microseconds,
    details: [String: BusValue] = [:]
  ) {
    self.track = track
    self.index = index
    self.repetition = repetition
    self.mediaMicroseconds = mediaMicroseconds
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] {
    [.objectPath(track), .uint32(index), .uint32(repetition), .microseconds(mediaMicroseconds), .vardict(details)]
  }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 5, let track = arguments[0].asObjectPath, let index = arguments[1].asUInt32,
      let repetition = arguments[2].asUInt32, let time = arguments[3].asMicroseconds,
      let details = arguments[4].asVardict
    else { return nil }
    self.init(track: track, index: index, repetition: repetition, mediaMicroseconds: time, details: details)
  }
}
