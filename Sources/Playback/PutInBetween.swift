// Entries that were put in between while the listener wanted no sound. What he wanted is wanted again behind the last of
// them, whichever way the reading comes there; only his own way past it (Next, another entry) is a word for sound.
extension Player {
  /// The entries from the current one to the last one behind which something else is wanted.
  private var putInBetween: [TrackID] {
    guard let current, !intentsAfter.isEmpty else { return [] }
    let toCome = Array(sequence(first: current) { [queue] in queue.following($0) })
    guard let last = toCome.lastIndex(where: { intentsAfter[$0] != nil }) else { return [] }
    return Array(toCome[...last])
  }

  /// What was wanted before entries were put in between is wanted again. The listener's own pause, said while those were
  /// heard, stays: no device that returns ends it.
  mutating func wantAgain(_ intent: Intent?) {
    guard let intent, wants == .playing || intent == .stopped else { return }
    wants = intent
  }

  /// Entries were added directly after one after which something else is wanted: they are heard with it, and that is
  /// wanted after the last of them. A shuffle puts new entries at any place to come.
  mutating func joinPutInBetween(_ entries: [QueueEntry], _ placement: Placement) {
    guard placement != .now, !intentsAfter.isEmpty else { return }
    let added = Set(entries.map(\.id))
    for (before, intent) in intentsAfter {
      let run = sequence(first: before) { [queue] in queue.following($0) }.dropFirst().prefix { added.contains($0) }
      guard let last = Array(run).last else { continue }
      // At the end of the queue stands no entry that was put off: the new ones take its place.
      if placement == .last, queue.following(last) == nil { continue }
      intentsAfter[before] = nil
      intentsAfter[last] = intent
    }
  }

  /// Entries are about to leave the queue, but for the current one: what was wanted behind them is wanted behind what is
  /// heard before them.
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

  /// The current entry is about to leave the queue with others: what is wanted behind the last of them that are left out
  /// by that.
  func intentBehind(_ gone: Set<TrackID>) -> Intent? {
    putInBetween.prefix { gone.contains($0) }.compactMap { intentsAfter[$0] }.last
  }

  /// The reading has come to an entry: of those before it nothing is wanted any more.
  mutating func forgetIntents(before id: TrackID) {
    guard !intentsAfter.isEmpty else { return }
    for id in queue.before(id) { intentsAfter[id] = nil }
  }

  /// Changes the order of the queue. Where other entries are to be heard than those that were put in between, the current
  /// one is the last of these.
  mutating func reorder(_ change: (inout Queue) -> Void) {
    let before = putInBetween
    change(&queue)
    guard let current, !before.isEmpty, putInBetween != before else { return }
    let intent = before.compactMap { intentsAfter[$0] }.first
    for id in before { intentsAfter[id] = nil }
    intentsAfter[current] = intent
  }
}
