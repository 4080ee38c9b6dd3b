import Vocabulary

/// The configured policy on interruptions.
public struct Policy: Equatable, Sendable {
  /// A hold becomes a pause after so much silence: the listener no longer expects the sound to return by itself.
  public var holdLimit = Duration.seconds(900)
  /// A hold of at least this length is followed by the beginning of the sentence instead of that of the word.
  public var rewindAfter = Duration.seconds(20)
  /// A pause of at least this length is followed by the beginning of a sentence, further back for longer pauses
  /// (``ResumeRewind``). Zero: by the exact place.
  public var pauseRewindAfter = Duration.seconds(300)
  /// True if the reading continues when the same device returns whose loss paused it.
  public var resumesOnReplug = false
  /// True if unlocking the screen continues a reading that the lock paused.
  public var resumesOnUnlock = false

  /// True if silence is kept while the sound cannot be heard.
  public var pausesOnMute = false

  /// The defaults.
  public init() {}

  /// True if a reading that was paused for `reason` continues when the reason is over.
  func resumes(after reason: PauseReason) -> Bool {
    switch reason.word {
    case .routeLost: resumesOnReplug
    case .lock: resumesOnUnlock
    case .announcement, .mark, .user, .sleepTimer, .muted, .routeChange, .call, .noSink, .noLink, .serverLost,
      .engineLost,
      .otherPlayer, .seat, .sleep,
      .restart:
      false
    }
  }
}

/// The place at which sound continues after a silence that was long or not requested by the listener. After a short
/// pause of the listener's own it continues at the exact sample.
public enum Rewind: Comparable, Sendable {
  /// The beginning of the interrupted word.
  case word
  /// The beginning of the sentence.
  case sentence
  /// The beginning of the sentence so many sentences before, 1 or more, or the beginning of the text.
  case sentences(back: Int)
}
