import Vocabulary

@testable import Playback

/// A random walk of a listener and the desktop over the player, with a driver that obeys late and out of order.
struct Walk {
  /// A broken promise, with the events before it.
  struct Violation: Error, CustomStringConvertible {
    var seed: UInt64
    var step: Int
    var event: Player.Event?
    var message: String
    var description: String { "seed \(seed), step \(step), \(event.map { "\($0)" } ?? "at the end"): \(message)" }
  }

  let seed: UInt64
  private(set) var player: Player
  private(set) var driver = ModelDriver()
  private(set) var utterances = UtteranceGrammar()
  /// All events so far, for a repetition.
  private(set) var events: [(event: Player.Event, moment: Moment)] = []
  private(set) var effects: [Player.Effect] = []
  private var putOff = PutOffTracks()
  private var random: SplitMix64
  private var loudnesses: SplitMix64
  private var silences: SplitMix64
  private var rests: SplitMix64
  private var doubts: SplitMix64
  /// The calls of `Pause` whose callers are unknown.
  private var calls: [PauseCall] = []
  private let hasDoubts: Bool
  private var nextNumber: UInt64 = 1
  private(set) var step = 0
  private var now = Moment(.zero)

  /// - Parameter hasDoubts: false for the walk that this seed had without calls of `Pause` in doubt.
  init(seed: UInt64, hasDoubts: Bool = true) {
    self.seed = seed
    self.hasDoubts = hasDoubts
    player = Player(seed: seed)
    random = SplitMix64(state: seed &+ 1_000_000)
    loudnesses = SplitMix64(state: seed &+ 2_000_000)
    silences = SplitMix64(state: seed &+ 3_000_000)
    doubts = SplitMix64(state: seed &+ 4_000_000)
    rests = SplitMix64(state: seed &+ 5_000_000)
  }

  mutating func run(steps: Int) throws(Violation) {
    for _ in 0..<steps {
      step += 1
      now = now + chanceTime
      driver.pass()
      if let report = driver.report(&random) {
        try take(report)
      } else {
        try take(rest(doubt(nextEvent())))
      }
    }
  }

  /// Ends the walk: nothing may be left.
  mutating func finish() throws(Violation) {
    try take(.clear(.stopped))
    let leftovers =
      player.places.count + player.intentsAfter.count + player.entrances.count + player.utterances.count
      + player.ownRates.count
      + player.entries.count
      + driver.kept.count + utterances.living.count
    if leftovers != 0 { throw violation(nil, "something is left after clear: \(player)") }
    if player.order.sound { throw violation(nil, "clear left sound") }
  }

  mutating func take(_ event: Player.Event) throws(Violation) {
    let before = player
    events.append((event, now))
    if case .add(let entries, _, _, _, let beginning) = event {
      let ids = entries.map(\.id)
      driver.keep(ids)
      // The entries before the place at which a document continues count as heard.
      utterances.await(Array(ids.drop { id in ids.contains { $0 == beginning?.track } && id != beginning?.track }))
    }
    let effects = player.handle(event, at: now)
    self.effects += effects
    for effect in effects {
      if let message = driver.perform(effect, &random) ?? utterances.note(effect) { throw violation(event, message) }
    }
    let message =
      player.brokenInvariant(at: now) ?? driver.disagreement(with: player) ?? utterances.disagreement(with: player)
      ?? player.brokenPromise(after: event, at: now, from: before, effects)
      ?? putOff.brokenPromise(after: event, from: before, to: player)
    if let message { throw violation(event, message) }
  }

  private func violation(_ event: Player.Event?, _ message: String) -> Violation {
    Violation(seed: seed, step: step, event: event, message: message)
  }

  // MARK: The listener and the desktop

  private var chanceLength: TrackLength {
    mutating get { TrackLength(microseconds: 12, isExact: Bool.random(using: &random)) }
  }

