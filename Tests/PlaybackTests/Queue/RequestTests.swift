import Testing
import Vocabulary

@testable import Playback

/// A request is heard: a text that is spoken or opened beside the current reading.
@Suite(.timeLimit(.minutes(1)))
struct RequestTests {
  /// The reading when the request comes.
  enum Beside: CaseIterable {
    case nothing, playingBook, pausedBook, stoppedBook, heldBook, playingSaid, pausedSaid, saidOverPlayingBook
    case saidOverPausedBook, threeSaid
  }

  /// Entries: 1 and 2 are chapters of a book, 11… were spoken before, 21… are the new request.
  private func stage(_ beside: Beside) -> Stage {
    var stage = Stage()
    func book(_ event: Player.Event? = nil) {
      _ = stage.read(1...2)
      stage.hear()
      if let event { _ = stage.handle(event) }
    }
    switch beside {
    case .nothing: break
    case .playingBook: book()
    case .pausedBook: book(.pause(.user))
    case .stoppedBook: book(.stop)
    case .heldBook: book(.holdBegan(.noSink))
    case .playingSaid: _ = stage.say(11...11)
    case .pausedSaid:
      _ = stage.say(11...11)
      stage.hear()
      _ = stage.handle(.pause(.user))
    case .saidOverPlayingBook, .threeSaid:
      book()
      for number in beside == .threeSaid ? 11...13 : 11...11 as ClosedRange<UInt64> {
        _ = stage.say(number...number, heard: 70)
      }
    case .saidOverPausedBook:
      book(.pause(.user))
      _ = stage.say(11...11, heard: 70)
    }
    stage.hear()
    return stage
  }

  /// The tracks that are heard until nothing continues by itself.
  private func heard(_ stage: inout Stage) -> [UInt64] {
    var heard: [UInt64] = []
    while stage.player.status == .playing, let current = stage.current {
      heard.append(current)
      stage.hear()
      stage.end()
    }
    return heard
  }

  @Test(
    arguments: [
      (.nothing, [21], nil, .stopped), (.playingBook, [21, 1, 2], nil, .stopped), (.pausedBook, [21], 1, .paused),
      (.stoppedBook, [21], 1, .stopped), (.playingSaid, [11, 21], nil, .stopped), (.pausedSaid, [21], 11, .paused),
      (.saidOverPlayingBook, [11, 21, 1, 2], nil, .stopped), (.saidOverPausedBook, [11, 21], 1, .paused),
      (.threeSaid, [11, 12, 13, 21, 1, 2], nil, .stopped),
    ] as [(Beside, [UInt64], UInt64?, PlaybackStatus)])
  func aSaidTextIsHeard_X1_S0_10(
    beside: Beside, heard: [UInt64], current: UInt64?, status: PlaybackStatus
  ) {
    var stage = stage(beside)
    _ = stage.say(21...21, heard: 90)
    #expect(self.heard(&stage) == heard, "\(beside)")
    #expect(stage.current == current && stage.player.status == status, "\(beside)")
  }

  @Test(
    arguments: [
      (.nothing, [21, 22], nil, .stopped), (.playingBook, [21, 22, 1, 2], nil, .stopped),
      (.pausedBook, [21, 22], 1, .paused), (.stoppedBook, [21, 22], 1, .stopped),
      (.playingSaid, [21, 22, 11], nil, .stopped), (.pausedSaid, [21, 22], 11, .paused),
      (.saidOverPlayingBook, [21, 22, 11, 1, 2], nil, .stopped), (.saidOverPausedBook, [21, 22, 11], 1, .paused),
    ] as [(Beside, [UInt64], UInt64?, PlaybackStatus)])
  func anOpenedTextBegins_X1_S4_08(beside: Beside, heard: [UInt64], current: UInt64?, status: PlaybackStatus) {
    var stage = stage(beside)
    #expect(stage.read(21...21, heard: 90).opened == [Place(21, 0)])
    stage.hear()
    // The second file is added when it has been read; it belongs to the first.
    _ = stage.handle(.add([Stage.entry(22)], .after(21), playing: true, heard: 0))
    #expect(self.heard(&stage) == heard, "\(beside)")
    #expect(stage.current == current && stage.player.status == status, "\(beside)")
  }

