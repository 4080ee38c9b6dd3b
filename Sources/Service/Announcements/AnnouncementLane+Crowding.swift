import Vocabulary

/// Those that wait too long, and too many of them: they are summed up, by application.
extension AnnouncementLane {
  /// Those of one application and one band, seen on the desktop or asked for. A summary counts only what would have
  /// been spoken in the same turn, and what one order of the listener drops.
  private struct Crowd: Hashable {
    var application: String
    var band: LaneEntry.Band
    var isSeen: Bool
  }

  private func crowd(_ entry: LaneEntry) -> Crowd {
    Crowd(application: entry.announcement.application, band: entry.band, isSeen: entry.announcement.isSeen)
  }

  // MARK: Time

  /// Sums up those that have waited too long. A key echo is dropped: nobody needs it later.
  mutating func sumUpStale() {
    // Added at this moment or before.
    let limit = now - policy.staleAfter
    guard entries.contains(where: { !$0.isSummary && $0.since <= limit }) else { return }
    dropWaiting(.stale) { $0.band == .first && $0.since <= limit }
    while let index = entries.firstIndex(where: { !$0.isSummary && $0.since <= limit }) { sumUp(at: index) }
  }

  // MARK: Number and memory

  /// Sums up until not too many wait, and not too much memory is taken. Key echoes are counted apart: a screen-reading
  /// program that floods the lane costs no notification anything.
  mutating func limitWaiting(after newest: LaneEntry) {
    func isFirst(_ entry: LaneEntry) -> Bool { entry.band == .first }
    while entries.count(where: { !isFirst($0) }) > policy.most,
      relieve(newest, atLeast: 2, weight: { isFirst($0) ? 0 : 1 })
    {}
    while entries.count(where: isFirst) > policy.most, relieve(newest, atLeast: 1, weight: { isFirst($0) ? 1 : 0 }) {}
    while bytes > policy.mostBytes, relieve(newest, atLeast: 1, weight: \.size) {}
    // Many applications with one announcement each. The newest one's application pays.
    while entries.count > policy.hardMost || bytes > policy.mostBytes {
      let own = newest.announcement.application
      let index = entries.lastIndex { $0.announcement.application == own } ?? entries.count - 1
      endWaiting(entries.remove(at: index), .dropped(.full))
    }
  }

  var bytes: Int { entries.reduce(0) { $0 + $1.size } }

  /// Sums up the oldest one of the heaviest crowd, or drops it if it is a key echo. In a draw, the newest one's crowd
  /// is the heaviest, so that a flood costs no other application anything. Returns false if there is none.
  private mutating func relieve(_ newest: LaneEntry, atLeast enough: Int, weight: (LaneEntry) -> Int) -> Bool {
    var weights: [Crowd: Int] = [:]
    for entry in entries { weights[crowd(entry), default: 0] += weight(entry) }
    // A summary cannot be summed up.
    let candidates = entries.filter { !$0.isSummary && weight($0) > 0 }
    var best: (crowd: Crowd, weight: Int)?
    for entry in candidates {
      let crowd = crowd(entry)
      guard let weight = weights[crowd], weight >= enough else { continue }
      let isHeavier = best.map { weight > $0.weight || (weight == $0.weight && crowd == self.crowd(newest)) } ?? true
      if isHeavier { best = (crowd, weight) }
    }
    guard let best, let oldest = candidates.filter({ crowd($0) == best.crowd }).min(by: { $0.order < $1.order }),
      let index = entries.firstIndex(where: { $0.id == oldest.id })
    else { return false }
    if oldest.band == .first {
      endWaiting(entries.remove(at: index), .dropped(.full))
    } else {
      sumUp(at: index)
    }
    return true
  }

  // MARK: Summaries

  /// Counts one that waits in the summary of its crowd. A new summary has the place of the first one that it counts.
  private mutating func sumUp(at index: Int) {
    let entry = entries[index]
    let summary: Int
    if let existing = entries.firstIndex(where: { $0.isSummary && crowd($0) == crowd(entry) }) {
      summary = existing
      entries[summary].absorb(entry)
      refreshSummary(at: summary)
    } else {
      var announcement = Announcement(
        id: newID(), text: "", sender: "", application: entry.announcement.application)
      (announcement.isSummary, announcement.isNotification) = (true, true)
      announcement.isSeen = entry.announcement.isSeen
      announcement.urgency = entry.announcement.urgency
      var new = LaneEntry(announcement, since: now, order: entry.order)
      (new.turn, new.count, new.members) = (entry.turn, entry.count, entry.members)
      entries.insert(new, at: index)
      summary = index
      refreshSummary(at: index)
      tell(.queued, of: entries[index].announcement)
    }
    let id = entries[summary].id
    endWaiting(entry, .summed(into: id))
    entries.removeAll { $0.id == entry.id }
  }

  /// A summary that waits again counts what was summed up since it was spoken.
  mutating func mergeSummaries(into entry: inout LaneEntry) {
    guard entry.isSummary, let index = entries.firstIndex(where: { $0.isSummary && crowd($0) == crowd(entry) }) else {
      return
    }
    let other = entries.remove(at: index)
    entry.absorb(other)
    entry.announcement.reword(policy.summary(entry.count, from: entry.announcement.application))
    endWaiting(other, .summed(into: entry.id))
  }

  /// Writes the text of a summary whose count has changed.
  mutating func refreshSummary(at index: Int) {
    let entry = entries[index]
    guard entry.isSummary else { return }
    entries[index].announcement.reword(policy.summary(entry.count, from: entry.announcement.application))
  }
}
