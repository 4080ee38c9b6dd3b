/// The announcements as a value: events in, effects out, without clock or I/O. Time comes with the events, as a
/// duration since any fixed origin; it never goes back.
///
/// One announcement is spoken at a time. The others wait in strict order, and none is cut by the next one, with these
/// exceptions:
///
/// - Critical ones go before all that wait without being critical.
/// - Those of screen-reading programs (``Announcement/goesFirst``) go before everything. The one that is spoken steps
///   aside: it is spoken again from its beginning after them, so that a key echo does not wait for a long notification
///   and the notification is not lost.
/// - Those that were given a priority follow the rules of SSIP among each other (`AnnouncementLane+Priorities.swift`).
///   They share the turns at which they came: one without a priority never waits longer because of them.
/// - A newer one that replaces a spoken one is next.
///
/// The driver speaks what ``Effect/speak(_:)`` says, and reports by the run's number. After `stop` with `atOnce` or
/// `fade`, the run is over without a report, and the next `speak` may follow in the same list of effects.
public struct AnnouncementLane: Equatable, Sendable {
  /// The number of one attempt to speak an announcement. One that was interrupted is spoken again in another run, and
  /// late reports of the first one are ignored.
  public struct Run: Hashable, Sendable {
    /// The number, from 1 on.
    public var number: UInt64

    /// The run with a number.
    public init(_ number: UInt64) { self.number = number }
  }

  /// An event from outside.
  public enum Event: Equatable, Sendable {
    /// A new announcement, with an ID of ``AnnouncementLane/newID()``.
    case add(Announcement)
    /// A new announcement that the rules of the moment do not let in. Subscribers are told that it is dropped.
    case refuse(Announcement, AnnouncementReason)
    /// The notification server has told the number of an announcement's notification.
    case numbered(Announcement.ID, notification: UInt32)
    /// The first sound of a run is heard.
    case started(Run)
    /// A run was heard to its end.
    case finished(Run)
    /// A run ended at a sentence's end, as asked for.
    case stopped(Run)
    /// A run cannot be spoken, or not to its end.
    case failed(Run)
    /// Announcements are cancelled.
    case cancel(Cancellation)
    /// A notification was closed by the listener or by its application.
    case closed(notification: UInt32)
    /// Another notification server has begun to count: the numbers of the former one mean nothing any more.
    case serverChanged
    /// Nothing of the spoken one may be heard any more: the private route was lost, the screen was locked, or the seat
    /// changed. It is cut at once, also if it goes first. The verdicts apply to those that wait, before the next one
    /// is spoken; one without a verdict stays as it is.
    case silence(AnnouncementReason, [Announcement.ID: AnnouncementVerdict])
    /// The rules or the listener's wishes have changed. A verdict to drop also applies to the spoken one, which fades
    /// out.
    case rejudge([Announcement.ID: AnnouncementVerdict])
    /// A hold begins, or changes its treatment. The spoken one fades out; it is spoken again later, or cut if the hold
    /// drops announcements.
    case hold(AnnouncementHold)
    /// The machine goes to sleep; see ``AnnouncementLane/fallAsleep()``. It has woken up when the hold `sleep` is
    /// released.
    case fellAsleep
    /// The hold of a reason ends.
    case release(AnnouncementReason)
    /// Other limits apply from now on.
    case configure(LanePolicy)
    /// Time has passed; see ``AnnouncementLane/nextWake``.
    case wake
  }

  /// The announcements that are cancelled.
  public enum Cancellation: Equatable, Sendable {
    /// The one with an ID, if it waits or is spoken.
    case one(Announcement.ID)
    /// All of a sender.
    case sender(String)
    /// The one that is spoken.
    case spoken
    /// All.
    case all
  }

  /// The way in which a run ends.
  public enum Stop: Equatable, Sendable {
    /// Silent within one cycle.
    case atOnce
    /// Silent after a short fade.
    case fade
    /// Silent, with a fade, at the end of the sentence that is heard. The driver then reports `stopped`, or `finished`
    /// if nothing was left. Until then the run goes on, and a `stop` of another kind may follow.
    case sentenceEnd
  }

  /// An order to the driver.
  public enum Effect: Equatable, Sendable {
    /// Speaks an announcement. No other run goes on.
    case speak(SpokenAnnouncement)
    /// Ends a run.
    case stop(Run, Stop)
    /// Tells subscribers.
    case tell(AnnouncementNotice)
  }

  /// An announcement that is to be spoken.
  public struct SpokenAnnouncement: Equatable, Sendable {
    /// The run, for reports.
    public var run: Run
    /// The announcement.
    public var announcement: Announcement
    /// The text to be spoken. It differs from that of the announcement if it stands for several identical ones.
    public var text: String
    /// True if that is the announcement's own text, and all of it.
    public var isWhole = true
  }

  /// The spoken one.
  struct Spoken: Equatable, Sendable {
    var entry: LaneEntry
    var run: Run
    /// The moment of the order to speak.
    var since: Duration
    /// The moment of the first sound.
    var startedAt: Duration?
    /// The reason to end at a sentence's end, and the moment at which the patience ends.
    var ending: Ending?
  }

