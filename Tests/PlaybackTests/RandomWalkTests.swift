import Testing

@testable import Playback

@Suite(.timeLimit(.minutes(5)))
struct RandomWalkTests {
  /// 1,000 walks of 150 events.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func noSequenceOfEventsBreaksAPromise_S3_10(batch: UInt64) {
    for seed in batch * 50..<batch * 50 + 50 {
      var walk = Walk(seed: seed)
      do {
        try walk.run(steps: 150)
        try walk.finish()
      } catch {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func aLongWalkKeepsEveryPromise_S3_10() throws {
    var walk = Walk(seed: 4711)
    try walk.run(steps: 5000)
    try walk.finish()
  }

  @Test func theSameEventsOnTheSameSeedGiveTheSamePlayer() throws {
    for seed in 0..<20 as Range<UInt64> {
      var walk = Walk(seed: seed)
      try walk.run(steps: 200)
      var player = Player(seed: seed)
      let effects = walk.events.flatMap { player.handle($0.event, at: $0.moment) }
      #expect(player == walk.player)
      #expect(effects == walk.effects)
    }
  }
}
