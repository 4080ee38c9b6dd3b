import Playback
import Vocabulary

@testable import Reading

/// A random walk over requests for texts: readers whose reports are late, missing, told twice or in another order, a
/// queue that may be full, and a listener who gives everything up or removes tracks at any moment.
struct OpeningWalk {
  /// A text as its file has it.
  private struct Script {
    var hasClips = false
    var isLive = false
    var chapters = 1
    /// The chapter in which the reading begins.
    var first = 0
    /// True if there is no such place as the listener wants.
    var isImpossible = false
  }

  /// A report on its way.
  private struct Report {
    var number: Int
    var event: Opening.Event
    /// The chapter that is found; `nil` for other reports.
    var chapter: Int?
  }

  private(set) var log: [String] = []
  /// True if each event and its effects are written down.
  private let isLogged: Bool
  private(set) var broken: String?
  private var dice: WalkDice
  private var line = OpeningLine()
  private var openings: [Opening] = []
  private var scripts: [Script] = []
  private var ledger = OpeningLedger()
  /// The reports that are still to come, in the order of the files.
  private var reports: [Report] = []
  /// The answers that the queue has not given.
  private var asked: [Int] = []
  private var waitingForRoom: Set<Int> = []
  private var nextTrack: UInt64 = 1

  /// - Parameter isLogged: true for a walk that is to be read.
  init(seed: UInt64, isLogged: Bool = false) {
    self.isLogged = isLogged
    dice = WalkDice(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 7)
    ledger.capacity = [2, 5, 1000][dice.below(3)]
  }

  /// Walks so many steps, and then until all readers have come to their ends.
  mutating func run(steps: Int) {
    for _ in 0..<steps where broken == nil { step() }
    for _ in 0..<5000 where broken == nil && !isSettled { settle() }
    guard broken == nil else { return }
    if !isSettled { broken = "it never ends" }
    if broken == nil { broken = ledger.openAccounts(of: openings) }
    if broken == nil, !line.isEmpty { broken = "a text stands in the line and has its result" }
  }

  private var isSettled: Bool {
    reports.isEmpty && asked.isEmpty && waitingForRoom.isEmpty
      && openings.allSatisfy { $0.isDecided && !$0.isBeingRead }
  }

  private mutating func note(_ text: @autoclosure () -> String) { if isLogged { log.append(text()) } }

  private mutating func element<Element>(of all: [Element]) -> Element? {
    all.isEmpty ? nil : all[dice.below(all.count)]
  }

  // MARK: Steps

  private mutating func step() {
    switch dice.below(20) {
    case 0..<3: request()
    case 3: adopt()
    case 4: if dice.below(6) == 0 { cancelAll() }
    case 5..<7: removeTrack()
    case 7: deliverNonsense()
    case 8..<11: answer()
    default: deliver()
    }
  }

  /// One report or answer, until none is left. A reader of which reports are lost ends at last.
  private mutating func settle() {
    if !reports.isEmpty { return deliver() }
    if !asked.isEmpty || !waitingForRoom.isEmpty { return answer() }
    for number in openings.indices where openings[number].isBeingRead || openings[number].state == .requested {
      return send(.over(Self.empty, .open), to: number)
    }
  }

  private static let empty = ReadingError(.empty, "there is nothing in it")

  private mutating func request() {
    var script = Script()
    script.hasClips = dice.below(6) == 0
    script.isLive = dice.below(4) == 0
    script.chapters = dice.below(4) == 0 ? 0 : 1 + dice.below(5)
    script.first = dice.below(3) == 0 ? dice.below(5) : 0
    script.isImpossible = dice.below(8) == 0
    let number = openings.count
    openings.append(Opening())
    scripts.append(script)
    ledger.request(number)
    line.append(number, holdsUpOthers: !script.isLive)
    note("\(number) is requested: \(script)")
    if script.hasClips {
      let isLost = dice.below(3) == 0
      reports.append(Report(number: number, event: isLost ? .over(Self.empty, .open) : .begun))
    } else {
      send(.begun, to: number)
    }
  }

  /// A text of an earlier run is read again, whose tracks are in the queue.
  private mutating func adopt() {
    let tracks = (0...dice.below(2)).map { _ in makeTrack() }
    let number = openings.count
    openings.append(Opening(adopting: tracks, left: tracks.count))
    scripts.append(Script(chapters: dice.below(4)))
    ledger.adopt(number, tracks)
    note("\(number) is read again: \(tracks)")
    read(number)
  }

  private mutating func makeTrack() -> TrackID {
    defer { nextTrack += 1 }
    return TrackID(nextTrack)
  }

  private mutating func read(_ number: Int) {
    let script = scripts[number]
    for chapter in 0..<script.chapters {
      reports.append(Report(number: number, event: .grown(.open), chapter: chapter))
      if dice.below(2) == 0 { reports.append(Report(number: number, event: .grown(.enough))) }
    }
    reports.append(Report(number: number, event: .over(Self.empty, script.isImpossible ? Self.impossible : .enough)))
  }

  private static let impossible = Opening.Prospect.impossible(ReadingError(.outOfRange, "there is no such chapter"))

