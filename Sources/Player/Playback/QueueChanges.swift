import Vocabulary

// The effects of changes of the queue on the player.
extension Player {
  mutating func add(
    _ entries: [QueueEntry], _ placement: Placement, playing: Bool, heard: Microseconds,
    from beginning: Beginning? = nil,
    at now: Moment
  ) -> [Effect] {
    guard let first = entries.first else { return [] }
    let placement = resolved(placement, playing: playing)
    queue.insert(entries, placement)
    for entry in entries { if let rate = entry.rate { give(rate, to: entry.id) } }
    for entry in entries { utterances[entry.id] = .waiting }
    if let beginning, let index = entries.firstIndex(where: { $0.id == beginning.track }) {
      for entry in entries[..<index] { utterances[entry.id] = nil }
      places[beginning.track] = beginning.position.asPlace
      if index > 0 { entrances[first.id] = beginning.track }
    }
    joinPutInBetween(entries, placement)
    var effects: [Effect] = []
    if let interrupted = current, placement == .now {
      // A requested pause is due after the interrupting entries.
      takeMark(at: now)
      effects += interrupt(interrupted, until: entries.last?.id, heard: heard)
      if playing { startUnasked() } else if wants == .playing { wants = .paused(Pause(.user, since: now)) }
      effects += enter(first.id)
    } else if current == nil, let first = queue.first {
      if playing { startUnasked() } else { wants = .paused(Pause(.user, since: now)) }
      effects += enter(first)
    } else if playing, wants == .stopped {
      startUnasked()
      effects += enter(first.id)
    }
    return effects + dropHistory()
  }

  /// Entries are about to be inserted before the current one, which continues after the last of them as before.
  mutating func interrupt(_ interrupted: TrackID, until last: TrackID?, heard: Microseconds) -> [Effect] {
    if wants != .playing, let last { intentsAfter[last] = wants }
    if readiness != .closed { places[interrupted] = heard.asPlace }
    return suspend()
  }

  /// A new text is to be heard. That does not overrule any hold.
  mutating func startUnasked() {
    if wants != .playing { isListenersWord = false }
    wants = .playing
  }

  mutating func remove(_ ids: Set<TrackID>, at now: Moment) -> [Effect] {
    let gone = queue.ids.filter(ids.contains)
    guard let id = current, ids.contains(id) else { return forget(gone) }
    let effects = leave(.cancelled(.removed))
    takeMark(at: now)
    wantAgain(intentBehind(ids))
    var following = queue.following(id)
    while let candidate = following, ids.contains(candidate) { following = queue.following(candidate) }
    let forgotten = forget(gone)
    if let following { return effects + enter(following) + forgotten }
    if loop == .playlist { return effects + openNextLap() + forgotten }
    // No entry is left to play. Heard ones stay in the list, to be played again on command.
    guard let last = queue.last else { return effects + finishQueue() + forgotten }
    wants = .stopped
    return effects + open(last, at: 0) + forgotten
  }

  mutating func clear(_ reason: CancelReason) -> [Effect] { leave(.cancelled(reason)) + finishQueue() }

  /// Removes entries from the queue and from every table. Those that were still to be heard, or not heard to their end,
  /// are cancelled.
  mutating func forget(_ gone: [TrackID]) -> [Effect] {
    guard !gone.isEmpty else { return [] }
    handOnIntents(of: Set(gone))
    var effects: [Effect] = []
    let keys = Set(gone.compactMap { queue.rateKey($0) })
    if !entrances.isEmpty { entrances = entrances.filter { !gone.contains($0.value) } }
    for id in gone {
      places[id] = nil
      if repetition?.track == id { repetition = nil }
      intentsAfter[id] = nil
      entrances[id] = nil
      silent.remove(id)
      if utterances.removeValue(forKey: id) != nil { effects.append(.announce(.cancelled(.removed), id)) }
    }
    queue.remove(Set(gone))
    dropRates(of: keys)
    return effects + [.forget(gone)]
  }

  mutating func openNextLap() -> [Effect] {
    guard let first = queue.startNextLap() else { return finishQueue() }
    intentsAfter.removeAll()
    return openAtPlace(first)
  }

  /// The queue has been heard to its end or given up: nothing can be resumed.
  mutating func finishQueue() -> [Effect] {
    wants = .stopped
    queue.current = nil
    return close() + forget(queue.ids)
  }

  /// Removes the entries heard longest ago, so that a service that reads notifications for months does not grow.
  private mutating func dropHistory() -> [Effect] {
    guard loop != .playlist else { return [] }
    let heard = queue.passed.filter { utterances[$0] == nil }
    return forget(Array(heard.dropLast(Self.historyLimit)))
  }
}
