import EventLoop

/// The wait for an engine that lists its voices. On a busy machine it may take a while: it is waited for as long as it
/// works, within a deadline, and given up when it does nothing.
@Core
struct VoiceWait {
  /// The time between two looks at what the engine's process does.
  static let lookInterval = Duration.milliseconds(500)
  /// An engine that does nothing is given up after so long.
  static let patience = Duration.seconds(1)
  /// One that works is given up after so long.
  static let deadline = Duration.seconds(5)

  let engine: SpeechEngine
  /// The folders of its voices that were known before.
  let formerFolders: [String]
  /// True for the usual engine: without its voices there is no list.
  let isNeeded: Bool
  /// True if something has changed since it was asked: it is to be asked again.
  var isStale = false
  /// True if nobody waits for it any more. Its voices are taken when they come.
  private(set) var isGivenUp = false
  /// The time for which it has been waited for.
  private(set) var time = Duration.zero
  private var silence = Duration.zero
  private var work = SilentWork()
  private var hasLooked = false

  init(_ engine: SpeechEngine, isNeeded: Bool) {
    (self.engine, self.isNeeded) = (engine, isNeeded)
    formerFolders = engine.voiceFolders
  }

  /// Looks at what it has done in an interval. The first look is the beginning of one.
  mutating func look() {
    let works = engine.listingProcess.map { work.goesOn(in: $0, upTo: Self.deadline) } ?? false
    guard hasLooked else {
      hasLooked = true
      return
    }
    silence = works ? .zero : silence + Self.lookInterval
    time += Self.lookInterval
    isGivenUp = isGivenUp || !isNeeded && (silence >= Self.patience || time >= Self.deadline)
  }
}
