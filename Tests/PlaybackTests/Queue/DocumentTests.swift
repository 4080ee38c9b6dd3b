import Testing
import Vocabulary

@testable import Playback

/// Documents whose chapters are entries of the queue.
struct DocumentTests {
  private func entries(_ numbers: ClosedRange<UInt64>) -> [QueueEntry] { numbers.map { Stage.entry($0) } }

  @Test func furtherChaptersComeAfterTheirsAndInFrontOfOthers_S3_16() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.add(entries(3...3), .continuing(1), playing: false, heard: 0))
    _ = stage.handle(.add(entries(4...5), .continuing(3), playing: false, heard: 0))
    #expect(stage.queued == [1, 3, 4, 5, 2])
    #expect(stage.lap(5) == [1, 3, 4, 5, 2])
  }

  @Test func aDocumentThatWasPutInBetweenIsHeardToTheEndOfItsLastChapter() {
    var stage = Stage(tracks: 1)
    #expect(stage.player.status == .paused)
    _ = stage.handle(.add(entries(2...2), .now, playing: true, heard: 0))
    stage.hear()
    _ = stage.handle(.add(entries(3...3), .continuing(2), playing: false, heard: 0))
    stage.end()
    #expect(stage.current == 3 && stage.player.status == .playing)
    stage.hear()
    stage.end()
    // The earlier wish returns.
    #expect(stage.current == 1 && stage.player.status == .paused)
  }

  @Test func aDocumentGoesOnWhereTheListenerLeftOff_S0_07() {
    var stage = Stage()
    let effects = stage.handle(
      .add(entries(1...4), .last, playing: true, heard: 0, from: Beginning(track: 3, position: 70)))
    #expect(effects.opened == [Place(3, 70)])
    // Everything before it counts as heard, and can be returned to.
    #expect(stage.player.wasHeard(1) && stage.player.wasHeard(2) && !stage.player.wasHeard(4))
    stage.hear()
    #expect(stage.handle(.previous(heard: 0, restartAfter: 3)).opened == [Place(2, 0)])
  }

  @Test func aDocumentThatWaitsGoesOnThereWhenItsTurnHasCome_S0_07() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.add(entries(2...4), .last, playing: true, heard: 0, from: Beginning(track: 3, position: 70)))
    #expect(stage.end().opened == [Place(3, 70)])
    // Only once: the second time it is heard from its start.
    stage.hear()
    #expect(stage.handle(.goTo(1)).opened == [Place(1, 0)])
    #expect(stage.handle(.next(finishing: false)).opened == [Place(2, 0)])
  }

  @Test func itsPlaceOutlivesTheService_S0_02() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.add(entries(2...4), .last, playing: true, heard: 0, from: Beginning(track: 4, position: 70)))
    var next = Stage()
    _ = next.handle(.restore(stage.player.remembered))
    #expect(next.handle(.next(finishing: false)).opened == [Place(4, 70)])
  }

  @Test func anUnreadableTextStopsTheReadingAndThePlaceIsKept_S3_17() {
    var stage = Stage(tracks: 3, playing: true)
    let effects = stage.handle(.blocked(stage.player.epoch, isWhole: true, place: 900))
    #expect(effects.contains(.announce(.finished, 1)) && effects.contains(.close))
    #expect(stage.player.status == .stopped && stage.current == 1 && !stage.isSounding)
    #expect(stage.player.place(of: 1) == 900)
    // A restart does not change that.
    var next = Stage()
    _ = next.handle(.restore(stage.player.remembered))
    #expect(next.player.status == .stopped && next.player.place(of: 1) == 900)
    // Play repeats the end; Next continues after the missing part.
    #expect(next.handle(.play).opened == [Place(1, 900)])
    #expect(next.handle(.next(finishing: false)).opened == [Place(2, 0)])
  }

  @Test func aChapterThatEndsEarlyWasNotHeardToItsEnd_S3_17() {
    var stage = Stage(tracks: 2, playing: true)
    let effects = stage.handle(.blocked(stage.player.epoch, isWhole: false, place: 5))
    #expect(effects.contains(.announce(.cancelled(.failed), 1)))
    // A report with an older epoch has no effect.
    _ = stage.handle(.play)
    #expect(stage.handle(.blocked(stage.player.epoch &- 1, isWhole: true, place: 0)).isEmpty)
  }

  @Test func aPlaceOfAnotherEntryIsOpenedAtOnce() {
    var stage = Stage(tracks: 3, playing: true)
    #expect(stage.handle(.goTo(3, at: 40)).opened == [Place(3, 40)])
    #expect(stage.handle(.goTo(3, at: 50)).opened == [Place(3, 50)])
    _ = stage.handle(.stop)
    #expect(stage.handle(.goTo(2, at: 60)).opened.isEmpty)
    #expect(stage.handle(.play).opened == [Place(2, 60)])
  }
}
