import Vocabulary

/// Announcements that come.
extension AnnouncementLane {
  mutating func add(_ announcement: Announcement) {
    var entry = LaneEntry(announcement, since: now, order: newOrder())
    replace(by: &entry)
    if let hold = holds.first(where: { $0.drops && !$0.spares(announcement) }) {
      return tell(.dropped(hold.reason), of: announcement)
    }
    guard admit(&entry) else { return }
    if let twin = entries.firstIndex(where: { $0.isTwin(of: announcement) }) {
      entries[twin].absorb(entry)
      return tell(.summed(into: entries[twin].id), of: announcement)
    }
    tell(.queued, of: announcement)
    insert(entry)
    if entry.band == .first, let band = spoken?.entry.band, band != .first, !isHeld(entry) { putBackSpoken(.atOnce) }
    limitWaiting(after: entry)
  }

  /// Ends the older one that an announcement replaces.
  ///
  /// One that waits or has not sounded yet is not heard; the new one has its turn. One that is heard ends with its
  /// sentence, or fades out soon, and the new one is next: a volume or a progress that changes many times a second
  /// never queues up, and its words are heard whole.
  private mutating func replace(by entry: inout LaneEntry) {
    let new = entry.announcement
    if let index = entries.firstIndex(where: { $0.isReplaced(by: new) }) {
      let old = entries[index]
      // The identical ones that stand behind it are still to be heard.
      if let number = new.notification, old.numbers.contains(number), entries[index].withdraw(number) {
        return refreshSummary(at: index)
      }
      entries.remove(at: index)
      endWaiting(old, .replaced(by: new.id))
      (entry.order, entry.turn, entry.isSuccessor) = (old.order, old.turn, old.isSuccessor)
    } else if let spoken, spoken.entry.isReplaced(by: new) {
      if let number = new.notification, spoken.entry.numbers.contains(number), spoken.entry.count > 1 {
        _ = self.spoken?.entry.withdraw(number)
        return
      }
      if spoken.startedAt == nil, !spoken.entry.wasStarted {
        endSpoken(.replaced(by: new.id), .atOnce)
      } else {
        endSoon(.replaced, within: policy.replacedGrace)
      }
      if !spoken.entry.isSuccessor { (entry.turn, entry.isSuccessor) = (spoken.entry.turn, true) }
    }
  }

  /// Lets an announcement wait for its turn.
  mutating func insert(_ entry: LaneEntry) {
    entries.insert(entry, at: entries.firstIndex { entry.precedes($0) } ?? entries.count)
  }
}
