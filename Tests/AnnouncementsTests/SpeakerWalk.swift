import Vocabulary

@testable import Announcements

/// A random walk over the lane and its speaker together: applications, the desktop and the listener on one side, and on
/// the other a player that reports late, in another order, and of texts that are over (``WalkPlayer``).
struct SpeakerWalk {
  typealias Run = AnnouncementLane.Run

  private(set) var lane = AnnouncementLane()
  private var speaker = AnnouncementSpeaker<Int>()
  private var ledger = LaneLedger()
  private var player = WalkPlayer()
  private var random: LaneWalk.Random
  private var now = Duration.zero
  /// A run that waits until the reading is silent and the volume is there.
  private var awaited: (run: Run, moment: Duration)?
  /// Reports that come in a later turn.
  private var late: [AnnouncementLane.Event] = []
  /// The run that may still be heard, since it fades out.
  private var fading: Run?
  /// The runs that were reported as heard.
  private var started: Set<Run> = []
  /// The number of words that were told.
  private(set) var words = 0
  private(set) var log: [String] = []
  private(set) var broken: String?

  init(seed: UInt64) { random = LaneWalk.Random(state: seed) }

  /// Walks so many steps, and then until nothing is left.
  mutating func run(steps: Int) {
    for _ in 0..<steps where broken == nil {
      pass([0, 0, 1, 20, 100, 260, 900].randomElement(using: &random) ?? 0)
      if Int.random(in: 0..<3, using: &random) == 0 { take(outside) } else { movePlayer() }
    }
    for reason in lane.holdReasons { take(.release(reason)) }
    for _ in 0..<3000 where broken == nil && !lane.isEmpty {
      pass(50)
      movePlayer()
    }
    if broken == nil, !lane.isEmpty { broken = "it never ends: \(lane.waiting.count) wait" }
    if broken == nil { broken = ledger.openAccounts }
  }

  // MARK: The player

