import Vocabulary

// Silence against the listener's wish, and the return of the sound.
//
// Holds end by themselves; pauses do not. A command of the listener overrules both. Events at the same time give the
// same state in whatever order they are reported.
extension Player {
  /// True if the listener wants to hear and a hold forbids it.
  var isHeld: Bool { wantsSound && !holds.isEmpty }

  /// True if the listener's own wish is the only reason for a silence: sound may begin again at any moment, and no
  /// other program, device or person wants the output.
  public var mayStandBy: Bool {
    guard holds.keys.allSatisfy(\.isAside) else { return false }
    if case .paused(let pause) = wants { return pause.isListenersOwn }
    return true
  }

  /// The moment at which the current hold becomes a pause; the driver then sends ``Event/holdExpired``.
  public var holdDeadline: Moment? {
    holds.keys.allSatisfy(\.isAside) ? nil : heldSince.map { $0 + policy.holdLimit }
  }

  mutating func begin(_ hold: Hold, at now: Moment) {
    guard !overruled.contains(hold), holds[hold] == nil else { return }
    holds[hold] = now
    // The frames in the pipe are lost with it.
    if hold.losesFrames { goOn(from: .word) }
  }

  /// A hold that began before it was noticed. A listener who presses Play during a call wants to hear.
  mutating func find(_ hold: Hold, at now: Moment) {
    if isListenersWord, holds[hold] == nil { overruled.insert(hold) } else { begin(hold, at: now) }
  }

  mutating func end(_ hold: Hold, at now: Moment) {
    overruled.remove(hold)
    guard holds[hold] != nil else { return }
    expireHolds(at: now)
    holds[hold] = nil
  }

  /// Turns a hold that has lasted long enough into a pause; does nothing before.
  mutating func expireHolds(at now: Moment) {
    guard isHeld, let deadline = holdDeadline, now >= deadline, let reason = pauseReason else { return }
    wants = .paused(Pause(reason, since: now))
  }

  /// Silence until another command.
  mutating func pause(_ reason: PauseReason, at now: Moment) {
    var moment = now
    if reason.word == .routeLost {
      // This decides about a route change that began earlier. A listener who pressed Play meanwhile has decided
      // already.
      guard overruled.remove(.route) == nil else { return }
      moment = holds.removeValue(forKey: .route) ?? now
    }
    doubt?.note(.pause(reason), at: moment)
    join(reason, at: moment)
  }

  /// Pauses for a reason, or adds it to those of the present pause.
  mutating func join(_ reason: PauseReason, at moment: Moment) {
    switch wants {
    case .stopped: return
    case .playing: wants = .paused(Pause(reason, since: moment))
    case .paused(var pause):
      pause.join(reason, at: moment)
      wants = .paused(pause)
    }
    if !reason.isAsked { goOn(from: .word) }
  }

  /// The word or sentence before a requested pause has ended.
  mutating func takeMark(at now: Moment) {
    guard awaitsMark else { return }
    awaitsMark = false
    pause(.mark, at: now)
  }

  /// The engine is not retried endlessly while the listener may be away. Play retries it.
  mutating func loseEngine(at now: Moment) {
    pause(.engineLost, at: now)
    // This also applies if no sound had been made yet.
    rewind = max(rewind ?? .word, .word)
  }

  /// The cause of a pause is over: the lost device is back, or the screen is unlocked. The reading continues only if
  /// the configuration says so and nothing else has happened meanwhile.
  mutating func reasonEnded(_ reason: PauseReason, at now: Moment) {
    guard awaitedEnd == reason else { return }
    leavePause(at: now)
    wants = .playing
    isListenersWord = false
  }

  /// The reason whose end alone brings the sound back.
  private var awaitedEnd: PauseReason? { awaitedEnd(of: wants) }

  private func awaitedEnd(of wish: Intent) -> PauseReason? {
    guard case .paused(let pause) = wish, pause.isAlone, policy.resumes(after: pause.reason) else { return nil }
    return pause.reason
  }

  /// True if the sound continues when the lost route returns, so that its return must be watched; also if it would,
  /// were every call in doubt a session manager's.
  public var awaitsRoute: Bool {
    guard queue.current != nil else { return false }
    return awaitedEnd?.word == .routeLost || doubt.flatMap { awaitedEnd(of: $0.wants) }?.word == .routeLost
  }

  /// The listener's Play: holds that can be overruled no longer forbid sound.
  mutating func overruleHolds(at now: Moment) {
    isListenersWord = true
    leaveHeldTime(at: now)
    for hold in holds.keys where hold.yieldsToListener {
      holds[hold] = nil
      overruled.insert(hold)
    }
  }

  /// Ends a pause. After a long one the listener has forgotten the last words, so reading resumes some sentences
  /// before.
  mutating func leavePause(at now: Moment) {
    guard case .paused(let pause) = wants, policy.pauseRewindAfter > .zero else { return }
    let silence = now - pause.since
    guard silence >= policy.pauseRewindAfter else { return }
    // The rewind does not leave a repeated part.
    let isRepeated = repetition.map { $0.track == current } ?? false
    let count = isRepeated ? 0 : ResumeRewind.sentences(after: silence)
    goOn(from: count > 0 ? .sentences(back: count) : .sentence)
  }

  /// The machine was asleep, which the clock does not count.
  mutating func lengthenPause(by time: Duration) {
    guard case .paused(var pause) = wants, time > .zero else { return }
    pause.lengthen(by: time)
    wants = .paused(pause)
  }

  /// Keeps track of the time for which the sound has been held.
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

  /// A shorter hold is a mere breath: nothing is repeated after it.
  private static let unnoticed = Duration.milliseconds(100)

  /// The next sound begins with a whole word or sentence. Before the place was ready, nothing was cut.
  mutating func goOn(from unit: Rewind) {
    guard readiness == .ready else { return }
    rewind = max(rewind ?? unit, unit)
  }
}
