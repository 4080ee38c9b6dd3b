import Documents
import EventLoop
import Playback
import Speech
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// A random walk of a listener, a desktop and an engine over a whole session: reports that are late, timers of one
/// instant in any order, a loop that is busy, and what has to be true at each moment.
@Core
final class SessionWalk {
  /// A broken promise, with the last actions before it.
  struct Violation: Error, CustomStringConvertible {
    var seed: UInt64
    var step: Int
    var message: String
    var actions: [String]
    var description: String {
      "seed \(seed), step \(step): \(message)\n  " + actions.suffix(30).joined(separator: "\n  ")
    }
  }

  /// A hundredth of a second.
  static let framesPerLetter = 221

  let hand: ManualSession
  let seed: UInt64
  var random: WalkDice
  var promises: WalkPromises
  private(set) var step = 0
  private var actions: [String] = []
  private var texts = 0
  /// Runs that end in order: no engine fails, and nothing is left out.
  private let isValid: Bool

  init(seed: UInt64) {
    self.seed = seed
    random = WalkDice(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 99)
    hand = ManualSession(seed: seed)
    isValid = seed % 3 != 0
    promises = WalkPromises(isWhole: isValid)
    setUp()
  }

  private func setUp() {
    hand.voice.framesPerLetter = Self.framesPerLetter
    // A text that fails at once and is repeated would have no end.
    hand.voice.delay = .milliseconds([isValid ? 0 : 1, 5, 40][random.below(3)])
    hand.voice.pace = .milliseconds([0, 0, 10, 70][random.below(4)])
    hand.output.isExact = random.below(2) == 0
    hand.output.rampFrames = [0, 32][random.below(2)]
    hand.output.latency = .milliseconds([0, 15, 120][random.below(3)])
    if random.below(2) == 0 {
      hand.output.reportDelay = { [unowned self] in .milliseconds(random.below(4) == 0 ? random.below(25) : 0) }
    }
    hand.clock.choice = { [unowned self] in random.below($0) }
    hand.watch = { [unowned self] in promises.note($0, in: hand.session) }
  }

  // MARK: Steps

  func run(steps: Int) throws(Violation) {
    for _ in 0..<steps {
      step += 1
      // The end of something that is waited for is to come now and then.
      if random.below(3) > 0 || !promises.awaitsAnEnd { act() }
      try check()
      try pass(random.below(4) == 0 ? random.below(600) : random.below(90))
    }
  }

  /// Ends the walk: all of the queue is heard, and nothing is left.
  func finish() throws(Violation) {
    note("end of the walk")
    promises.awaitNothing()
    hand.voice.failures = [:]
    hand.output.become(.ready)
    hand.output.hold(false)
    hand.endCall()
    hand.send(.setLoop(.none))
    hand.send(.setRepeat(.off))
    hand.send(.setRate(2))
    hand.session.setSleep(nil)
    for _ in 0..<600 where hand.session.player.current != nil {
      if hand.status != .playing {
        promises.listenerActs()
        hand.play()
      }
      try pass(400)
    }
    guard hand.session.player.current == nil else { throw violation("it does not come to rest: \(hand.session.state)") }
    try pass(200)
    if let message = promises.leftover { throw violation(message) }
    hand.pass(185_000)
    guard hand.clock.isIdle else { throw violation("a timer is left in an idle session") }
    guard hand.voice.isIdle else { throw violation("a sentence is still being made") }
  }

  /// Lets time pass, and looks at each 7 ms.
  func pass(_ milliseconds: Int) throws(Violation) {
    var left = milliseconds
    while left > 0 {
      let part = min(left, 7)
      left -= part
      if random.below(40) == 0 { hand.clock.stall(for: .milliseconds(random.below(60))) }
      hand.pass(part)
      try check()
    }
    hand.pass(0)
    try check()
  }

  private func check() throws(Violation) {
    if let message = promises.broken(hand) { throw violation(message) }
  }

