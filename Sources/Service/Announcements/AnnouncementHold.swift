import Vocabulary

/// A reason to speak nothing for now, and the treatment of announcements meanwhile. A value.
public struct AnnouncementHold: Equatable, Sendable {
  /// The reason; there is at most one hold for each.
  public var reason: AnnouncementReason
  /// True if announcements are dropped meanwhile, false if they wait.
  public var drops: Bool
  /// True if critical announcements are spoken all the same.
  public var sparesCritical: Bool
  /// True if those of screen-reading programs (``Announcement/goesFirst``) are spoken all the same.
  public var sparesFirst: Bool
  /// True if what is being spoken goes on: it was judged before, and only what comes next waits for an answer.
  public var sparesSpoken: Bool

  /// A hold. By default announcements wait, except for those of screen-reading programs: without key echoes a
  /// listener who does not see could not end the hold.
  public init(
    _ reason: AnnouncementReason, drops: Bool = false, sparesCritical: Bool = false, sparesFirst: Bool = true,
    sparesSpoken: Bool = false
  ) {
    (self.reason, self.drops, self.sparesCritical, self.sparesFirst) = (reason, drops, sparesCritical, sparesFirst)
    self.sparesSpoken = sparesSpoken
  }

  /// A hold until a question about the desktop is answered.
  public static func question(_ reason: AnnouncementReason) -> AnnouncementHold {
    AnnouncementHold(reason, sparesSpoken: true)
  }

  /// The listener's pause. As in SSIP, `notification` and `progress` that come meanwhile are dropped.
  public static let pause = AnnouncementHold(.paused)

  /// True if an announcement is spoken in spite of the hold.
  func spares(_ announcement: Announcement) -> Bool {
    announcement.goesFirst ? sparesFirst : announcement.urgency == .critical && sparesCritical
  }
}
