import Testing
import Vocabulary

@testable import Announcements

/// The sleep of the machine, whose time the lane is told with its sleep.
struct LaneSleepTests {
  @Test func theSpokenOneIsCutAndNoOtherBegins() {
    var stage = LaneStage()
    let spoken = stage.notify("secret 1")
    let waiting = stage.notify("secret 2")
    stage.begin()
    stage.send(.fellAsleep)
    #expect(stage.stops == [.atOnce] && stage.end(spoken) == .cut(.sleep))
    #expect(stage.texts == ["secret 1"] && stage.end(waiting) == nil)
    stage.send(.release(.sleep))
    #expect(stage.texts == ["secret 1", "secret 2"])
  }

  @Test func oneThatWasNotHeardYetCountsAsDropped() {
    var stage = LaneStage()
    let spoken = stage.notify("secret")
    stage.send(.fellAsleep)
    #expect(stage.end(spoken) == .dropped(.sleep))
  }

  @Test func criticalOnesAndKeyEchoesWaitToo() {
    var stage = LaneStage()
    stage.send(.fellAsleep)
    stage.add("fire") { $0.urgency = .critical }
    stage.echo("k")
    #expect(stage.texts.isEmpty)
    stage.send(.release(.sleep))
    stage.finishAll()
    #expect(stage.texts == ["k", "fire"])
  }

  @Test func aNightMakesThemStale() {
    var stage = LaneStage()
    stage.send(.fellAsleep)
    let echo = stage.echo("k")
    let ids = (1...3).map { stage.notify("secret \($0)") }
    // No timer fires in the sleep: the first event after it is the release.
    stage.now += .seconds(8 * 3600)
    stage.send(.release(.sleep))
    #expect(stage.end(echo) == .dropped(.stale))
    #expect(ids.allSatisfy { id in if case .summed? = stage.end(id) { true } else { false } })
    #expect(stage.texts == ["and 3 more from Mail"])
  }

  @Test func aSecondSleepBeforeTheWakeUpChangesNothing() {
    var stage = LaneStage()
    stage.send(.fellAsleep)
    stage.send(.fellAsleep)
    stage.notify("text")
    stage.send(.release(.sleep))
    #expect(stage.texts == ["text"] && stage.lane.holdReasons.isEmpty)
  }

  @Test func whatWasSeenAndWhatWasAskedForAreNeverCountedTogether() {
    var stage = LaneStage()
    stage.send(.hold(.pause))
    let asked = stage.add("the same") { $0.isNotification = true }
    let seen = stage.add("the same") { ($0.isNotification, $0.isSeen) = (true, true) }
    #expect(stage.end(seen) == nil, "no twins")
    stage.pass(.seconds(121))
    stage.send(.rejudge(stage.lane.verdicts { $0.isSeen ? .drop(.cancelled) : .speak }))
    stage.send(.release(.paused))
    stage.finishAll()
    #expect(stage.texts == ["and 1 more from Mail"])
    #expect(stage.end(asked) != nil)
  }
}
