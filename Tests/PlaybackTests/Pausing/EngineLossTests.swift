import Testing
import Vocabulary

@testable import Playback

/// The speech engine was given up: silence with a reason, the place is kept, and only a command of the listener
/// retries.
@Suite(.timeLimit(.minutes(1)))
struct EngineLossTests {
  @Test func aLostEnginePausesAndPlayGoesOnFromTheWord_S0_13() {
    var stage = Stage(tracks: 2, playing: true)
    let epoch = stage.player.epoch
    #expect(stage.handle(.engineLost(epoch)).orders == [false])
    #expect(stage.player.status == .paused)
    #expect(stage.player.pauseReason == .engineLost)
    #expect("\(PauseReason.engineLost)" == "engine-lost")
    #expect(stage.queued == [1, 2] && stage.current == 1)
    let effects = stage.handle(.play)
    #expect(effects.rewound == [.word] && effects.orders == [true])
    // Reports of the former attempt are stale.
    #expect(stage.handle(.engineLost(epoch)).isEmpty)
    #expect(stage.player.status == .playing)
  }

  @Test func anEngineThatNeverSpokeIsTriedAnewByPlay() {
    var stage = Stage(tracks: 1)
    _ = stage.handle(.play)
    #expect(stage.handle(.engineLost(stage.player.epoch)).orders == [false])
    #expect(stage.player.pauseReason == .engineLost)
    // Otherwise the former place would wait for its first sound for ever.
    #expect(stage.handle(.play).rewound == [.word])
    _ = stage.handle(.engineLost(stage.player.epoch))
    #expect(stage.player.pauseReason == .engineLost)
  }

  @Test func nothingButTheListenerTriesAgain() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.engineLost(stage.player.epoch))
    for hold in [.serverLost, .noSink, .route, .call(application: "a")] as [Hold] {
      _ = stage.handle(.holdBegan(hold))
      #expect(stage.handle(.holdEnded(hold)).isEmpty)
    }
    #expect(stage.handle(.reasonEnded(.engineLost)).isEmpty)
    #expect(stage.player.pauseReason == .engineLost)
  }

  @Test func aPreparationDuringAPauseMayFailToo() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    stage.wait(.seconds(9))
    _ = stage.handle(.seek(to: 7))
    #expect(stage.handle(.engineLost(stage.player.epoch)).isEmpty)
    #expect(stage.player.pauseReason == .user)
    #expect(stage.handle(.play).rewound == [.word])
  }

  @Test func anotherPlaceIsATryOfItsOwn() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.engineLost(stage.player.epoch))
    #expect(stage.handle(.next(finishing: true)).opened == [Place(2, 0)])
    #expect(stage.player.pauseReason == .engineLost)
    #expect(stage.handle(.play).rewound.isEmpty)
  }

  @Test func lostHeadphonesExplainMore() {
    for engineFirst in [false, true] {
      var stage = Stage(tracks: 1, playing: true)
      let epoch = stage.player.epoch
      for isEngine in [engineFirst, !engineFirst] {
        _ = stage.handle(isEngine ? .engineLost(epoch) : .pause(.routeLost("Headphones")))
      }
      #expect(stage.player.pauseReason == .routeLost("Headphones"))
    }
  }
}
