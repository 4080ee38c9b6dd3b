import Playback
import Reading
import Store

/// The state of the reading at the end of the last run, from which this run continues. Each part is taken once.
struct FormerReading {
  private var wasPlaying = false
  private var sleep: KeptSleep?
  private var route: Endpoint?

  /// The state if nothing was going on.
  init() {}

  init(_ kept: KeptSession) {
    wasPlaying = kept.player.wish == .playing
    sleep = kept.sleep
    route = kept.route
  }

  /// True if the last run ended while it was reading and nothing prevented sound.
  mutating func takeWasPlaying() -> Bool {
    defer { wasPlaying = false }
    return wasPlaying
  }

  /// The sleep timer of the last run.
  mutating func takeSleep() -> KeptSleep? {
    defer { sleep = nil }
    return sleep
  }

  /// The private route of the last run.
  mutating func takeRoute() -> Endpoint? {
    defer { route = nil }
    return route
  }
}
