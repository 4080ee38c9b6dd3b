import Vocabulary

@testable import Announcements

/// A random walk of applications, the desktop and a speaker over the lane.
struct LaneWalk {
  /// A broken promise.
  struct Violation: Error, CustomStringConvertible {
    var seed: UInt64
    var step: Int
    var event: AnnouncementLane.Event?
    var message: String
    var description: String { "seed \(seed), step \(step), \(event.map { "\($0)" } ?? "at the end"): \(message)" }
  }

  /// A small generator, so that a seed names a walk.
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }

  let seed: UInt64
  private(set) var lane = AnnouncementLane()
  private(set) var ledger = LaneLedger()
  /// All events so far, for a repetition.
  private(set) var events: [(event: AnnouncementLane.Event, moment: Duration)] = []
  private(set) var effects: [AnnouncementLane.Effect] = []
  private var random: Random
  private var now = Duration.zero
  private var step = 0
  /// Run numbers that ended, for late reports.
  private var formerRuns: [AnnouncementLane.Run] = []

  init(seed: UInt64) {
    self.seed = seed
    random = Random(state: seed)
  }

  mutating func run(steps: Int) throws(Violation) {
    for _ in 0..<steps {
      step += 1
      try pass([0, 0, 1, 20, 300, 2000, 40_000].randomElement(using: &random)!)
      try take(nextEvent())
    }
  }

  /// Ends all holds and speaks all that is left.
  mutating func finish() throws(Violation) {
    for reason in lane.holdReasons { try take(.release(reason)) }
    for _ in 0..<2000 where !lane.isEmpty {
      if let run = ledger.run {
        try take(.started(run))
        try take(.finished(run))
      } else {
        try pass(700)
      }
    }
    guard lane.isEmpty, lane.nextWake == nil || lane.nextWake! <= now + .seconds(1) else {
      throw violation(nil, "something is left: \(lane.waiting.map(\.id))")
    }
    if let message = ledger.openAccounts { throw violation(nil, message) }
  }

  /// Lets time pass, and wakes the lane whenever it asks for that.
  private mutating func pass(_ milliseconds: Int) throws(Violation) {
    let end = now + .milliseconds(milliseconds)
    var wakes = 0
    while let next = lane.nextWake, next <= end {
      now = max(now, next)
      wakes += 1
      guard wakes < 500 else { throw violation(.wake, "it wants to be woken for ever") }
      try take(.wake)
    }
    now = end
  }

  private mutating func take(_ event: AnnouncementLane.Event) throws(Violation) {
    events.append((event, now))
    if let run = ledger.run { formerRuns = formerRuns.suffix(5) + [run] }
    let former = lane
    let effects = lane.handle(event, at: now)
    self.effects += effects
    ledger.expect(event, at: now)
    for effect in effects {
      if let message = ledger.note(effect) { throw violation(event, message) }
    }
    if let message = ledger.disagreement(with: lane, after: event, from: former) { throw violation(event, message) }
  }

  private func violation(_ event: AnnouncementLane.Event?, _ message: String) -> Violation {
    Violation(seed: seed, step: step, event: event, message: message)
  }

  // MARK: Events

  private mutating func nextEvent() -> AnnouncementLane.Event {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<4: return ledger.run.map { .started($0) } ?? .wake
    case 4..<9: return ledger.run.map { .finished($0) } ?? .wake
    case 9: return ledger.run.map { .stopped($0) } ?? .wake
    case 10: return ledger.run.map { .failed($0) } ?? .wake
    case 11: return formerRuns.randomElement(using: &random).map { .finished($0) } ?? .wake
    case 12: return .closed(notification: chanceNumber)
    case 13: return .cancel([.one(chanceID), .sender(":\(chanceApplication)"), .spoken].randomElement(using: &random)!)
    case 14: return Int.random(in: 0..<10, using: &random) == 0 ? .cancel(.all) : .serverChanged
    case 15: return .numbered(chanceID, notification: chanceNumber)
    case 16: return Bool.random(using: &random) ? .silence(chanceReason, chanceVerdicts) : .rejudge(chanceVerdicts)
    case 17: return .hold(chanceHold)
    case 18, 19: return .release(chanceReason)
    default: return .add(chanceAnnouncement)
    }
  }

  private var chanceAnnouncement: Announcement {
    mutating get {
      let application = chanceApplication
      var announcement = Announcement(
        id: lane.newID(), text: "text \(Int.random(in: 0..<30, using: &random))", sender: ":\(application)",
        application: application)
      // Half of them are plain: only their order counts.
      guard Bool.random(using: &random) else {
        announcement.text = "plain \(announcement.id.number)"
        announcement.isNotification = Bool.random(using: &random)
        return announcement
      }
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: announcement.priority = AnnouncementPriority.allCases.randomElement(using: &random)!
      case 4: announcement.goesFirst = true
      case 5, 6: announcement.urgency = .critical
      case 7: announcement.key = ["a", "b"].randomElement(using: &random)!
      case 8: announcement.text = String(repeating: "x", count: Int.random(in: 0...400_000, using: &random))
      default: break
      }
      announcement.isNotification = Bool.random(using: &random)
      if announcement.isNotification, Bool.random(using: &random) { announcement.notification = chanceNumber }
      if Int.random(in: 0..<8, using: &random) == 0 { announcement.goesFirst = true }
      if Int.random(in: 0..<8, using: &random) == 0 { announcement.limit = .seconds(2) }
      return announcement
    }
  }

  private var chanceApplication: String {
    mutating get { ["Mail", "Mail", "Chat", "Bank", "Orca", "Disks"].randomElement(using: &random)! }
  }

  private var chanceNumber: UInt32 { mutating get { UInt32.random(in: 1...12, using: &random) } }

  private var chanceID: Announcement.ID {
    mutating get {
      lane.waiting.randomElement(using: &random)?.id ?? lane.current?.id
        ?? Announcement.ID(.random(in: 0...9, using: &random))
    }
  }

  private var chanceReason: AnnouncementReason {
    mutating get { [.call, .doNotDisturb, .paused, .locked].randomElement(using: &random)! }
  }

  private var chanceHold: AnnouncementHold {
    mutating get {
      AnnouncementHold(
        chanceReason, drops: Int.random(in: 0..<4, using: &random) == 0, sparesCritical: Bool.random(using: &random),
        sparesFirst: Bool.random(using: &random))
    }
  }

  private var chanceVerdicts: [Announcement.ID: AnnouncementVerdict] {
    mutating get {
      var verdicts: [Announcement.ID: AnnouncementVerdict] = [:]
      for announcement in lane.waiting + (lane.current.map { [$0] } ?? []) {
        verdicts[announcement.id] =
          [.speak, .speak, nil, .drop(.muted), .speakInstead(announcement.application)].randomElement(using: &random)!
      }
      return verdicts
    }
  }
}
