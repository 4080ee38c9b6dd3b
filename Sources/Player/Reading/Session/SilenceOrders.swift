import Playback
import Vocabulary

/// The orders of silence and the requests that they overtake. A value.
///
/// A text that was asked for before a pause or a stop may be on its way into the queue for long. It does not begin to
/// sound when it comes: it waits for Play like everything else that is in the queue.
package struct SilenceOrders: Sendable {
  /// The facts about a player that decide if an event was an order of silence.
  struct State: Equatable {
    var wantsSound: Bool
    var isPlaying: Bool
    var awaitsMark: Bool
    var hasSleepTimer: Bool

    init(_ player: Player) {
      wantsSound = player.wantsSound
      isPlaying = player.status == .playing
      awaitsMark = player.awaitsMark
      hasSleepTimer = player.sleep != nil
    }
  }

  /// The number of orders so far; a request remembers it.
  package private(set) var count: UInt64 = 0
  /// Requests with a smaller number are overtaken.
  private var limit: UInt64 = 0
  /// The pauses of callers that are not known yet, with their numbers: those requests are overtaken as long.
  private var doubts: [PauseCall: UInt64] = [:]

  /// No order yet.
  package init() {}

  /// True if an order of silence came after a request that remembers this number.
  package func haveOvertaken(_ number: UInt64) -> Bool { number < max(limit, doubts.values.max() ?? 0) }

  /// The player has handled an event.
  mutating func take(_ event: Player.Event, before: State, after: State) {
    let hasEndedSound = before.wantsSound && !after.wantsSound
    switch event {
    case .stop: order()
    case .toggle: if before.isPlaying { order() }
    // The service ends: the next one takes over what still comes.
    case .pause(.restart): break
    // Others report what has happened, also where nothing was heard.
    case .pause(let reason): if reason.isAsked || hasEndedSound { order() }
    // Where the listener's own pause was due, the player has no doubt.
    case .pauseAsked where before.awaitsMark: order()
    case .pauseAsked(let call):
      count += 1
      doubts[call] = count
    // A call that was not the listener's counts as if it had not come.
    case .pauseKnown(let call, let isListeners):
      if let number = doubts.removeValue(forKey: call), isListeners { limit = max(limit, number) }
    case .markReached, .sleepExpired, .sleepUnitEnded, .holdExpired, .engineLost: if hasEndedSound { order() }
    case .ended, .failed:
      // A pause or a sleep timer that was due here; else an interrupting text is over, or the queue.
      let wasDue = before.awaitsMark || (before.hasSleepTimer && !after.hasSleepTimer)
      if hasEndedSound, wasDue { order() }
    default: break
    }
  }

  private mutating func order() {
    count += 1
    limit = count
  }
}