  private func violation(_ message: String) -> Violation {
    let lines = (actions + hand.told).enumerated().sorted {
      (Self.time(of: $0.element), $0.offset) < (Self.time(of: $1.element), $1.offset)
    }
    return Violation(seed: seed, step: step, message: message, actions: lines.map(\.element))
  }

  private static func time(of line: String) -> Int { Int(line.prefix { $0.isNumber }) ?? 0 }

  private func note(_ action: String) { actions.append("\(hand.milliseconds) -- \(action)") }

  // MARK: The listener and the desktop

  private func act() {
    let number = random.below(100)
    switch number {
    case 0..<52: listen(number)
    case 52..<74: end(number)
    default: disturb(number)
    }
  }

  /// Commands of the listener.
  private func listen(_ number: Int) {
    switch number {
    case 0..<16: add()
    case 16..<22: perform("play", isMove: true) { hand.play() }
    case 22..<28: perform("pause") { pause() }
    case 28..<30: perform("toggle", isMove: true) { hand.send(.toggle) }
    case 30: perform("stop", isMove: true) { hand.send(.stop) }
    case 31: perform("clear", isMove: true) { hand.send(.clear(.stopped)) }
    case 32..<36: seek()
    case 36..<42: stepByUnit()
    case 42..<44: perform("again", isMove: true) { hand.session.again() }
    case 44..<48: remove()
    case 48:
      guard let id = anyTrack else { return }
      perform("go to \(id.number)", isMove: true) { hand.send(.goTo(id)) }
    case 49:
      let mode = LoopStatus.allCases[random.below(3)]
      perform("loop \(mode)", isEnd: true) { hand.send(.setLoop(mode)) }
    case 50: perform("shuffle", isEnd: true) { hand.send(.setShuffle(random.below(2) == 0 ? .off : .once)) }
    default:
      guard let id = anyTrack else { return }
      move(id)
    }
  }

  func move(_ id: TrackID) {
    perform("move \(id.number)", isEnd: true) { hand.send(.move(id, to: random.below(4))) }
  }

  func pause() {
    hand.pause()
    promises.listenerPaused(hand.session)
  }

  private func add() {
    let sentences = (0...random.below(4)).map { _ in sentence() }
    let breaks = sentences.enumerated().map { $0 == 0 ? $1 : (random.below(3) == 0 ? "\n" : " ") + $1 }
    let text = breaks.joined()
    switch random.below(6) {
    case 0, 1: say(text)
    case 2:
      // The interrupted text stays paused.
      perform("read now \(text)", isEnd: true) { _ = hand.add(hand.track(text), .now) }
    default:
      let isPlaying = random.below(4) > 0
      perform("read \(text)\(isPlaying ? "" : ", silently")", isEnd: true) { hand.read(text, playing: isPlaying) }
    }
  }

  @discardableResult
  func say(_ text: String) -> TrackID {
    var id = TrackID(0)
    perform("say \(text)", isEnd: true, isRequest: true) {
      id = hand.say(text)
      promises.listenerSaid(id)
    }
    return id
  }

  /// Words that begin with another letter each.
  func sentence() -> String {
    texts += 1
    let words = (0...random.below(4)).map { index in
      let letter = String(UnicodeScalar(UInt8(65 + (texts * 5 + index) % 26)))
      return letter + String(repeating: "e", count: random.below(5))
    }
    let text = words.joined(separator: " ") + "."
    if !isValid, random.below(8) == 0 {
      hand.voice.failures[text] = Trouble(random.below(2) == 0 ? .stalled : .broken)
      hand.voice.wordsBeforeFailure[text] = random.below(3)
    }
    return text
  }

  private var anyTrack: TrackID? {
    let ids = hand.session.player.ids
    return ids.isEmpty ? nil : ids[random.below(ids.count)]
  }

  private func seek() {
    let place = Int64(random.below(1200))
    if random.below(2) == 0 {
      perform("seek to \(place)", isEnd: true) { hand.seek(to: place) }
    } else {
      perform("seek by \(place - 600)", isEnd: true) { hand.session.seek(by: Microseconds((place - 600) * 1000)) }
    }
  }