  private mutating func deliver() {
    guard !reports.isEmpty else { return }
    // The next one of the oldest text, or any: late, and in another order.
    let index = dice.below(4) == 0 ? dice.below(reports.count) : 0
    let report = reports[index]
    // Some are told twice, some never.
    if dice.below(12) != 0 { reports.remove(at: index) }
    if dice.below(12) == 0 { return }
    guard let chapter = report.chapter else { return send(report.event, to: report.number) }
    let script = scripts[report.number]
    let track = dice.below(10) == 0 ? element(of: openings[report.number].tracks) : nil
    let isEnough = chapter >= script.first
    send(.found(track ?? makeTrack(), script.isImpossible ? .open : isEnough ? .enough : .open), to: report.number)
  }

  /// Reports about texts of which nothing was asked, or no more.
  private mutating func deliverNonsense() {
    guard !openings.isEmpty else { return }
    let number = dice.below(openings.count)
    let entry = Opening.Entry(first: TrackID(nextTrack), former: [], sounds: false)
    // The queue answers only if it was asked, once; a late answer is that to a text that has been given up.
    let isAwaited = openings[number].state == .ready
    let events: [Opening.Event] = [
      .begun, .found(makeTrack(), .enough), .grown(.enough), .grown(Self.impossible), .left(TrackID(nextTrack)),
      ledger.hasLeftQueue(number, openings[number]) ? .grown(.open) : .room(ledger.room),
      isAwaited ? .begun : .admitted(entry, room: 3), isAwaited ? .begun : .heard(TrackID(1)),
      isAwaited ? .begun : .refused(Self.empty),
    ]
    guard let event = element(of: events), event != .begun || openings[number].state != .requested else {
      return
    }
    send(event, to: number)
  }

  private mutating func cancelAll() {
    note("all are given up")
    let error = ReadingError(.stale, "given up")
    _ = line.takeAll()
    // A track in the queue stays there.
    for number in openings.indices {
      send(.cancelled(error), to: number)
      if ledger.isOpen(number) { broken = "\(number) was given up and has no result" }
    }
  }

  private mutating func removeTrack() {
    guard let track = element(of: ledger.queue) else { return }
    note("\(track) leaves")
    ledger.queue.removeAll { $0 == track }
    for number in openings.indices where openings[number].hasEntered(track) {
      send(.left(track), to: number)
      if ledger.hasLeftQueue(number, openings[number]), openings[number].isBeingRead {
        broken = "\(number) is read, and nobody wants it any more"
      }
    }
  }

  // MARK: The queue

  private mutating func answer() {
    if let number = waitingForRoom.min(), asked.isEmpty || dice.below(2) == 0 {
      waitingForRoom.remove(number)
      return askForRoom(number)
    }
    guard !asked.isEmpty else { return }
    let number = asked.removeFirst()
    let opening = openings[number]
    guard opening.state == .ready else { return send(.refused(Self.empty), to: number) }
    let first = min(scripts[number].first, opening.tracks.count - 1)
    switch dice.below(8) {
    case 0: send(.refused(ReadingError(.full, "there is no room")), to: number)
    case 1: send(.heard(TrackID(1)), to: number)
    default:
      guard first < ledger.room else { return send(.refused(ReadingError(.full, "there is no room")), to: number) }
      let entry = Opening.Entry(first: opening.tracks[first], former: [], sounds: true)
      send(.admitted(entry, room: ledger.room), to: number)
    }
  }

  private mutating func askForRoom(_ number: Int) {
    guard openings[number].hasFurther, !ledger.hasLeftQueue(number, openings[number]) else { return }
    send(.room(ledger.room), to: number)
  }

  // MARK: Effects

  private mutating func send(_ event: Opening.Event, to number: Int) {
    guard broken == nil else { return }
    note("\(number): \(event)")
    let before = openings[number]
    let effects = openings[number].handle(event)
    if case .over = event { ledger.release(number) }
    if before.state == .ended, !effects.isEmpty { return broken = "\(number) had ended, and does \(effects)" }
    if openings[number].state == .ended, openings[number].isBeingRead {
      return broken = "\(number) has ended, and is read"
    }
    for effect in effects where broken == nil { perform(effect, of: number, before) }
  }

  private mutating func perform(_ effect: Opening.Effect, of number: Int, _ before: Opening) {
    note("  \(effect)")
    switch effect {
    case .read:
      broken = ledger.beginReading(number)
      read(number)
    case .release: ledger.release(number)
    case .settle: settleLine()
    case .ask: asked.append(number)
    case .enter(let tracks, let entry):
      broken = ledger.enter(tracks, of: number, all: before.tracks, isFirst: true)
      if !tracks.contains(entry.first) { broken = "the first track of \(number) to be heard is left out" }
    case .follow(let tracks): broken = ledger.enter(tracks, of: number, all: before.tracks, isFirst: false)
    case .askForRoom(isUrgent: true): askForRoom(number)
    case .askForRoom(isUrgent: false): waitingForRoom.insert(number)
    case .shutOut: ledger.shutOut(number)
    case .complete(let result): broken = ledger.complete(number, result)
    case .takePlace, .expect, .tellOthers: break
    }
  }

  private mutating func settleLine() {
    let openings = openings
    let turns = line.takeTurns { openings[$0].isDecided }
    broken = ledger.checkTurns(turns) { self.scripts[$0].isLive }
    for number in turns { send(.turn, to: number) }
  }
}
