import Playback
import Store

/// What was going on when the last run ended, for whoever lets its reading go on. Each part is taken once.
struct FormerReading {
  private var wasPlaying = false
  private var sleep: KeptSleep?
  private var route: Endpoint?

  /// Nothing was going on.
  init() {}

  init(_ kept: KeptSession) {
    wasPlaying = kept.player.wish == .playing
    sleep = kept.sleep
    route = kept.route
  }

  /// Whether the last run ended while it read, and nothing forbade the sound.
  mutating func takeWasPlaying() -> Bool {
    defer { wasPlaying = false }
    return wasPlaying
  }

  /// The sleep timer of the last run.
  mutating func takeSleep() -> KeptSleep? {
    defer { sleep = nil }
    return sleep
  }

  /// Where private sound of the last run went.
  mutating func takeRoute() -> Endpoint? {
    defer { route = nil }
    return route
  }
}