  @Test func theBookGoesOnAtItsWord() {
    for beside in [Beside.playingBook, .pausedBook] {
      var stage = stage(beside)
      _ = stage.say(21...21, heard: 90)
      stage.hear()
      #expect(stage.player.putOff == PutOff(track: 1, position: 90, resumes: beside == .playingBook))
      #expect(stage.end().opened == [Place(1, 90)])
      #expect(stage.player.putOff == nil)
    }
  }

  @Test func nothingIsHeardWhileItIsForbidden() {
    var stage = stage(.heldBook)
    _ = stage.say(21...21, heard: 90)
    _ = stage.say(22...22)
    #expect(!stage.isSounding && stage.player.status == .paused)
    _ = stage.handle(.holdEnded(.noSink))
    #expect(heard(&stage) == [21, 22, 1, 2])
  }

  @Test func nextInTheLastSaidTextReturnsToTheBookAsItWas() {
    for (beside, status) in [(Beside.playingBook, PlaybackStatus.playing), (.pausedBook, .paused)] {
      var stage = stage(beside)
      _ = stage.say(21...21, heard: 90)
      _ = stage.say(22...22)
      stage.hear()
      #expect(stage.handle(.next(finishing: false)).opened == [Place(22, 0)])
      stage.hear()
      #expect(stage.player.status == .playing)
      #expect(stage.handle(.next(finishing: false)).opened == [Place(1, 90)])
      #expect(stage.player.status == status)
    }
  }

  @Test func aPausedSaidTextStaysPausedAfterSeveral() {
    var stage = stage(.pausedSaid)
    _ = stage.say(21...21, heard: 5)
    stage.hear()
    _ = stage.say(22...22)
    #expect(heard(&stage) == [21, 22])
    #expect(stage.current == 11 && stage.player.status == .paused)
    #expect(stage.handle(.play).orders == [true])
  }

  /// A text that is spoken beside a paused spoken text is heard; the first stays paused before the paused book.
  @Test func pausesNest() {
    var stage = stage(.saidOverPausedBook)
    _ = stage.handle(.pause(.user))
    _ = stage.say(21...21, heard: 5)
    #expect(heard(&stage) == [21] && stage.current == 11)
    _ = stage.handle(.play)
    #expect(heard(&stage) == [11] && stage.current == 1 && stage.player.status == .paused)
  }

  @Test(arguments: ShuffleMode.allCases) func theOrderOfAskingIsKeptInAShuffle_S0_10(mode: ShuffleMode) {
    for seed in 1..<20 as Range<UInt64> {
      var stage = Stage(seed: seed)
      _ = stage.read(1...9)
      stage.hear()
      _ = stage.handle(.setShuffle(mode))
      for number in 11...14 as ClosedRange<UInt64> { _ = stage.say(number...number, heard: 70) }
      #expect(stage.lap(4) == [11, 12, 13, 14])
      #expect(stage.current == 1 && stage.player.status == .playing)
    }
  }

  /// A spoken text has its turn once; the repetition belongs to the track that it interrupted.
  @Test func aRepeatedTrackIsNotKeptFromGoingOn() {
    var stage = stage(.playingBook)
    _ = stage.handle(.setLoop(.track))
    _ = stage.say(21...21, heard: 70)
    _ = stage.say(22...22)
    #expect(stage.lap(4) == [21, 22, 1, 1])
    var alone = Stage()
    _ = alone.say(1...1)
    _ = alone.handle(.setLoop(.track))
    alone.hear()
    #expect(alone.lap(2) == [1, 1])
    alone.hear()
    for number in 2...3 as ClosedRange<UInt64> { _ = alone.say(number...number) }
    #expect(alone.lap(4) == [2, 3, 1, 1])
  }

  @Test func saidTextsAreNoChaptersOfTheSleepTimer_S1_18() {
    var stage = stage(.playingBook)
    _ = stage.handle(.setSleep(.chapters(1)))
    for number in 21...23 as ClosedRange<UInt64> { _ = stage.say(number...number, heard: 70) }
    #expect(stage.lap(4) == [21, 22, 23, 1])
    #expect(stage.player.pauseReason == .sleepTimer && stage.current == 2)
  }

  @Test func aTextQueuedAfterASaidOneOverAStoppedBookIsHeard_S3_17() {
    var stage = stage(.stoppedBook)
    _ = stage.say(21...21)
    stage.hear()
    _ = stage.handle(.add([Stage.entry(31)], .last, playing: true, heard: 0))
    #expect(heard(&stage) == [21, 31])
    #expect(stage.current == 1 && stage.player.status == .stopped)
  }