  struct Ending: Equatable, Sendable {
    var reason: AnnouncementReason
    var deadline: Duration
  }

  var policy: LanePolicy
  var spoken: Spoken?
  /// Those that wait, by bands, and within a band in the order of their turns.
  var entries: [LaneEntry] = []
  var holds: [AnnouncementHold] = []
  /// The moment until which only those speak that go first.
  var quietUntil: Duration?
  var lastID: UInt64
  private var lastRun: UInt64 = 0
  private var lastOrder: UInt64 = 0
  var now = Duration.zero
  /// The effects of the event that is being handled.
  var effects: [Effect] = []

  /// A lane without announcements.
  /// - Parameter lastID: the last number that was given out before, such as by an earlier process.
  public init(policy: LanePolicy = LanePolicy(), lastID: UInt64 = 0) {
    (self.policy, self.lastID) = (policy, lastID)
  }

  // MARK: State

  /// The announcement that is spoken, or about to be.
  public var current: Announcement? { spoken?.entry.announcement }

  /// The run of ``current``.
  public var run: Run? { spoken?.run }

  /// The announcements that wait, in their order. At most ``LanePolicy/hardMost``.
  public var waiting: [Announcement] { entries.map(\.announcement) }

  /// True if nothing is spoken and nothing waits.
  public var isEmpty: Bool { spoken == nil && entries.isEmpty }

  /// True if something is spoken, or would be spoken if its rest after a key echo were over: the reading steps aside.
  public var isSpeaking: Bool { spoken != nil || (quietUntil != nil && entries.contains { !isHeld($0) }) }

  /// The reasons of the holds, in the order in which they began.
  public var holdReasons: [AnnouncementReason] { holds.map(\.reason) }

  /// The moment at which ``Event/wake`` is due, if no event comes before; `nil` if time changes nothing.
  public var nextWake: Duration? {
    var moments: [Duration] = []
    if let spoken {
      if let ending = spoken.ending {
        moments.append(ending.deadline)
      } else if let startedAt = spoken.startedAt {
        if let limit = limit(of: spoken.entry.announcement) { moments.append(startedAt + limit) }
      } else {
        moments.append(spoken.since + policy.startLimit)
      }
    }
    for entry in entries where !entry.isSummary { moments.append(entry.since + policy.staleAfter) }
    if let quietUntil { moments.append(quietUntil) }
    return moments.min()
  }

  /// The decisions about all announcements of the lane, for ``Event/silence(_:_:)`` and ``Event/rejudge(_:)``.
  public func verdicts(
    by judge: (Announcement) -> AnnouncementVerdict
  ) -> [Announcement.ID: AnnouncementVerdict] {
    var result: [Announcement.ID: AnnouncementVerdict] = [:]
    for announcement in (current.map { [$0] } ?? []) + waiting { result[announcement.id] = judge(announcement) }
    return result
  }

  /// A number for a new announcement.
  public mutating func newID() -> Announcement.ID {
    lastID += 1
    return Announcement.ID(lastID)
  }

  // MARK: Events

  /// Takes an event and returns the orders, which are performed in their order.
  /// - Parameter moment: the time since a fixed origin. An earlier one than before counts as the same one.
  public mutating func handle(_ event: Event, at moment: Duration) -> [Effect] {
    now = max(now, moment)
    passTime()
    take(event)
    advance()
    defer { effects = [] }
    return effects
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .add(let announcement): add(announcement)
    case .refuse(let announcement, let reason): tell(.dropped(reason), of: announcement)
    case .numbered(let id, let number): note(number, of: id)
    case .started(let run): begin(run)
    case .finished(let run): finish(run)
    case .stopped(let run): stopAsAsked(run)
    case .failed(let run): fail(run)
    case .cancel(let cancellation): cancel(cancellation)
    case .closed(let number): close(number)
    case .serverChanged: forgetNumbers()
    case .silence(let reason, let verdicts):
      endSpoken(.cut(reason), .atOnce)
      judge(verdicts)
    case .rejudge(let verdicts):
      if let id = spoken?.entry.id, case .drop(let reason)? = verdicts[id] { endSpoken(.cut(reason), .fade) }
      judge(verdicts)
    case .hold(let hold): begin(hold)
    case .fellAsleep: fallAsleep()
    case .release(let reason): holds.removeAll { $0.reason == reason }
    case .configure(let policy):
      self.policy = policy
      passTime()
    case .wake: break
    }
  }

  // MARK: Numbers

  mutating func newRun() -> Run {
    lastRun += 1
    return Run(lastRun)
  }

  mutating func newOrder() -> UInt64 {
    lastOrder += 1
    return lastOrder
  }

  func limit(of announcement: Announcement) -> Duration? {
    announcement.limit ?? (announcement.isNotification ? policy.notificationLimit : nil)
  }

  func isHeld(_ entry: LaneEntry) -> Bool { holds.contains { !$0.spares(entry.announcement) } }

  mutating func tell(_ event: AnnouncementNotice.Event, of announcement: Announcement) {
    effects.append(.tell(AnnouncementNotice(announcement: announcement, event: event)))
  }
}
