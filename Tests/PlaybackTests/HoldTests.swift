import Playback
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HoldTests {
  @Test func soundComesBackByItselfWhenTheLastHoldEnds() {
    var stage = Stage(tracks: 1, playing: true)
    #expect(stage.handle(.holdBegan(.serverLost)).orders == [false])
    #expect(stage.player.pauseReason == .serverLost)
    #expect(stage.handle(.holdBegan(.noSink)) == [])
    #expect(stage.handle(.holdEnded(.serverLost)) == [])
    #expect(stage.player.pauseReason == .noSink)
    let effects = stage.handle(.holdEnded(.noSink))
    #expect(effects.orders == [true])
    #expect(effects.announcements == [.announce(.resumed, 1)])
    #expect(effects.opened.isEmpty)
  }

  @Test func aPauseDuringAHoldStays() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.holdBegan(.noSink))
    #expect(stage.handle(.pause(.user)) == [])
    #expect(stage.handle(.holdEnded(.noSink)) == [])
    #expect(stage.player.status == .paused)
    #expect(stage.player.pauseReason == .user)
  }

  @Test func playDuringAHoldIsRemembered() {
    var stage = Stage(tracks: 1)
    _ = stage.handle(.holdBegan(.noSink))
    #expect(stage.handle(.play) == [])
    #expect(stage.player.status == .paused)
    #expect(stage.player.wantsSound)
    #expect(stage.handle(.holdEnded(.noSink)).orders == [true])
  }

  @Test func aHoldThatEndsStartsNothingThatNobodyWants() {
    for leave in [.stop, .clear(.stopped), .pause(.user)] as [Player.Event] {
      var stage = Stage(tracks: 1, playing: true)
      _ = stage.handle(.holdBegan(.serverLost))
      _ = stage.handle(leave)
      #expect(stage.handle(.holdEnded(.serverLost)) == [])
      #expect(!stage.isSounding)
    }
  }

  @Test func aHoldCanBeThereBeforeAnythingIsQueued() {
    var stage = Stage()
    #expect(stage.handle(.holdBegan(.serverLost)) == [])
    let effects = stage.add(1...1)
    #expect(effects.opened == [Place(1, 0)])
    #expect(effects.orders == [])
    #expect(stage.handle(.holdEnded(.serverLost)).orders == [true])
  }

  /// The server's loss, the sink's loss and the pause for lost headphones come in any order.
  @Test func theOrderOfEventsFromOutsideDoesNotMatter() {
    let events: [Player.Event] = [.holdBegan(.serverLost), .holdBegan(.noSink), .pause(.routeLost)]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    let endings = orders.map { order in
      var stage = Stage(tracks: 1, playing: true)
      for index in order { _ = stage.handle(events[index]) }
      _ = stage.handle(.holdEnded(.serverLost))
      _ = stage.handle(.holdEnded(.noSink))
      return stage.player
    }
    for ending in endings {
      #expect(ending == endings[0])
      #expect(ending.pauseReason == .routeLost)
      #expect(!ending.order.sound)
    }
  }
}
