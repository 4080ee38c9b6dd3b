/// What the listener's configuration says about interruptions.
public struct Policy: Equatable, Sendable {
  /// After so much silence a hold has become a pause: nobody expects the sound to come back by itself any more.
  public var holdLimit = Duration.seconds(900)
  /// From so much silence on, a hold is followed by the beginning of the sentence instead of that of the word.
  public var rewindAfter = Duration.seconds(20)
  /// From so much silence on, a pause is followed by the beginning of a sentence, the further back the longer it was
  /// (``ResumeRewind``); zero: by the very place.
  public var pauseRewindAfter = Duration.seconds(300)
  /// Whether the return of the very device whose loss paused the reading makes it go on.
  public var resumesOnReplug = false
  /// Whether unlocking the screen makes what the lock paused go on.
  public var resumesOnUnlock = false

  /// Whether silence is kept while nobody would hear what is read.
  public var pausesOnMute = false

  /// The defaults.
  public init() {}

  /// Whether what was paused for a reason goes on when the reason is over.
  func resumes(after reason: PauseReason) -> Bool {
    switch reason.word {
    case .routeLost: resumesOnReplug
    case .lock: resumesOnUnlock
    case .mark, .user, .sleepTimer, .muted, .routeChange, .call, .noSink, .noLink, .serverLost, .engineLost,
      .otherPlayer, .seat, .sleep,
      .restart:
      false
    }
  }
}

/// Where the sound goes on after a silence that the listener did not ask for, or that was long. A short pause of the
/// listener's own goes on at the sample.
public enum Rewind: Comparable, Sendable {
  /// At the beginning of the word that was interrupted.
  case word
  /// At the beginning of the sentence.
  case sentence
  /// So many sentences before that, 1 or more, or at the beginning of the text.
  case sentences(back: Int)
}
