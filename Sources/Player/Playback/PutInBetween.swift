// Entries that interrupted while the listener wanted no sound. The earlier wish returns after the last of them, by
// whatever way the reading gets there. Only the listener's own move past it (Next, another entry) counts as a wish for
// sound.
extension Player {
  /// The entries from the current one to the last one after which another wish applies.
  private var putInBetween: [TrackID] {
    guard let current, !intentsAfter.isEmpty else { return [] }
    let toCome = Array(sequence(first: current) { [queue] in queue.following($0) })
    guard let last = toCome.lastIndex(where: { intentsAfter[$0] != nil }) else { return [] }
    return Array(toCome[...last])
  }

  /// Restores the wish from before an interruption. The listener's own pause during the interruption stays, and the
  /// return of a device does not end it.
  mutating func wantAgain(_ intent: Intent?) {
    guard let intent, wants == .playing || intent == .stopped else { return }
    wants = intent
  }

  /// Handles entries that were added directly after one with another wish: they are heard with it, and the wish applies
  /// after the last of them. In a shuffle, new entries may go to any place.
  mutating func joinPutInBetween(_ entries: [QueueEntry], _ placement: Placement) {
    guard placement != .now, !intentsAfter.isEmpty else { return }
    let added = Set(entries.map(\.id))
    for (before, intent) in intentsAfter {
      let run = sequence(first: before) { [queue] in queue.following($0) }.dropFirst().prefix { added.contains($0) }
      guard let last = Array(run).last else { continue }
      // At the end of the queue there is no interrupted entry, so the new ones take its place.
      if placement == .last, queue.following(last) == nil { continue }
      intentsAfter[before] = nil
      intentsAfter[last] = intent
    }
  }

  /// Handles entries that are about to leave the queue, the current one excepted: a wish that applies after one of them
  /// moves to the entry before it.
  mutating func handOnIntents(of gone: Set<TrackID>) {
    var before: TrackID?
    for id in putInBetween {
      guard gone.contains(id) else {
        before = id
        continue
      }
      if let intent = intentsAfter.removeValue(forKey: id), let before { intentsAfter[before] = intent }
    }
  }

  /// Returns the wish that applies after the last of the entries that leave with the current one.
  func intentBehind(_ gone: Set<TrackID>) -> Intent? {
    putInBetween.prefix { gone.contains($0) }.compactMap { intentsAfter[$0] }.last
  }

  /// The reading has reached an entry: wishes after the ones before it are dropped.
  mutating func forgetIntents(before id: TrackID) {
    guard !intentsAfter.isEmpty else { return }
    for id in queue.before(id) { intentsAfter[id] = nil }
  }

  /// Changes the order of the queue. If the interrupting entries are then followed by others, the current one is the
  /// last of them.
  mutating func reorder(_ change: (inout Queue) -> Void) {
    let before = putInBetween
    change(&queue)
    guard let current, !before.isEmpty, putInBetween != before else { return }
    let intent = before.compactMap { intentsAfter[$0] }.first
    for id in before { intentsAfter[id] = nil }
    intentsAfter[current] = intent
  }
}
