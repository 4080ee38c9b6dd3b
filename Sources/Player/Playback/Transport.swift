import Vocabulary

// The listener's transport commands, and the end of a track.
extension Player {
  mutating func play(at now: Moment) -> [Effect] {
    guard let id = current else { return [] }
    overruleHolds(at: now)
    leavePause(at: now)
    wants = .playing
    return readiness == .closed ? openAtPlace(id) : []
  }

  /// Silences and closes everything. The entries stay, and Play starts the current one again.
  mutating func stop() -> [Effect] {
    guard wants != .stopped else { return [] }
    var effects = leave(.cancelled(.stopped))
    for id in queue.ids where utterances[id] == .paused {
      utterances[id] = nil
      effects.append(.announce(.cancelled(.stopped), id))
    }
    wants = .stopped
    places.removeAll()
    intentsAfter.removeAll()
    silent.removeAll()
    return effects + close()
  }

  mutating func next(finishing: Bool) -> [Effect] {
    guard let id = current else { return [] }
    let following = queue.following(id)
    guard following != nil || loop != .none || finishing else { return [] }
    let effects = leave(.cancelled(.skipped))
    // The listener leaves the interrupting entry. A reading that they paused before stays paused.
    wantAgain(intentsAfter.removeValue(forKey: id))
    if let following { return effects + enter(following) }
    switch loop {
    case .playlist: return effects + openNextLap()
    case .track: return effects + open(id, at: 0)
    case .none: return effects + finishQueue()
    }
  }

  mutating func previous(heard: Microseconds, restartAfter limit: Microseconds) -> [Effect] {
    guard let id = current else { return [] }
    if heard < limit, let target = queue.preceding(id) ?? (loop == .playlist ? queue.last : nil) {
      return leave(.cancelled(.skipped)) + openAtPlace(target)
    }
    return seek(to: 0)
  }

  /// Opens another place of the same entry, which remains the same utterance.
  mutating func seek(to position: Microseconds) -> [Effect] {
    guard let id = current, wants != .stopped else { return [] }
    if let length = length(of: id), length.isExact, position >= length.microseconds { return next(finishing: true) }
    return open(id, at: position)
  }

  mutating func goTo(_ id: TrackID, at position: Microseconds? = nil) -> [Effect] {
    guard queue.contains(id) else { return [] }
    guard id != current else { return seek(to: position ?? 0) }
    // If nothing is open, the place is stored for Play.
    if let position { places[id] = position.asPlace }
    return leave(.cancelled(.skipped)) + openAtPlace(id)
  }

  mutating func ended(at now: Moment) -> [Effect] {
    guard let id = current else { return [] }
    // A spoken text that interrupts is heard once, and the interrupted entry continues.
    let isSaid = isSaidInBetween(id)
    let isRepeated = loop == .track && !isSaid && !isInaudible(id)
    let effects = leave(.finished) + endUnits(of: id, isRepeated: isRepeated, isSaidInBetween: isSaid, at: now)
    if isRepeated { return effects + open(id, at: 0) }
    if let following = queue.following(id) { return effects + enter(following) }
    return effects + (loop == .playlist && !ids.allSatisfy(isInaudible) ? openNextLap() : finishQueue())
  }

  /// True if no sound is left of an entry: its text cannot be spoken. Repeating it would only be a storm of signals.
  private func isInaudible(_ id: TrackID) -> Bool {
    queue.length(of: id).map { $0.isExact && $0.microseconds <= 0 } ?? false
  }

  /// Nothing continues by itself, so that the listener does not miss anything unknowingly.
  mutating func blocked(_ isWhole: Bool, _ place: Microseconds) -> [Effect] {
    guard let id = current else { return [] }
    let effects = leave(isWhole ? .finished : .cancelled(.failed))
    wants = .stopped
    places[id] = place.asPlace
    return effects + close()
  }

  /// The end of a track is the end of everything in it: its last word, sentence and paragraph, the chapter, and the
  /// interruption. All of these end at one instant. This function alone defines their order, without timers.
  private mutating func endUnits(
    of id: TrackID, isRepeated: Bool, isSaidInBetween: Bool, at now: Moment
  ) -> [Effect] {
    // An interrupting text is not a chapter of the reading that follows.
    let isInterjection = isSaidInBetween || (!isRepeated && queue.following(id).map { places[$0] != nil } ?? false)
    endTrackOfSleep(isChapter: !isInterjection, at: now)
    takeMark(at: now)
    // A repeated track remains an interruption.
    if !isRepeated { wantAgain(intentsAfter.removeValue(forKey: id)) }
    // This comes first: nothing of what follows is to be heard.
    return settleOutput()
  }

  mutating func failed(at now: Moment) -> [Effect] {
    guard let id = current else { return [] }
    let isSaid = isSaidInBetween(id)
    let effects =
      leave(.cancelled(.failed)) + endUnits(of: id, isRepeated: false, isSaidInBetween: isSaid, at: now)
    let following = queue.following(id)
    guard following != nil || loop == .playlist else { return effects + finishQueue() }
    // The entry is not tried again in the next lap.
    let forgotten = forget([id])
    return effects + (following.map { enter($0) } ?? openNextLap()) + forgotten
  }
}
