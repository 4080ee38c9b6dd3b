import Vocabulary

@testable import Playback

extension Player {
  /// The playing order, from its first entry on.
  private var playingOrder: [TrackID] {
    Array(sequence(first: queue.first) { id in id.flatMap { queue.following($0) } }.prefix(entries.count + 1))
      .compactMap { $0 }
  }

  /// The invariants between two events; returns a broken one.
  func brokenInvariant(at now: Moment) -> String? {
    let ids = queue.ids
    let set = Set(ids)
    guard set.count == ids.count else { return "an entry stands twice in the queue" }
    guard playingOrder.count == ids.count, Set(playingOrder) == set else { return "the playing order is another set" }
    if shuffle == .off, playingOrder != ids { return "unshuffled, and in another order" }
    guard isEmpty == (current == nil), current.map(set.contains) ?? true else { return "the current is not queued" }
    guard (readiness == .closed) == (wants == .stopped) else { return "open and stopped" }
    guard isGoingOn == (status == .playing) else { return "sound and status differ" }
    guard overruled.isDisjoint(with: holds.keys) else { return "a hold that was overruled" }
    guard (heldSince != nil) == isHeld else { return "held time of nothing" }
    if rewind != nil, order.sound || readiness == .closed { return "a way back that was not taken" }
    if resting != nil, order.sound || !isResting { return "a rest with sound, or in another place" }
    if awaitsMark, wants != .playing || isEmpty { return "a mark is awaited where nothing is wanted" }
    if order.sound, !holds.isEmpty || wants != .playing { return "sound that is not wanted, or is held" }
    guard set.isSuperset(of: silent), current.map({ !silent.contains($0) }) ?? silent.isEmpty else {
      return "a silent text that is read, or nowhere"
    }
    guard set.isSuperset(of: places.keys), places.values.allSatisfy({ $0 >= 0 }) else { return "a place of nothing" }
    if wants != .stopped, let current, places[current] != nil { return "a place of what is open" }
    guard set.isSuperset(of: intentsAfter.keys) else { return "an intent after nothing" }
    guard set.isSuperset(of: entrances.keys) else { return "an entrance of nothing" }
    guard set.isSuperset(of: utterances.keys) else { return "an utterance of nothing" }
    if isHeard, readiness != .ready || current.map({ !hasStarted($0) }) ?? true { return "heard and not started" }
    if let repetition, !set.contains(repetition.track) { return "a repetition of nothing" }
    if let repetition, repetition.track == current, readiness == .closed { return "a repetition of what is closed" }
    if case .between(let start, let end) = repetition?.extent, start >= end { return "a repetition without length" }
    if let sleep, (sleep.soundingSince != nil) != isGoingOn { return "a sleep timer that counts silence" }
    if sleep != nil || repetition != nil, wants == .stopped || isEmpty { return "a timer or a repetition of nothing" }
    if isOnlyRestored, isEmpty || wants == .playing { return "a queue that was only restored, and is played" }
    guard Player.rates.contains(rate), volume >= 0 else { return "a level out of range" }
    guard rate == current.map({ self.rate(of: $0) }) ?? globalRate else { return "a rate of another track" }
    guard queue.rateKeys.isSuperset(of: ownRates.keys) else { return "a rate of nothing" }
    for id in ids {
      // Each way back to the place of a document comes once.
      guard let wait = wait(for: id, heard: 0) else { continue }
      if wait.ahead > ids.count * (entrances.count + 1) { return "a wait for more than there is" }
    }
    if let putOff, !set.contains(putOff.track) || putOff.track == current { return "nothing was put off" }
    return brokenSnapshot(at: now)
  }