  private func stepByUnit() {
    let unit = [MovingUnit.sentence, .paragraph, .track, .heading][random.below(4)]
    let direction: StepDirection = random.below(2) == 0 ? .forward : .back
    // A step forward leaves the reading as it is: one that was paused stays paused.
    perform("\(direction) by \(unit)", isMove: direction == .back, isEnd: true) {
      hand.session.step(direction, by: unit, restartingAfter: 200_000, finishing: random.below(2) == 0)
    }
  }

  func remove() {
    guard let id = random.below(2) == 0 ? hand.session.player.current : anyTrack else { return }
    perform("remove \(id.number)", isEnd: true) { hand.send(.remove([id])) }
  }

  /// Pauses and repetitions that depend on the end of a unit.
  private func end(_ number: Int) {
    switch number {
    case 52..<58:
      let unit: TextUnit = random.below(2) == 0 ? .word : .sentence
      pause(atEndOf: unit)
    case 58..<64:
      let extent: SleepTimer.Extent = random.below(2) == 0 ? .sentence : .paragraph
      sleep(extent)
    case 64:
      perform("sleep in a moment", isEnd: true) { hand.session.setSleep(.time(.milliseconds(random.below(900)))) }
    case 65: perform("no sleep", isEnd: true) { hand.session.setSleep(nil) }
    case 66, 67: perform("mark", isEnd: true) { try? hand.session.mark(.next) }
    case 68..<71:
      perform("repeat this word", isEnd: true) { repeatWord() }
    default:
      let mode = [RepeatMode.sentence, .paragraph, .off][random.below(3)]
      perform("repeat \(mode)", isEnd: true) { hand.send(.setRepeat(mode)) }
    }
  }

  func pause(atEndOf unit: TextUnit) {
    perform("pause at the end of the \(unit)") {
      hand.session.pause(atEndOf: unit)
      promises.awaitPause(atEndOf: unit, in: hand.session)
    }
  }

  func sleep(_ extent: SleepTimer.Extent) {
    perform("sleep \(extent)") {
      hand.session.setSleep(extent)
      promises.awaitSleep(extent, in: hand.session)
    }
  }

  func repeatWord() {
    try? hand.session.mark(.a)
    try? hand.session.mark(.b)
  }

  /// Events from outside.
  private func disturb(_ number: Int) {
    switch number {
    case 74..<80:
      let rate = [1, 1, 0.5, 2, 3.3][random.below(5)]
      perform("rate \(rate)") { hand.send(.setRate(rate)) }
    case 80..<84: perform("a call") { hand.call() }
    case 84..<89: perform("the call's end") { hand.endCall() }
    case 89: perform("no sink") { hand.output.become(.noSink) }
    case 90: perform("no server") { hand.output.become(.serverMissing) }
    case 91..<95: perform("an output") { hand.output.become(.ready) }
    case 95: perform("the route changes") { hand.output.hold(true) }
    case 96, 97: perform("the route stays") { hand.output.hold(false) }
    case 98: perform("another player") { hand.send(.pause(.otherPlayer("x"))) }
    default: perform("volume") { hand.output.mix(CubicLevel(Double(random.below(10)) / 10)) }
    }
  }

  /// - Parameters:
  ///   - isMove: true if the listener wants to hear, or moves to a text that they may have paused.
  ///   - isEnd: true if an end that was waited for may be another one afterwards.
  ///   - isRequest: true if another text is to be heard, and nothing else changes.
  func perform(
    _ name: String, isMove: Bool = false, isEnd: Bool = false, isRequest: Bool = false, _ body: () -> Void
  ) {
    note(name)
    if !isRequest { promises.listenerChanges() }
    if isMove { promises.listenerActs() }
    if isMove || isEnd { promises.awaitNothing() }
    body()
  }
}

/// Numbers that are the same for the same seed.
struct WalkDice {
  var state: UInt64

  /// A number from 0 on; `count` is at least 1.
  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}