  private mutating func nextEvent() -> Player.Event {
    switch Int.random(in: 0..<62, using: &random) {
    case 0..<4: .play
    case 4..<8: .pause(chanceReason)
    case 8..<10: .toggle
    case 10: .stop
    case 11: Int.random(in: 0..<4, using: &random) == 0 ? .clear(.stopped) : .stop
    case 12..<15: .next(finishing: Bool.random(using: &random))
    case 15..<18: .previous(heard: chancePosition, restartAfter: 3)
    case 18..<21: .seek(to: chancePosition)
    case 21: .goTo(chanceTrack)
    case 22: .goTo(chanceTrack, at: Bool.random(using: &random) ? chancePosition : nil)
    case 23..<27: addition()
    case 27: .remove((0..<Int.random(in: 0...3, using: &random)).map { _ in chanceTrack })
    case 28: .move(chanceTrack, to: Int.random(in: -1...9, using: &random))
    case 29: .setRate(Double.random(in: -1...8, using: &random))
    case 30: .setVolume(CubicLevel(Double.random(in: -1...2, using: &random)))
    case 31: .setLoop(LoopStatus.allCases.randomElement(using: &random)!)
    case 32: .setShuffle(ShuffleMode.allCases.randomElement(using: &random)!)
    case 33: .holdBegan(chanceHold)
    case 34: Bool.random(using: &random) ? .holdBegan(chanceHold) : .holdFound(chanceHold)
    case 35..<37: .holdEnded(chanceHold)
    case 37: .measured(chanceTrack, chanceLength)
    case 39: .relaid(chanceTrack, chanceLength, from: chancePosition, to: chancePosition)
    case 40: .holdExpired
    case 41..<43: .reasonEnded(chanceReason)
    case 43: .configure(chancePolicy)
    case 44: .goTo(chanceTrack, at: chancePosition)
    case 45..<47: .setRepeat(RepeatMode.allCases.randomElement(using: &random)!)
    case 47..<49: chanceMark
    case 49: .setSleep(chanceSleep)
    case 50: .extendSleep(by: .seconds(Int.random(in: -30...30, using: &random)))
    case 51: .sleepExpired
    case 52..<54: .sleepUnitEnded(player.epoch)
    case 54: .pauseAtMark
    case 61: .slept(.seconds(Int.random(in: 0...90_000, using: &random)))
    case 55..<57: .markReached(player.epoch)
    case 57:
      .bring(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in chanceTrack },
        from: Bool.random(using: &random) ? Beginning(track: chanceTrack, position: chancePosition) : nil,
        heard: chancePosition)
    case 58: .expect(chanceTrack)
    case 59: .setGlobalRate(Double.random(in: -1...8, using: &random))
    case 60:
      [.forgetRate, .setRateOfAll(2), .giveRate(Double.random(in: 0...3, using: &random), to: chanceTrack)]
        .randomElement(using: &random)!
    case 38: .described(chanceTrack, TrackMetadata(title: "read further"))
    default: silence(loudness(.volumeChanged(CubicLevel(Double.random(in: 0...1.5, using: &random)))))
    }
  }

  /// Sometimes the silence, the next words or the end of a text that is still being written.
  private mutating func silence(_ otherwise: Player.Event) -> Player.Event {
    let position = Microseconds(.random(in: 0...30, using: &silences))
    let track = player.ids.filter(player.silent.contains).randomElement(using: &silences) ?? TrackID(nextNumber)
    return switch Int.random(in: 0..<5, using: &silences) {
    case 0, 1: .fellSilent(player.epoch, heard: position)
    case 2: .spokeAgain(track, heard: position)
    case 3: .endedSilent(track)
    default: otherwise
    }
  }

  /// Sometimes another loudness at the sink.
  private mutating func loudness(_ otherwise: Player.Event) -> Player.Event {
    switch Int.random(in: 0..<6, using: &loudnesses) {
    case 0:
      .loudness(
        Loudness(
          isStreamMuted: Int.random(in: 0..<4, using: &loudnesses) == 0, isSinkMuted: Bool.random(using: &loudnesses),
          sinkVolume: [nil, 0, 0.5, 1.2].randomElement(using: &loudnesses)!))
    case 1: .volumeChanged(0)
    default: otherwise
    }
  }

  private mutating func addition() -> Player.Event {
    let count = UInt64.random(in: 1...3, using: &random)
    let entries = (nextNumber..<nextNumber + count).map { number in
      Stage.entry(
        number, group: ["a", "b", nil][Int(number % 3)], isSaid: nextNumber % 3 == 0,
        document: nextNumber % 3 == 1 ? TrackID(nextNumber) : nil, rate: nextNumber % 5 == 0 ? 1.5 : nil)
    }
    nextNumber += count
    let placements: [Placement] = [
      .last, .last, .next, .now, .inTurn, .inTurn, .behind(chanceTrack), .after(chanceTrack), .after(nil),
      .continuing(chanceTrack),
    ]
    let beginning = Beginning(
      track: Bool.random(using: &random) ? entries.randomElement(using: &random)!.id : chanceTrack,
      position: chancePosition)
    return .add(
      entries, placements.randomElement(using: &random)!, playing: Bool.random(using: &random), heard: chancePosition,
      from: Int.random(in: 0..<3, using: &random) == 0 ? beginning : nil)
  }

  private var chanceMark: Player.Event {
    mutating get {
      let marks: [RepeatMark] = [.a, .b, .next]
      let word = Int64.random(in: 0...9, using: &random)
      return .mark(
        marks.randomElement(using: &random)!, start: SpeechPoint(sentence: 0, offset: word),
        end: SpeechPoint(sentence: 0, offset: word + 1))
    }
  }

  private var chanceSleep: SleepTimer.Extent? {
    mutating get {
      [nil, .time(.seconds(Int.random(in: 0...60, using: &random))), .sentence, .paragraph, .chapters(2)]
        .randomElement(using: &random)!
    }
  }

  private var chanceReason: PauseReason {
    mutating get {
      [
        .user, .mark, .sleep, .lock, .seat, .engineLost, .otherPlayer("a"), .routeLost("a"), .routeLost("b"),
        .routeLost(nil),
      ]
      .randomElement(using: &random)!
    }
  }

  private var chanceHold: Hold {
    mutating get {
      [.serverLost, .noSink, .route, .call(application: "a"), .call(application: "b")].randomElement(
        using: &random)!
    }
  }

  private var chancePolicy: Policy {
    mutating get {
      var policy = Policy()
      policy.holdLimit = .seconds(Int.random(in: 0...40, using: &random))
      policy.resumesOnReplug = Bool.random(using: &random)
      policy.resumesOnUnlock = Bool.random(using: &random)
      policy.pausesOnMute = Bool.random(using: &loudnesses)
      return policy
    }
  }

  /// Mostly a moment, sometimes long enough for every time limit.
  private var chanceTime: Duration {
    mutating get { .milliseconds([0, 0, 1, 30, 400, 1500, 25_000].randomElement(using: &random)!) }
  }

  private var chancePosition: Microseconds { mutating get { Microseconds(.random(in: -5...20, using: &random)) } }

  /// Sometimes a program that calls `Pause`, or the answer to the question about one of them, which may come late.
  private mutating func doubt(_ otherwise: Player.Event) -> Player.Event {
    guard hasDoubts else { return otherwise }
    switch Int.random(in: 0..<40, using: &doubts) {
    case 0:
      calls.append(PauseCall(number: UInt64(step)))
      return .pauseAsked(calls.last!)
    case 1, 2:
      guard let index = calls.indices.randomElement(using: &doubts) else { return otherwise }
      return .pauseKnown(calls.remove(at: index), isListeners: Bool.random(using: &doubts))
    default: return otherwise
    }
  }

  /// Sometimes the beginning or the end of a long silence of the place, which may come late.
  private mutating func rest(_ otherwise: Player.Event) -> Player.Event {
    switch Int.random(in: 0..<30, using: &rests) {
    case 0, 1: .restBegan(player.epoch)
    case 2: .restEnded(player.epoch)
    default: otherwise
    }
  }

  /// Mostly a queued one.
  private var chanceTrack: TrackID {
    mutating get {
      let any = TrackID(UInt64.random(in: 0...50, using: &random))
      let queued = player.entries.randomElement(using: &random)?.id ?? any
      return Int.random(in: 0..<8, using: &random) == 0 ? any : queued
    }
  }
}