  /// The snapshot derived again, from the public facts.
  private func brokenSnapshot(at now: Moment) -> String? {
    let snapshot = snapshot
    let isPlaying = wants == .playing && holds.keys.allSatisfy { $0 == .announcement } && current != nil
    let isStopped = wants == .stopped || current == nil
    guard snapshot.status == (isStopped ? .stopped : isPlaying ? .playing : .paused) else { return "a wrong status" }
    guard (snapshot.pauseReason != nil) == (snapshot.status == .paused) else { return "a pause without a reason" }
    guard snapshot.track == current, snapshot.tracks == entries.map(\.id) else { return "a wrong queue" }
    let entry = entries.first { $0.id == current }
    guard snapshot.metadata == entry?.metadata, snapshot.length == entry?.length else { return "wrong metadata" }
    guard snapshot.canPlay == !isEmpty, snapshot.canPause == !isEmpty else { return "a wrong CanPlay" }
    guard snapshot.canSeek == !isStopped else { return "a wrong CanSeek" }
    var copy = self
    guard snapshot.canGoNext || (copy.handle(.next(finishing: false), at: now).isEmpty && copy == self) else {
      return "Next does something and CanGoNext says no"
    }
    copy = self
    let effects = copy.handle(.next(finishing: false), at: now)
    // A track that was stopped before an interruption stays stopped.
    let leadsToStop = current.map { intentsAfter[$0] == .stopped } ?? false
    if snapshot.canGoNext, !leadsToStop,
      isStopped ? !effects.allSatisfy(\.isRate) : effects.opened.count != 1
    {
      return "a wrong CanGoNext"
    }
    copy = self
    _ = copy.handle(.previous(heard: 0, restartAfter: 1), at: now)
    if !snapshot.canGoPrevious, copy != self { return "Previous does something and CanGoPrevious says no" }
    if snapshot.canGoPrevious, copy == self, loop != .playlist { return "a wrong CanGoPrevious" }
    return nil
  }

  /// Effects that an event must not have.
  func brokenPromise(after event: Event, at now: Moment, from before: Player, _ effects: [Effect]) -> String? {
    switch event {
    case .play, .pause, .stop, .clear, .configure, .reasonEnded, .setRate, .setVolume, .setLoop, .setShuffle:
      // The decision about a route's change is used up; the next one is about another change.
      let wasOpen = before.overruled.contains(.route) || before.holds[.route] != nil
      if case .pause(let reason) = event, reason.word == .routeLost, wasOpen { break }
      var copy = self
      let second = copy.handle(event, at: now)
      // Each event during a doubt is noted.
      copy.doubt = doubt
      if !second.isEmpty || copy != self { return "a second time it does something again" }
    case .pauseAsked:
      if order.sound || !effects.opened.isEmpty { return "in doubt there is silence" }
    case .pauseKnown:
      if current != before.current || !effects.opened.isEmpty { return "an answer moved the place" }
      if before.doubt == nil, wants != before.wants || order != before.order { return "an answer nobody waits for" }
    case .next where before.current.map { before.intentsAfter[$0] != nil } ?? false: break
    case .goTo(before.current, _) where before.current.map { before.intentsAfter[$0] != nil } ?? false: break
    case .seek where before.current.map { before.intentsAfter[$0] != nil } ?? false: break
    case .next, .previous, .goTo, .seek, .replaced:
      if !isEmpty, wants != before.wants { return "pause or play were not kept" }
    case .holdBegan, .holdFound, .holdEnded, .holdExpired:
      let isExpired = before.holdDeadline.map { $0 <= now } ?? false
      if wants != before.wants, !isExpired { return "a hold changed what is wanted" }
      if wantsSound, !before.wantsSound || !effects.opened.isEmpty { return "a hold started something" }
    case .restore:
      if !before.isEmpty, (current, wants) != (before.current, before.wants) || !effects.isEmpty {
        return "a queue was taken up over another"
      }
      if ids.filter({ before.entry($0) != nil }) != before.ids { return "what was queued changed its order" }
    case .loudness, .volumeChanged:
      let isExpired = before.holdDeadline.map { $0 <= now } ?? false
      if current != before.current || !effects.opened.isEmpty { return "it moved the place" }
      if wants != before.wants, !isExpired { return "what is heard of it changed what is wanted" }
    case .move, .measured, .described, .obeyed, .prepared, .endedSilent:
      if current != before.current || wants != before.wants || !effects.opened.isEmpty { return "it moved the place" }
    case .relaid(let id, _, _, _):
      let isDue = id == current && before.awaitsMark
      if current != before.current || wants != before.wants && !isDue { return "another timeline is no move" }
      if !effects.opened.isEmpty, id != current || before.readiness == .closed { return "it opened something" }
    case .engineLost:
      if current != before.current || !effects.opened.isEmpty { return "a lost engine moved the place" }
      if event == .engineLost(before.epoch), order.sound || wantsSound { return "a lost engine is waited for" }
    case .restBegan, .restEnded:
      if current != before.current || wants != before.wants || !effects.opened.isEmpty { return "it moved the place" }
      if status != before.status || snapshot != before.snapshot { return "a rest is not seen" }
    case .setRepeat, .mark:
      if current != before.current || wants != before.wants || !effects.opened.isEmpty { return "it moved the place" }
    case .slept:
      if status != before.status || !effects.isEmpty { return "sleep of the machine did something at once" }
    case .setSleep, .extendSleep:
      if self != before, wants != before.wants || !effects.isEmpty { return "a timer did something at once" }
    case .pauseAtMark:
      if current != before.current || wants != before.wants || !effects.isEmpty { return "it did something early" }
    case .markReached:
      if wants != before.wants, order.sound || pauseReason?.word != .mark { return "a mark is silence" }
    case .sleepExpired, .sleepUnitEnded:
      if wants != before.wants, order.sound || pauseReason != .sleepTimer { return "the end of a timer is silence" }
    case .expect, .setGlobalRate, .setRateOfAll, .forgetRate, .giveRate:
      if current != before.current || wants != before.wants || !effects.opened.isEmpty { return "it moved the place" }
    case .fellSilent:
      if effects.opened.count > 1 || wants != before.wants && order.sound { return "a silence made sound" }
    case .toggle, .add, .bring, .remove, .ended, .failed, .blocked, .spokeAgain: break
    }
    if [.stop, .clear(.stopped)].contains(event), order.sound || readiness != .closed {
      return "stop and clear leave silence"
    }
    return lostEnd(after: event, from: before) ?? loudness(after: event, from: before)
      ?? staleReportThatMatters(at: now)
  }

