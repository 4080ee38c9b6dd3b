// What becomes of the player when its queue changes.
extension Player {
  mutating func add(_ entries: [QueueEntry], _ placement: Placement, playing: Bool, heard: Int64, at now: Moment)
    -> [Effect]
  {
    guard let first = entries.first else { return [] }
    queue.insert(entries, placement)
    for entry in entries { utterances[entry.id] = .waiting }
    var effects: [Effect] = []
    if let interrupted = current, placement == .now {
      if wants != .playing, let last = entries.last { intentsAfter[last.id] = wants }
      startUnasked()
      effects += suspend()
      if readiness != .closed { places[interrupted] = max(0, heard) }
      effects += open(first.id, at: 0)
    } else if current == nil, let first = queue.first {
      if playing { startUnasked() } else { wants = .paused(Pause(.user, since: now)) }
      effects += open(first, at: 0)
    } else if playing, wants == .stopped {
      startUnasked()
      effects += open(first.id, at: 0)
    }
    return effects + dropHistory()
  }

  /// A new text wants to be heard, which says nothing about what forbids sound just now.
  private mutating func startUnasked() {
    if wants != .playing { isListenersWord = false }
    wants = .playing
  }

  mutating func remove(_ ids: Set<TrackID>) -> [Effect] {
    let gone = queue.ids.filter(ids.contains)
    guard let id = current, ids.contains(id) else { return forget(gone) }
    let effects = leave(.cancelled(.removed))
    var following = queue.following(id)
    while let candidate = following, ids.contains(candidate) { following = queue.following(candidate) }
    let forgotten = forget(gone)
    if let following { return effects + openAtPlace(following) + forgotten }
    if loop == .playlist { return effects + openNextLap() + forgotten }
    // Nothing is left to come; what was heard stays in the list, to be played again by a word.
    guard let last = queue.last else { return effects + finishQueue() + forgotten }
    wants = .stopped
    return effects + open(last, at: 0) + forgotten
  }

  mutating func clear(_ reason: CancelReason) -> [Effect] { leave(.cancelled(reason)) + finishQueue() }

  /// Takes entries out of the queue and out of every table. Those that were still to be heard, or to be heard to their
  /// end, are cancelled.
  mutating func forget(_ gone: [TrackID]) -> [Effect] {
    guard !gone.isEmpty else { return [] }
    var effects: [Effect] = []
    for id in gone {
      places[id] = nil
      intentsAfter[id] = nil
      if utterances.removeValue(forKey: id) != nil { effects.append(.announce(.cancelled(.removed), id)) }
    }
    queue.remove(Set(gone))
    return effects + [.forget(gone)]
  }

  mutating func openNextLap() -> [Effect] {
    guard let first = queue.startNextLap() else { return finishQueue() }
    return openAtPlace(first)
  }

  /// The queue has been heard to its end, or given up: nothing is left to resume.
  mutating func finishQueue() -> [Effect] {
    wants = .stopped
    queue.current = nil
    return close() + forget(queue.ids)
  }

  /// Drops the entries heard longest ago, so that a service that reads notifications for months does not grow.
  private mutating func dropHistory() -> [Effect] {
    guard loop != .playlist else { return [] }
    let heard = queue.passed.filter { utterances[$0] == nil }
    return forget(Array(heard.dropLast(Self.historyLimit)))
  }
}
