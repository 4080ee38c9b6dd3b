import Testing
import Vocabulary

@testable import Playback

/// A pause at the end of a word or sentence, and other ends at the same instant.
@Suite(.timeLimit(.minutes(1)))
struct MarkTests {
  @Test func thePauseComesWhereTheUnitEnds_S3_03() {
    var stage = Stage(tracks: 2, playing: true)
    #expect(stage.handle(.pauseAtMark).isEmpty && stage.player.status == .playing && stage.player.awaitsMark)
    #expect(stage.handle(.markReached(stage.player.epoch)).orders == [false])
    #expect(stage.player.pauseReason == .mark && !stage.player.awaitsMark)
    #expect(stage.handle(.play).orders == [true])
    #expect(stage.handle(.markReached(stage.player.epoch)).isEmpty)
  }

  /// The last word of a track ends with the track: whichever is reported first, nothing of the next track is heard.
  @Test(arguments: [LoopStatus.none, .track, .playlist])
  func theEndOfATrackIsTheEndOfItsLastUnit_S3_03(loop: LoopStatus) {
    for markFirst in [true, false] {
      var stage = Stage(tracks: 2, playing: true)
      _ = stage.handle(.setLoop(loop))
      _ = stage.handle(.pauseAtMark)
      if markFirst { _ = stage.handle(.markReached(stage.player.epoch)) }
      let effects = stage.end()
      let next: TrackID = loop == .track ? 1 : 2
      #expect(effects.opened == [Place(next, 0)])
      #expect(stage.player.pauseReason == .mark && !stage.isSounding)
      if !markFirst {
        let silence = effects.firstIndex { if case .output = $0 { true } else { false } }
        let opening = effects.firstIndex { if case .open = $0 { true } else { false } }
        #expect(silence! < opening!, "nothing of what follows is in the ring before the silence is ordered")
      }
      #expect(stage.handle(.play).orders == [true])
    }
  }

  @Test func afterTheLastTrackTheReadingIsOver() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pauseAtMark)
    stage.end()
    #expect(stage.player.status == .stopped && stage.player.isEmpty && !stage.player.awaitsMark)
  }

  @Test(arguments: [SleepTimer.Extent.sentence, .paragraph, .chapters(1)])
  func theEndOfATrackIsTheEndOfASleepTimersUnit(extent: SleepTimer.Extent) {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.setSleep(extent))
    #expect(stage.end().opened == [Place(2, 0)])
    #expect(stage.player.pauseReason == .sleepTimer && stage.player.sleep == nil && !stage.isSounding)
  }

  /// Both are due, and both are over then.
  @Test(arguments: [SleepTimer.Extent.sentence, .chapters(2)])
  func aPauseAtTheEndCountsForTheSleepTimerToo(extent: SleepTimer.Extent) {
    var stage = Stage(tracks: 3, playing: true)
    _ = stage.handle(.setSleep(extent))
    _ = stage.handle(.pauseAtMark)
    stage.end()
    #expect(stage.player.status == .paused && stage.current == 2)
    _ = stage.handle(.play)
    stage.hear()
    if case .chapters = extent {
      #expect(stage.player.sleep?.extent == .chapters(1))
      stage.end()
      #expect(stage.current == 3 && stage.player.pauseReason == .sleepTimer)
    } else {
      #expect(stage.player.sleep == nil)
    }
  }

  /// The listener paused in the last frames, which were heard nevertheless: that pause stays.
  @Test func aChapterThatEndsInThePauseIsCounted() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.setSleep(.chapters(1)))
    _ = stage.handle(.pause(.user))
    stage.end()
    #expect(stage.player.pauseReason == .user && stage.player.sleep == nil && stage.current == 2)
  }

  @Test func aTrackThatFailsEndsToo_S3_17() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.pauseAtMark)
    _ = stage.handle(.failed(stage.player.epoch))
    #expect(stage.player.pauseReason == .mark && stage.current == 2 && !stage.isSounding)
  }

  @Test func thePauseIsDueAfterWhatIsPutInBetween() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pauseAtMark)
    _ = stage.add(2...2, .now, heard: 5)
    #expect(stage.player.status == .playing)
    stage.hear()
    stage.end()
    #expect(stage.current == 1 && stage.player.pauseReason == .mark)
  }

  @Test func aRemovedTextIsFinishedToo() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.pauseAtMark)
    _ = stage.handle(.remove([1]))
    #expect(stage.current == 2 && stage.player.pauseReason == .mark)
  }

  @Test(arguments: [Player.Event.next(finishing: false), .seek(to: 3), .goTo(2), .previous(heard: 9, restartAfter: 3)])
  func goingElsewhereTakesThePauseBack(event: Player.Event) {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.pauseAtMark)
    _ = stage.handle(event)
    stage.hear()
    #expect(!stage.player.awaitsMark && stage.isSounding)
  }

  /// A hold delays the pause but does not replace it.
  @Test func aHoldPutsThePauseOff() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pauseAtMark)
    _ = stage.handle(.holdBegan(.noSink))
    stage.wait(.seconds(1))
    _ = stage.handle(.holdEnded(.noSink))
    #expect(stage.isSounding && stage.player.awaitsMark)
  }
}
