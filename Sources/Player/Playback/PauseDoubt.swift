/// Identifies one call of `Pause` whose caller is not known yet.
public struct PauseCall: Hashable, Sendable {
  /// Unique among those of one driver.
  public let number: UInt64

  /// The value from its parts.
  public init(number: UInt64) { self.number = number }
}

/// A pause at the call of a program, while it is being found out which program that is.
///
/// Not every caller is the listener, or speaks for them. When a sink goes, a session manager (WirePlumber from 0.5.11
/// on) calls `Pause` of the players that were linked to it. It knows neither if the route was private nor that this
/// player decides about its routes itself. Such a call counts as if it had never come. But in doubt there is silence:
/// the pause stands until it is known whose it is, and for good if that stays unknown.
struct PauseDoubt: Equatable, Sendable {
  /// An event since the first call that the pause would have decided about, if nothing else had.
  enum Entry: Equatable, Sendable {
    /// A call of an unknown caller.
    case asked(PauseCall)
    case pause(PauseReason)
    case reasonEnded(PauseReason)
    case slept(Duration)
  }

  /// The most entries; a player that is paused more often meanwhile is paused.
  static let mostEntries = 64

  /// The listener's wish before the first call.
  let wants: Player.Intent
  private(set) var entries: [(entry: Entry, moment: Moment)] = []

  init(wants: Player.Intent) { self.wants = wants }

  /// True if a caller is still unknown.
  var isOpen: Bool {
    entries.contains {
      if case .asked = $0.entry { true } else { false }
    }
  }

  /// True if nothing but calls of unknown callers forbids the sound that was wanted.
  var isAllOfIt: Bool {
    wants == .playing
      && entries.allSatisfy {
        if case .asked = $0.entry { true } else { false }
      }
  }

  mutating func note(_ entry: Entry, at moment: Moment) { entries.append((entry, moment)) }

  /// Notes that a call was the listener's, or removes it. Returns false if it is not in doubt.
  mutating func settle(_ call: PauseCall, isListeners: Bool) -> Bool {
    guard let index = entries.firstIndex(where: { $0.entry == .asked(call) }) else { return false }
    if isListeners { entries[index].entry = .pause(.user) } else { entries.remove(at: index) }
    return true
  }

  static func == (a: Self, b: Self) -> Bool {
    a.wants == b.wants && a.entries.elementsEqual(b.entries, by: ==)
  }
}

extension Player {
  /// True if sound is wanted, or would be if every call in doubt were a session manager's. A route must be guarded as
  /// long: a session manager calls because the route has gone.
  public var mayWantSound: Bool { wantsSound || (doubt?.isAllOfIt == true && queue.current != nil) }

  /// A program called `Pause`, and it is not known which one.
  mutating func pause(askedBy call: PauseCall, at now: Moment) {
    guard wants != .stopped else { return }
    // The listener has asked for silence here already, and it comes a few words early.
    guard !awaitsMark else { return pause(.user, at: now) }
    var doubt = doubt ?? PauseDoubt(wants: wants)
    doubt.note(.asked(call), at: now)
    self.doubt = doubt
    join(.user, at: now)
  }

  /// The caller is known. If it was not the listener, everything is as if it had not called.
  mutating func settle(_ call: PauseCall, isListeners: Bool) {
    guard var doubt, doubt.settle(call, isListeners: isListeners) else { return }
    self.doubt = nil
    if !isListeners {
      wants = doubt.wants
      for (entry, moment) in doubt.entries {
        switch entry {
        case .asked: join(.user, at: moment)
        case .pause(let reason): join(reason, at: moment)
        case .reasonEnded(let reason): reasonEnded(reason, at: moment)
        case .slept(let time): lengthenPause(by: time)
        }
      }
    }
    if doubt.isOpen { self.doubt = doubt }
  }

  /// A command that ends the pause has decided, and so has a flood of pauses.
  mutating func settleDoubt() {
    guard let doubt else { return }
    if case .paused = wants, doubt.entries.count <= PauseDoubt.mostEntries { return }
    self.doubt = nil
  }
}