  /// The end of a track is the end of every unit in it. A requested pause always follows unless the listener moves
  /// elsewhere.
  private func lostEnd(after event: Event, from before: Player) -> String? {
    let isEnd = [.ended(before.epoch), .failed(before.epoch)].contains(event) && before.readiness != .closed
    let awaitsEnd = before.awaitsMark || before.sleep?.isOfUnit == true
    if isEnd, order.sound, awaitsEnd { return "the end of a track was no end" }
    switch event {
    case .next, .previous, .goTo, .seek, .bring, .spokeAgain, .add(_, .now, _, _, _), .add(_, .inTurn, _, _, _):
      return nil
    default: return before.awaitsMark && !awaitsMark && wants == .playing ? "a pause was asked for and lost" : nil
    }
  }

  /// Only the listener, their orders, and the end of a hold turn silence into sound.
  private func loudness(after event: Event, from before: Player) -> String? {
    guard order.sound, !before.isGoingOn else { return nil }
    switch event {
    case .play, .toggle, .add, .bring, .spokeAgain: return nil
    case .holdEnded: return before.isHeld ? nil : "the end of a hold started what nobody wanted"
    case .loudness, .setVolume, .volumeChanged, .configure:
      return before.isHeld && before.holds[.muted] != nil ? nil : "being heard started what nobody wanted"
    case .reasonEnded(let reason):
      return before.policy.resumes(after: reason) && before.pauseReason == reason ? nil : "it came back unasked"
    case .pauseKnown(_, isListeners: false):
      let hadReasonEnded = before.doubt?.entries.contains { if case .reasonEnded = $0.entry { true } else { false } }
      return before.doubt?.isAllOfIt == true || hadReasonEnded == true ? nil : "a doubt ended what was no part of it"
    default: return "it made sound out of silence"
    }
  }

  private func staleReportThatMatters(at now: Moment) -> String? {
    let old: [Event] = [
      .restBegan(epoch &- 1), .restEnded(epoch &- 1), .restBegan(epoch &+ 1), .sleepUnitEnded(epoch &- 1),
      .markReached(epoch &- 1), .markReached(epoch &+ 1),
      .prepared(epoch &- 1), .ended(epoch &- 1), .failed(epoch &- 1),
      .engineLost(epoch &- 1), .obeyed(serial: order.serial &- 1), .prepared(epoch &+ 1), .ended(epoch &+ 1),
      .failed(epoch &+ 1), .engineLost(epoch &+ 1), .obeyed(serial: order.serial &+ 1),
    ]
    for report in old {
      var copy = self
      if !copy.handle(report, at: now).isEmpty || copy != self { return "the stale \(report) changed something" }
    }
    return nil
  }
}

extension Player.Effect {
  fileprivate var isRate: Bool { if case .setRate = self { true } else { false } }
}
