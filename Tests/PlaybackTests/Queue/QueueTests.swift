import Testing
import Vocabulary

@testable import Playback

@Suite(.timeLimit(.minutes(5)))
struct QueueTests {
  @Test func sayingThreeTimesSpeaksThreeTimesInOrder_S0_10() {
    var stage = Stage()
    #expect(stage.add(1...1).opened == [Place(1, 0)])
    stage.hear()
    for number in 2...3 as ClosedRange<UInt64> { #expect(stage.add(number...number) == []) }
    #expect(stage.lap(4) == [1, 2, 3])
  }

  /// `say` is heard beside a paused text (RequestTests); a text at the end of the queue waits.
  @Test func aTextQueuedWhilePausedWaits_S0_10() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    #expect(stage.add(2...2) == [])
    #expect(stage.player.status == .paused)
    #expect(stage.current == 1)
  }

  @Test func aTextSaidAfterStopIsSpokenAtOnce() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.stop)
    #expect(stage.add(3...4).opened == [Place(3, 0)])
    #expect(stage.player.status == .playing)
  }

  @Test func aTextThatIsOnlyQueuedIsPausedAtItsBeginning() {
    var stage = Stage()
    #expect(stage.add(1...2, playing: false).opened == [Place(1, 0)])
    #expect(stage.player.status == .paused)
    #expect(!stage.isSounding)
  }

  @Test(
    arguments: [
      (.last, [1, 2, 3, 8, 9]), (.next, [1, 2, 8, 9, 3]), (.now, [1, 8, 9, 2, 3]), (.after(nil), [8, 9, 1, 2, 3]),
      (.after(1), [1, 8, 9, 2, 3]), (.after(3), [1, 2, 3, 8, 9]), (.after(77), [8, 9, 1, 2, 3]),
    ] as [(Placement, [UInt64])])
  func newEntriesGoWhereTheyWereMeantToGo(placement: Placement, queued: [UInt64]) {
    var stage = Stage(tracks: 3, playing: true)
    _ = stage.handle(.next(finishing: false))
    _ = stage.add(8...9, placement)
    #expect(stage.queued == queued)
    _ = stage.handle(.goTo(TrackID(queued[0])))
    #expect(stage.lap(9).map(\.number) == queued)
  }

  @Test func anEntryMovesAndTheOrderOfPlayingFollows() {
    var stage = Stage(tracks: 4, playing: true)
    #expect(stage.handle(.move(4, to: 1)) == [])
    _ = stage.handle(.move(2, to: .max))
    _ = stage.handle(.move(77, to: 0))
    #expect(stage.queued == [1, 4, 3, 2])
    #expect(stage.lap(9) == [1, 4, 3, 2])
  }

  @Test func removingTheCurrentTrackGoesOnWithTheNextThatStays() {
    for playing in [true, false] {
      var stage = Stage(tracks: 4, playing: playing)
      _ = stage.handle(.goTo(2))
      let effects = stage.handle(.remove([3, 2, 99]))
      #expect(effects.opened == [Place(4, 0)])
      #expect(effects.last == .forget([2, 3]))
      #expect(stage.queued == [1, 4])
      #expect(stage.isSounding == playing)
    }
  }

  @Test func removingTheLastTrackWhileItIsReadStopsAndKeepsTheOthers() {
    var stage = Stage(tracks: 3, playing: true)
    _ = stage.handle(.goTo(3))
    stage.hear()
    let effects = stage.handle(.remove([3]))
    #expect(
      effects == [.announce(.cancelled(.removed), 3), .close, .forget([3]), .output(.init(serial: 2, sound: false))])
    #expect(stage.player.status == .stopped)
    #expect(stage.queued == [1, 2])
    #expect(stage.handle(.play).opened == [Place(2, 0)])
  }

  @Test func removingEverythingLeavesSilence() {
    var stage = Stage(tracks: 3, playing: true)
    let effects = stage.handle(.remove([1, 2, 3]))
    #expect(effects.contains(.close))
    #expect(stage.player.isEmpty)
    #expect(!stage.isSounding)
  }

  @Test func aTrackThatFailsIsSkippedAndNothingElseIsLost() {
    for playing in [true, false] {
      var stage = Stage(tracks: 3, playing: playing)
      _ = stage.handle(.next(finishing: false))
      let effects = stage.handle(.failed(stage.player.epoch))
      #expect(effects.opened == [Place(3, 0)])
      #expect(effects.contains(.forget([2])))
      #expect(stage.queued == [1, 3])
      #expect(stage.isSounding == playing)
    }
  }

  @Test func whenTheLastTrackFailsTheQueueIsOver() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.next(finishing: false))
    _ = stage.handle(.failed(stage.player.epoch))
    #expect(stage.player.isEmpty)
    #expect(!stage.isSounding)
  }

  @Test func aFailureInALoopTakesOnlyWhatFailed() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.setLoop(.playlist))
    _ = stage.handle(.next(finishing: false))
    #expect(stage.handle(.failed(stage.player.epoch)).opened == [Place(1, 0)])
    _ = stage.handle(.failed(stage.player.epoch))
    #expect(stage.player.isEmpty)
  }

  @Test func textsHeardLongAgoAreDropped() {
    var stage = Stage(tracks: 1, playing: true)
    for number in 2...500 as ClosedRange<UInt64> {
      _ = stage.add(number...number)
      stage.end()
      stage.hear()
      #expect(stage.current == number)
      #expect(stage.queued.count <= 102)
    }
    #expect(stage.handle(.previous(heard: 0, restartAfter: 1)).opened == [Place(499, 0)])
  }

  @Test func interjectionsDoNotLetTheQueueGrow() {
    var stage = Stage(tracks: 1, playing: true)
    for number in 2...500 as ClosedRange<UInt64> {
      _ = stage.add(number...number, .now)
      stage.hear()
      stage.end()
      stage.hear()
      #expect(stage.current == 1)
      #expect(stage.queued.count <= 103)
    }
  }

  @Test func aLoopLosesNoTrackToTheLimitOfHistory() {
    var stage = Stage(tracks: 150, playing: true)
    _ = stage.handle(.setLoop(.playlist))
    for _ in 0..<149 {
      stage.hear()
      stage.end()
    }
    _ = stage.add(151...151)
    #expect(stage.queued.count == 151)
  }

  @Test func entriesThatWereNeverHeardAreNotHistory() {
    var stage = Stage(tracks: 300, playing: true)
    _ = stage.handle(.goTo(300))
    _ = stage.add(301...301)
    #expect(stage.queued.count == 301)
  }
}
