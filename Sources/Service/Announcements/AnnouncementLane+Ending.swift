import Vocabulary

/// Announcements that are taken back, judged anew, or held.
extension AnnouncementLane {
  /// Tells the end of one that waited. One of which a part was heard counts as cut.
  mutating func endWaiting(_ entry: LaneEntry, _ end: AnnouncementNotice.Event) {
    var end = end
    if entry.wasStarted {
      switch end {
      case .dropped(let reason): end = .cut(reason)
      case .replaced: end = .cut(.replaced)
      default: break
      }
    }
    tell(end, of: entry.announcement)
  }

  /// Drops those that wait and fulfil a condition.
  mutating func dropWaiting(_ reason: AnnouncementReason, where condition: (LaneEntry) -> Bool) {
    var kept: [LaneEntry] = []
    for entry in entries {
      if condition(entry) { endWaiting(entry, .dropped(reason)) } else { kept.append(entry) }
    }
    entries = kept
  }

  mutating func cancel(_ cancellation: Cancellation) {
    func isMeant(_ announcement: Announcement) -> Bool {
      switch cancellation {
      case .one(let id): announcement.id == id
      case .sender(let sender): announcement.sender == sender && !announcement.isSummary
      case .spoken: false
      case .all: true
      }
    }
    if let current, cancellation == .spoken || isMeant(current) { endSpoken(.cut(.cancelled), .atOnce) }
    dropWaiting(.cancelled) { isMeant($0.announcement) }
  }

  // MARK: Notifications

  /// A notification was closed. It is taken out of those that wait, also out of a summary.
  mutating func close(_ number: UInt32) {
    if let spoken, spoken.entry.numbers.contains(number), self.spoken?.entry.withdraw(number) == false {
      endSpoken(.cut(.closed), .fade)
    }
    guard let index = entries.firstIndex(where: { $0.numbers.contains(number) }) else { return }
    if entries[index].withdraw(number) { return refreshSummary(at: index) }
    endWaiting(entries.remove(at: index), .dropped(.closed))
  }

  mutating func note(_ number: UInt32, of id: Announcement.ID) {
    spoken?.entry.identify(number, of: id)
    for index in entries.indices { entries[index].identify(number, of: id) }
  }

  mutating func forgetNumbers() {
    spoken?.entry.forgetNumbers()
    for index in entries.indices { entries[index].forgetNumbers() }
  }

  // MARK: Rules and holds

  /// Applies decisions to those that wait.
  mutating func judge(_ verdicts: [Announcement.ID: AnnouncementVerdict]) {
    var kept: [LaneEntry] = []
    for var entry in entries {
      switch verdicts[entry.id] {
      case nil, .speak: kept.append(entry)
      case .speakInstead(let text):
        entry.announcement.substitute(text)
        keep(entry, among: &kept)
      case .reword(let text):
        entry.announcement.reword(text)
        keep(entry, among: &kept)
      case .drop(let reason): endWaiting(entry, .dropped(reason))
      }
    }
    entries = kept
  }

  /// Three names of one application are one name, three times.
  private mutating func keep(_ entry: LaneEntry, among kept: inout [LaneEntry]) {
    guard let twin = kept.firstIndex(where: { $0.isTwin(of: entry.announcement) }), !entry.isSummary else {
      return kept.append(entry)
    }
    kept[twin].absorb(entry)
    endWaiting(entry, .summed(into: kept[twin].id))
  }

  mutating func begin(_ hold: AnnouncementHold) {
    if let index = holds.firstIndex(where: { $0.reason == hold.reason }) {
      holds[index] = hold
    } else {
      holds.append(hold)
    }
    if hold.drops {
      if let current, !hold.spares(current) { endSpoken(.cut(hold.reason), .fade) }
      dropWaiting(hold.reason) { !hold.spares($0.announcement) }
    } else if let current, !hold.spares(current), !hold.sparesSpoken {
      putBackSpoken(.fade)
    }
  }
}
