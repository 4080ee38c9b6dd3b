import Playback
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5)))
struct LoopTests {
  @Test func aRepeatedTrackComesAgainAndAgain() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.setLoop(.track))
    #expect(stage.lap(3) == [1, 1, 1])
  }

  @Test func nextLeavesARepeatedTrackWhereThereIsAnother() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.setLoop(.track))
    #expect(stage.handle(.next(finishing: false)).opened == [Place(2, 0)])
    #expect(stage.handle(.next(finishing: false)).opened == [Place(2, 0)])
  }

  @Test func aRepeatedQueueBeginsAgain() {
    var stage = Stage(tracks: 3, playing: true)
    _ = stage.handle(.setLoop(.playlist))
    #expect(stage.lap(7) == [1, 2, 3, 1, 2, 3, 1])
  }

  @Test func theEndsOfARepeatedQueueMeet() {
    var stage = Stage(tracks: 3, playing: true)
    _ = stage.handle(.setLoop(.playlist))
    #expect(stage.player.snapshot.canGoPrevious)
    #expect(stage.handle(.previous(heard: 0, restartAfter: 1)).opened == [Place(3, 0)])
    #expect(stage.player.snapshot.canGoNext)
    #expect(stage.handle(.next(finishing: false)).opened == [Place(1, 0)])
  }

  @Test func withoutRepeatTheEndsAreEnds() {
    var stage = Stage(tracks: 2, playing: true)
    #expect(stage.handle(.previous(heard: 0, restartAfter: 1)).opened == [Place(1, 0)])
    _ = stage.handle(.next(finishing: false))
    #expect(!stage.player.snapshot.canGoNext)
  }

  @Test func previousIsOfferedWhereItRestartsTheOnlyText_S0_19_X5() {
    var stage = Stage(tracks: 1, playing: true)
    #expect(stage.player.snapshot.canGoPrevious)
    #expect(stage.handle(.previous(heard: 5_000_000, restartAfter: 3_000_000)).opened == [Place(1, 0)])
    _ = stage.handle(.pause(.user))
    #expect(stage.player.snapshot.canGoPrevious)
    // A stopped text is at its beginning, and Previous does nothing.
    _ = stage.handle(.stop)
    #expect(!stage.player.snapshot.canGoPrevious && !stage.player.snapshot.movable(by: .sentence).canGoPrevious)
    #expect(stage.handle(.previous(heard: 0, restartAfter: 1)).isEmpty)
  }
}
