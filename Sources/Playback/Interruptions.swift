// What silences the player against the listener's wish, and what brings the sound back.
//
// Holds end by themselves; a pause does not. A word of the listener beats both. What happens at the same time gives
// the same state in whatever order it is heard of.
extension Player {
  /// Whether the listener wants to hear and something forbids it for now.
  var isHeld: Bool { wantsSound && !holds.isEmpty }

  /// When what holds the sound now becomes a pause; the driver sends ``Event/holdExpired`` then.
  public var holdDeadline: Moment? { heldSince.map { $0 + policy.holdLimit } }

  mutating func begin(_ hold: Hold, at now: Moment) {
    guard !overruled.contains(hold), holds[hold] == nil else { return }
    holds[hold] = now
    // What was in the pipe is lost with it.
    if !hold.yieldsToListener { goOn(from: .word) }
  }

  /// A hold that was there before anybody looked. Whoever presses Play during a call wants to hear.
  mutating func find(_ hold: Hold, at now: Moment) {
    if isListenersWord, holds[hold] == nil { overruled.insert(hold) } else { begin(hold, at: now) }
  }

  mutating func end(_ hold: Hold, at now: Moment) {
    overruled.remove(hold)
    guard holds[hold] != nil else { return }
    expireHolds(at: now)
    holds[hold] = nil
  }

  /// The silence has lasted long enough to be a pause; earlier than that, nothing.
  mutating func expireHolds(at now: Moment) {
    guard isHeld, let deadline = holdDeadline, now >= deadline, let reason = pauseReason else { return }
    wants = .paused(Pause(reason, since: now))
  }

  /// Silence until somebody wants something else.
  mutating func pause(_ reason: PauseReason, at now: Moment) {
    var moment = now
    if reason.word == .routeLost {
      // The decision about a change that began earlier; a listener who pressed Play meanwhile has decided it.
      guard overruled.remove(.route) == nil else { return }
      moment = holds.removeValue(forKey: .route) ?? now
    }
    switch wants {
    case .stopped: return
    case .playing: wants = .paused(Pause(reason, since: moment))
    case .paused(var pause):
      pause.join(reason, at: moment)
      wants = .paused(pause)
    }
    if !reason.isAsked { goOn(from: .word) }
  }

  /// The word or sentence has ended behind which a pause was asked for.
  mutating func takeMark(at now: Moment) {
    guard awaitsMark else { return }
    awaitsMark = false
    pause(.mark, at: now)
  }

  /// The engine is not tried again and again where nobody listens any more; Play is the next try.
  mutating func loseEngine(at now: Moment) {
    pause(.engineLost, at: now)
    // Also where nothing had been made yet.
    rewind = max(rewind ?? .word, .word)
  }

  /// What was paused for is over: the lost device is back, the screen unlocked. Only the configuration makes that a
  /// reason to go on, and only where nothing else has happened meanwhile.
  mutating func reasonEnded(_ reason: PauseReason, at now: Moment) {
    guard awaitedEnd == reason else { return }
    leavePause(at: now)
    wants = .playing
    isListenersWord = false
  }

  /// What need only be over for the sound to come back.
  private var awaitedEnd: PauseReason? {
    guard case .paused(let pause) = wants, pause.isAlone, policy.resumes(after: pause.reason) else { return nil }
    return pause.reason
  }

  /// Whether the sound comes back with the route that was lost: somebody must look whether it does.
  public var awaitsRoute: Bool { awaitedEnd?.word == .routeLost && queue.current != nil }

  /// The listener's Play: what can be overruled no longer forbids anything.
  mutating func overruleHolds(at now: Moment) {
    isListenersWord = true
    leaveHeldTime(at: now)
    for hold in holds.keys where hold.yieldsToListener {
      holds[hold] = nil
      overruled.insert(hold)
    }
  }

  /// A pause ends. After a long one nobody knows what was said last: the reading goes on some sentences before.
  mutating func leavePause(at now: Moment) {
    guard case .paused(let pause) = wants, policy.pauseRewindAfter > .zero else { return }
    let silence = now - pause.since
    guard silence >= policy.pauseRewindAfter else { return }
    // A part that is repeated is not left for it.
    let isRepeated = repetition.map { $0.track == current } ?? false
    let count = isRepeated ? 0 : ResumeRewind.sentences(after: silence)
    goOn(from: count > 0 ? .sentences(back: count) : .sentence)
  }

  /// The machine slept while the clock stood still.
  mutating func lengthenPause(by time: Duration) {
    guard case .paused(var pause) = wants, time > .zero else { return }
    pause.lengthen(by: time)
    wants = .paused(pause)
  }

  /// Keeps count of the time for which the sound has been held.
  mutating func settleHeldTime(at now: Moment) {
    guard isHeld else { return leaveHeldTime(at: now) }
    if heldSince == nil { heldSince = now }
  }

  private mutating func leaveHeldTime(at now: Moment) {
    guard let since = heldSince else { return }
    heldSince = nil
    let time = now - since
    if time >= policy.rewindAfter {
      goOn(from: .sentence)
    } else if time >= Self.unnoticed {
      goOn(from: .word)
    }
  }

  /// A hold shorter than this is a breath: nothing is said twice for it.
  private static let unnoticed = Duration.milliseconds(100)

  /// The next sound begins with a whole word or sentence. Nothing was cut before the place was ready.
  mutating func goOn(from unit: Rewind) {
    guard readiness == .ready else { return }
    rewind = max(rewind ?? unit, unit)
  }
}