  private mutating func movePlayer() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: answer()
    case 10 where Int.random(in: 0..<3, using: &random) == 0:
      if let text = player.someText(using: &random) { tell(.word(text, WalkPlayer.word(of: text))) }
    case 11 where Int.random(in: 0..<3, using: &random) == 0:
      for event in player.fail(using: &random) { tell(event) }
    default: play()
    }
  }

  /// Answers about a text that was asked for.
  private mutating func answer() {
    guard let opening = player.nextOpening(using: &random) else { return }
    guard speaker.mayEnter(opening.run), Int.random(in: 0..<8, using: &random) > 0 else {
      return tell(.refused(opening.run, "it cannot be read"))
    }
    tell(.entering(opening.run))
    let id = player.put(opening, sentences: opening.isSign ? 1 : Int.random(in: 1...4, using: &random))
    // The sound may begin before the answer about the text, and even end.
    if Int.random(in: 0..<3, using: &random) == 0 { for _ in 0..<Int.random(in: 1...3, using: &random) { play() } }
    tell(.entered(opening.run, id))
  }

  private mutating func play() {
    if let event = player.play() { tell(event) } else { checkSound() }
    player.endMoment()
  }

  private mutating func checkSound() {
    if let run = player.sounding, run != lane.run, run != fading {
      broken = "\(run) is heard after its end"
    }
  }

  /// The player reports something.
  private mutating func tell(_ event: AnnouncementSpeaker<Int>.Event) {
    log.append("\(now) \(event)")
    checkSound()
    perform(speaker.handle(event))
    if broken == nil { broken = player.broken }
  }

  private mutating func perform(_ effects: [AnnouncementSpeaker<Int>.Effect]) {
    for effect in effects where broken == nil {
      if case .report(let report) = effect {
        switch report {
        case .started(let run):
          started.insert(run)
          take(.started(run))
        case .word(let run, let word):
          if run != lane.run || !started.contains(run) { broken = "a word of \(run) is told outside of it" }
          if player.texts.last.map({ $0.run != run || $0.isSign || $0.id != word.mediaMicroseconds.count }) ?? true {
            broken = "a word that is not heard is told of \(run)"
          }
          words += 1
        case .finished(let run):
          if !player.heardWhole.contains(run) { broken = "\(run) is reported as heard, and was not" }
          take(.finished(run))
        case .stopped(let run): take(.stopped(run))
        case .failed(let run, _): late.append(.failed(run))
        }
      } else {
        if case .awaitSilence = effect { fading = nil }
        for event in player.perform(effect, at: now, using: &random) { tell(event) }
      }
    }
  }

  // MARK: The lane

  private mutating func take(_ event: AnnouncementLane.Event) {
    guard broken == nil else { return }
    log.append("\(now) \(event)")
    let former = lane
    let effects = lane.handle(event, at: now)
    ledger.expect(event, at: now)
    for effect in effects { if let message = ledger.note(effect) { return broken = message } }
    if let message = ledger.disagreement(with: lane, after: event, from: former) { return broken = message }
    for effect in effects where broken == nil { perform(effect) }
    switch event {
    case .silence, .cancel(.all):
      perform(speaker.handle(.silence))
      if let fading { broken = "\(fading) goes on after silence was ordered" }
    default: break
    }
  }

  private mutating func perform(_ effect: AnnouncementLane.Effect) {
    switch effect {
    case .speak(let spoken):
      awaited = (spoken.run, now + .milliseconds([0, 0, 10, 300].randomElement(using: &random) ?? 0))
      if awaited?.moment == now { passAwaited() }
    case .stop(let run, let stop):
      // As in the driver: a run that has not begun has no sentence.
      if stop == .sentenceEnd, speaker.run != run { return take(.stopped(run)) }
      let effects = speaker.handle(.stop(run, stop))
      if effects.contains(where: { if case .fadeOut = $0 { true } else { false } }) { fading = run }
      perform(effects)
    case .tell: break
    }
  }

  private mutating func passAwaited() {
    guard let (run, moment) = awaited, moment <= now else { return }
    awaited = nil
    if lane.run == run { perform(speaker.handle(.speak(run))) }
  }

  private mutating func pass(_ milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    for _ in 0..<500 where broken == nil {
      while !late.isEmpty { take(late.removeFirst()) }
      let moments = [lane.nextWake, awaited?.moment, player.nextMoment].compactMap { $0 }
      guard let next = moments.min(), next <= end else { return now = end }
      now = max(now, next)
      passAwaited()
      for event in player.due(at: now) { tell(event) }
      if let wake = lane.nextWake, wake <= now { take(.wake) }
    }
    if broken == nil { broken = "it wants to be woken for ever" }
  }

  // MARK: Events

  private var outside: AnnouncementLane.Event {
    mutating get {
      let inside = (lane.current.map { [$0] } ?? []) + lane.waiting
      let id = inside.randomElement(using: &random)?.id ?? Announcement.ID(1)
      let reason = [AnnouncementReason.call, .paused, .locked].randomElement(using: &random) ?? .call
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<9: return .add(announcement)
      case 9, 10: return .closed(notification: UInt32.random(in: 1...6, using: &random))
      case 11: return .numbered(id, notification: UInt32.random(in: 1...6, using: &random))
      case 12: return .cancel(.one(id))
      case 13: return .cancel([.spoken, .all, .sender(":Mail")].randomElement(using: &random) ?? .spoken)
      case 14: return .silence(.locked, verdicts(inside))
      case 15: return .rejudge(verdicts(inside))
      case 16: return .hold(AnnouncementHold(reason, drops: Bool.random(using: &random)))
      case 17, 18: return .release(reason)
      default: return .wake
      }
    }
  }

  private mutating func verdicts(_ inside: [Announcement]) -> [Announcement.ID: AnnouncementVerdict] {
    var verdicts: [Announcement.ID: AnnouncementVerdict] = [:]
    for one in inside {
      verdicts[one.id] = [.speak, .drop(.muted), .speakInstead(one.application)].randomElement(using: &random)
    }
    return verdicts
  }

  private var announcement: Announcement {
    mutating get {
      let application = ["Mail", "Chat", "Orca"].randomElement(using: &random) ?? "Mail"
      var new = Announcement(id: lane.newID(), text: "", sender: ":\(application)", application: application)
      new.text = "text \(new.id.number)"
      new.isNotification = Bool.random(using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: new.notification = UInt32.random(in: 1...6, using: &random)
      case 2, 3: new.key = "key"
      case 4: new.limit = .milliseconds(300)
      case 5: new.goesFirst = true
      case 6: new.urgency = .critical
      default: break
      }
      return new
    }
  }
}
