import Vocabulary

/// An announcement that waits or is spoken, with the facts that the lane notes about it.
struct LaneEntry: Equatable, Sendable {
  /// The order among those that wait: each one goes before the next.
  enum Band: Int, Comparable, Sendable {
    case first, critical, normal
    static func < (a: Band, b: Band) -> Bool { a.rawValue < b.rawValue }
  }

  /// One of the announcements for which an entry stands.
  struct Member: Equatable, Sendable {
    var id: Announcement.ID
    /// The number of its notification; `nil` while it is unknown.
    var number: UInt32?
    /// False while the number is only the one that its sender named: a server that does not know it gives another one.
    var isTold = false
  }

  /// The announcements that an entry can tell apart; more of them are only counted.
  static let mostMembers = 100

  var announcement: Announcement
  /// The number of announcements for which it stands.
  var count = 1
  /// Those for which it stands, as far as they can be told apart.
  var members: [Member]
  /// The moment of its addition.
  var since: Duration
  /// The number of its addition.
  var order: UInt64
  /// Its place among those of its band. It is the number of its addition, or that of another one whose turn it took.
  var turn: UInt64
  /// True if it was heard in part already, and is spoken again from its beginning.
  var wasStarted = false
  /// True if it came while others with a priority were there: as the last of a series, `progress` is spoken like a
  /// `message`.
  var isPromoted = false
  /// True if it took the turn of a spoken one that it replaces. It gives its own turn to no other, so that an
  /// application cannot keep the lane by replacing.
  var isSuccessor = false

  init(_ announcement: Announcement, since: Duration, order: UInt64) {
    (self.announcement, self.since, self.order, self.turn) = (announcement, since, order, order)
    members = [Member(id: announcement.id, number: announcement.notification)]
  }

  /// The numbers of the notifications for which it stands.
  var numbers: [UInt32] { members.compactMap(\.number) }

  var id: Announcement.ID { announcement.id }
  var isSummary: Bool { announcement.isSummary }
  var size: Int { announcement.size + 16 * members.count }

  var band: Band { announcement.goesFirst ? .first : announcement.urgency == .critical ? .critical : .normal }

  /// True if it is spoken before another one that waits, apart from priorities.
  func precedes(_ other: LaneEntry) -> Bool { (band, turn) < (other.band, other.turn) }

  /// The priority by which others cut or drop it. Critical announcements are never cut by a priority.
  var exposedPriority: AnnouncementPriority? {
    guard announcement.urgency != .critical, let priority = announcement.priority else { return nil }
    return isPromoted ? .message : priority
  }

  /// True if a new announcement takes its place.
  func isReplaced(by new: Announcement) -> Bool {
    if let number = new.notification, numbers.contains(number) { return true }
    guard let key = new.key, !isSummary else { return false }
    return key == announcement.key && new.sender == announcement.sender
  }

  /// True if a new announcement is counted with it instead of being spoken again.
  ///
  /// Those with a priority, and those of screen-reading programs, are never counted: they have rules of their own, and
  /// a letter that is typed twice is two letters.
  ///
  /// The words are compared, and no identity: a listener to whom the same is told three times wants to hear it once,
  /// with its number, whoever tells it.
  func isTwin(of new: Announcement) -> Bool {
    let old = announcement
    guard !isSummary, old.priority == nil, new.priority == nil, !old.goesFirst, !new.goesFirst else { return false }
    guard old.key == nil, new.key == nil, old.isNotification == new.isNotification, old.isSeen == new.isSeen else {
      return false
    }
    return old.application == new.application && old.text == new.text && old.manner == new.manner
      && (old.urgency == .critical) == (new.urgency == .critical) && (old.isNotification || old.sender == new.sender)
  }

  /// Counts another one in.
  mutating func absorb(_ other: LaneEntry) {
    count += other.count
    members += other.members.prefix(Self.mostMembers - members.count)
  }

  /// Notes the number that the server gave one of its notifications, in the place of a guessed one. A number that was
  /// only guessed for others is not theirs.
  mutating func identify(_ number: UInt32, of id: Announcement.ID) {
    for index in members.indices {
      if members[index].id == id {
        (members[index].number, members[index].isTold) = (number, true)
      } else if members[index].number == number, !members[index].isTold {
        members[index].number = nil
      }
    }
    announcement.notification = members.first { $0.id == announcement.id }?.number
  }

  mutating func forgetNumbers() {
    for index in members.indices { (members[index].number, members[index].isTold) = (nil, false) }
    announcement.notification = nil
  }

  /// Takes one notification out, such as one that was closed. Returns true if others are left.
  mutating func withdraw(_ number: UInt32) -> Bool {
    if let index = members.firstIndex(where: { $0.number == number }) { members.remove(at: index) }
    count -= 1
    return count > 0
  }

  /// True if its number is spoken, too.
  var isCounted: Bool { !isSummary && count > 1 && !announcement.text.isEmpty }

  /// The text that is spoken.
  func spokenText(_ policy: LanePolicy) -> String {
    isCounted ? policy.counted(announcement.text, count) : announcement.text
  }
}
