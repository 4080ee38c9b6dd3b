import Vocabulary

/// The priorities of SSIP, among the announcements that were given one.
///
/// The rules are those of the section "Priority Categories" in the documentation of SSIP, `doc/ssip.texi` of
/// https://github.com/brailcom/speechd (read at commit 7d0902d5):
///
/// - `important`: "never interrupted"; several "are queued and said in the order they came". A spoken one of another
///   priority "is canceled"; `message` and `text` "are postponed", `notification` and `progress` "are canceled".
/// - `message`: "doesn't interrupt itself"; waiting or spoken `notification`, `progress` and `text` "are canceled".
/// - `text`: "interrupts itself": "only the latest of them is said"; waiting or spoken `notification` and `progress`
///   "are canceled".
/// - `notification`: canceled if anything with another priority waits or is spoken; "interrupts itself".
/// - `progress`: like `notification`, but "a newly arriving message is canceled if another message is being spoken",
///   and the last one of a series is spoken "with the priority `message`". A series is that of one sender here: the
///   last one waits until its turn comes and nothing else with a priority waits.
/// - `PAUSE`: "messages of the priority `progress` and `notification` received during the pause are not output".
///
/// A critical announcement acts by its priority on others, and nobody drops or cuts it.
extension AnnouncementLane {
  /// Applies the priority of a new announcement. Returns false if it is dropped itself.
  mutating func admit(_ entry: inout LaneEntry) -> Bool {
    guard let priority = entry.announcement.priority else { return true }
    let isExposed = entry.exposedPriority != nil
    if isExposed, [.notification, .progress].contains(priority),
      holds.contains(where: { $0.reason == .paused && !$0.spares(entry.announcement) })
    {
      tell(.dropped(.paused), of: entry.announcement)
      return false
    }
    switch priority {
    case .important:
      cutSpoken([.message, .text, .notification, .progress])
      dropWaiting([.notification])
    case .message:
      cutSpoken([.text, .notification, .progress])
      dropWaiting([.text, .notification])
    case .text:
      cutSpoken([.text, .notification, .progress])
      dropWaiting([.text, .notification])
    case .notification:
      let others = ([spoken?.entry].compactMap { $0 } + entries).compactMap(\.announcement.priority)
      if isExposed, others.contains(where: { $0 != .notification }) {
        tell(.dropped(.priority), of: entry.announcement)
        return false
      }
      cutSpoken([.notification])
      dropWaiting([.notification])
    case .progress:
      dropWaiting([.notification])
      let sender = entry.announcement.sender
      dropWaiting(.priority) {
        $0.announcement.priority == .progress && $0.announcement.sender == sender && $0.exposedPriority != nil
      }
      entry.isPromoted =
        spoken?.entry.announcement.priority != nil || entries.contains { $0.announcement.priority != nil }
    }
    return true
  }

  /// Cuts the spoken one if it has one of these priorities.
  private mutating func cutSpoken(_ priorities: Set<AnnouncementPriority>) {
    guard let priority = spoken?.entry.exposedPriority, priorities.contains(priority) else { return }
    endSpoken(.cut(.priority), .atOnce)
  }

  /// Drops those that wait with one of these priorities; a promoted `progress` counts as a `message`.
  private mutating func dropWaiting(_ priorities: Set<AnnouncementPriority>) {
    dropWaiting(.priority) { entry in entry.exposedPriority.map(priorities.contains) ?? false }
  }
}

extension LaneEntry {
  /// True if it is spoken before another one with a priority.
  func isSpokenBefore(_ other: LaneEntry) -> Bool { (rank, order) < (other.rank, other.order) }

  /// The place of its priority among all of them, from 0 on. Also the last of a series waits for all others.
  private var rank: Int {
    announcement.priority.flatMap { AnnouncementPriority.allCases.firstIndex(of: $0) } ?? .max
  }
}
