public import Vocabulary

/// A phrase of a recording: a voice between two silences, with a little of these. Its times count from the beginning of
/// the recording.
public struct Phrase: Equatable, Sendable {
  /// The time with which the phrase begins: some silence before the voice, or the voice.
  public var start: Microseconds
  /// The time with which the voice begins, ``start`` or later.
  public var voiceStart: Microseconds
  /// The time at which the voice has ended, later than ``voiceStart``.
  public var voiceEnd: Microseconds
  /// The time at which the phrase has ended, ``voiceEnd`` or later. That of the last phrase may be behind the end of
  /// the recording: what is missing there is silence.
  public var end: Microseconds

  /// A phrase from its times, in this order.
  public init(start: Microseconds, voiceStart: Microseconds, voiceEnd: Microseconds, end: Microseconds) {
    (self.start, self.voiceStart, self.voiceEnd, self.end) = (start, voiceStart, voiceEnd, end)
  }

  /// The length of the voice, from which a gap is counted.
  public var voiced: Microseconds { voiceEnd - voiceStart }
}