  @Test func aTextThatWaitsForPlayIsSilent() {
    for placement in [Placement.inTurn, .now, .next, .last] {
      for beside in [Beside.pausedBook, .stoppedBook, .nothing] {
        var stage = stage(beside)
        _ = stage.handle(.add([Stage.said(21)], placement, playing: false, heard: 0))
        #expect(!stage.isSounding && stage.player.status != .playing, "\(placement) \(beside)")
      }
    }
    var stage = stage(.playingBook)
    _ = stage.handle(.add([Stage.said(21)], .now, playing: false, heard: 90))
    #expect(stage.current == 21 && stage.player.status == .paused)
    _ = stage.handle(.play)
    stage.hear()
    #expect(stage.end().opened == [Place(1, 90)] && stage.player.status == .playing)
  }

  // MARK: What is queued already

  @Test func aDocumentOfTheQueueIsBroughtToTheFront() {
    var stage = stage(.pausedBook)
    _ = stage.handle(.add((31...34).map { Stage.entry($0, document: 31) }, .last, playing: true, heard: 0))
    let effects = stage.handle(.bring([31, 32, 33, 34], from: Beginning(track: 32, position: 7), heard: 90))
    #expect(effects.opened == [Place(32, 7)])
    #expect(stage.queued == [31, 32, 33, 34, 1, 2])
    #expect(heard(&stage) == [32, 33, 34])
    #expect(stage.current == 1 && stage.player.status == .paused && stage.player.brokenInvariant(at: stage.now) == nil)
  }

  @Test func aPausedTextGoesOnWhenItIsAwaited() {
    var stage = stage(.saidOverPausedBook)
    _ = stage.handle(.expect(1))
    #expect(heard(&stage) == [11, 1, 2])
    var other = self.stage(.saidOverPausedBook)
    _ = other.handle(.expect(2))
    _ = other.handle(.expect(77))
    #expect(heard(&other) == [11, 1, 2] || other.player.status == .paused)
  }

  // MARK: How long it takes

  /// A book that is to be entered at its third chapter, whose first chapters the listener moves behind that one.
  @Test(arguments: [[41], [41, 42], [42, 41]] as [[TrackID]])
  func aWaitEndsWhereTheReadingDoes(moved: [TrackID]) {
    var stage = stage(.playingBook)
    _ = stage.handle(
      .add(
        (41...43).map { Stage.entry($0, document: 41) }, .last, playing: true, heard: 0,
        from: Beginning(track: 43, position: 7)))
    _ = stage.handle(.add([Stage.entry(51)], .last, playing: true, heard: 0))
    for id in moved { _ = stage.handle(.move(id, to: 4)) }
    for id in [1, 2, 41, 42, 43, 51] as [TrackID] {
      _ = stage.handle(.measured(id, TrackLength(microseconds: 100, isExact: true)))
    }
    let wait = stage.player.wait(for: 51, heard: 0)
    let order = heard(&stage)
    #expect(wait?.ahead == order.firstIndex(of: 51), "\(order)")
  }

  @Test func aWaitingTextKnowsItsTime() {
    var stage = stage(.playingBook)
    for id in [1, 2] as [TrackID] {
      _ = stage.handle(.measured(id, TrackLength(microseconds: 100, isExact: id == 1)))
    }
    _ = stage.handle(.add([Stage.said(21)], .last, playing: true, heard: 0))
    #expect(stage.player.wait(for: 21, heard: 40) == Wait(ahead: 2, microseconds: 160, isExact: false, obstacle: nil))
    _ = stage.handle(.setGlobalRate(2))
    #expect(stage.player.wait(for: 21, heard: 40)?.microseconds == 80)
    // Each document at its own rate.
    _ = stage.handle(.setRate(4))
    #expect(stage.player.wait(for: 21, heard: 40)?.microseconds == 40)
    _ = stage.handle(.pause(.user))
    #expect(stage.player.wait(for: 21, heard: 40) == Wait(ahead: 2, microseconds: nil, isExact: false, obstacle: 1))
    #expect(stage.player.wait(for: 1, heard: 40) == nil)
    _ = stage.say(22...22, heard: 40)
    // If it interrupts a paused book, it is heard; the entries after the book are not.
    #expect(stage.player.wait(for: 21, heard: 0)?.obstacle == 1)
  }
}
