import Vocabulary

@testable import Announcements

/// The account of each announcement, kept beside the lane from its effects alone.
struct LaneLedger {
  private struct Account {
    var announcement: Announcement
    var wasQueued = false
    var wasStarted = false
    var end: AnnouncementNotice.Event?
  }

  private var accounts: [Announcement.ID: Account] = [:]
  /// Those without an end.
  private var open: Set<Announcement.ID> = []
  /// Those that may never be spoken again.
  private var muted: Set<Announcement.ID> = []
  /// The run that goes on, if there is one, and its announcement.
  private(set) var run: AnnouncementLane.Run?
  private var speaking: Announcement.ID?
  private var lastRun: UInt64 = 0
  /// The latest plain one that was spoken for the first time.
  private var lastPlain = Announcement.ID(0)
  private var spokenBefore: Set<Announcement.ID> = []

  /// Notes what an event from outside means for the effects that follow.
  mutating func expect(_ event: AnnouncementLane.Event, at now: Duration) {
    switch event {
    case .add(let announcement): open(announcement)
    case .silence(_, let verdicts), .rejudge(let verdicts):
      for (id, verdict) in verdicts where accounts[id]?.end == nil {
        if case .drop = verdict { muted.insert(id) }
      }
    case .finished(let ended), .stopped(let ended), .failed(let ended):
      if ended == run { run = nil }
    default: break
    }
  }

  private mutating func open(_ announcement: Announcement) {
    accounts[announcement.id] = Account(announcement: announcement)
    open.insert(announcement.id)
  }

  /// Takes an effect; returns a broken promise.
  mutating func note(_ effect: AnnouncementLane.Effect) -> String? {
    switch effect {
    case .speak(let spoken):
      let id = spoken.announcement.id
      guard run == nil else { return "two at a time" }
      guard spoken.run.number > lastRun else { return "an old run" }
      guard let account = accounts[id], account.end == nil else { return "\(id) is spoken after its end" }
      guard account.wasQueued else { return "\(id) is spoken and was not queued" }
      guard !muted.contains(id) else { return "\(id) is spoken and was muted" }
      (run, speaking, lastRun) = (spoken.run, id, spoken.run.number)
      if spokenBefore.insert(id).inserted, account.announcement.isPlain {
        guard id > lastPlain else { return "\(id) was overtaken by \(lastPlain)" }
        lastPlain = id
      }
    case .stop(let stopped, let stop):
      guard stopped == run else { return "a stop of another run" }
      if stop != .sentenceEnd { run = nil }
    case .tell(let notice): return note(notice)
    }
    return nil
  }

  private mutating func note(_ notice: AnnouncementNotice) -> String? {
    let id = notice.announcement.id
    if notice.announcement.isSummary, accounts[id] == nil { open(notice.announcement) }
    guard var account = accounts[id] else { return "news of an unknown \(id)" }
    guard account.end == nil else { return "news of \(id) after its end" }
    switch notice.event {
    case .queued:
      guard !account.wasQueued || account.wasStarted else { return "\(id) is queued twice" }
      account.wasQueued = true
    case .started:
      guard account.wasQueued, speaking == id, run != nil else { return "\(id) starts without being spoken" }
      account.wasStarted = true
    case .cut:
      guard account.wasStarted else { return "\(id) is cut and was never heard" }
      account.end = notice.event
    case .dropped, .replaced:
      guard !account.wasStarted else { return "\(id) is \(notice.event.word) and was heard" }
      account.end = notice.event
    case .summed(let other):
      guard let into = accounts[other], into.end == nil else { return "\(id) is summed into what is over" }
      account.end = notice.event
    case .finished: account.end = notice.event
    }
    accounts[id] = account
    if account.end != nil { open.remove(id) }
    return nil
  }

  /// Compares the lane with the account; returns a broken promise.
  func disagreement(
    with lane: AnnouncementLane, after event: AnnouncementLane.Event, from former: AnnouncementLane
  ) -> String? {
    let inside = lane.waiting.map(\.id) + (lane.current.map { [$0.id] } ?? [])
    guard Set(inside) == open, inside.count == open.count else {
      return "lost or twice: \(open.symmetricDifference(inside))"
    }
    guard (lane.current != nil) == (run != nil), lane.current == nil || lane.current?.id == speaking else {
      return "the speaker speaks something else"
    }
    for (one, next) in zip(lane.entries, lane.entries.dropFirst()) where next.precedes(one) {
      return "\(next.id) stands behind \(one.id)"
    }
    guard lane.entries.count <= lane.policy.hardMost, lane.bytes <= lane.policy.mostBytes else {
      return "too much waits"
    }
    let crowds = Dictionary(grouping: lane.entries.filter { $0.band != .first }) {
      "\($0.announcement.application) \($0.band)"
    }
    if lane.entries.count(where: { $0.band != .first }) > lane.policy.most,
      lane.entries.count > former.entries.count,
      crowds.values.contains(where: { $0.count > 1 })
    {
      return "\(lane.entries.count) wait and could be summed up"
    }
    for crowd in crowds.values where crowd.filter(\.isSummary).count > 1 { return "two summaries of one application" }
    for entry in lane.entries where entry.count < 1 || entry.members.count > entry.count { return "a wrong count" }
    if lane.current == nil, lane.quietUntil == nil, lane.entries.contains(where: { !lane.isHeld($0) }) {
      return "something waits and nothing is spoken"
    }
    if let current = lane.current, lane.holds.contains(where: { !$0.spares(current) }) {
      return "spoken in spite of a hold"
    }
    if let spoken = lane.spoken, spoken.run != former.spoken?.run,
      let better = lane.entries.first(where: { $0.band < spoken.entry.band && !lane.isHeld($0) })
    {
      return "\(better.id) should have gone first"
    }
    guard lane.entries.count(where: { $0.band == .first }) <= lane.policy.most else { return "too many key echoes" }
    guard lane.effects.isEmpty else { return "effects are left" }
    return nil
  }

  /// The announcements that never ended.
  var openAccounts: String? { open.isEmpty ? nil : "no end of \(open)" }
}

extension Announcement {
  /// True if nothing but its order decides about it.
  fileprivate var isPlain: Bool {
    priority == nil && key == nil && !goesFirst && urgency != .critical && notification == nil && !isSummary
  }
}
