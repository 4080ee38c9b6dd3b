import Testing
import Vocabulary

@testable import Announcements

struct LaneOrderTests {
  @Test func tenWithinASecondAreHeardInOrder_S1_05() {
    var stage = LaneStage()
    let ids = (1...10).map { number in
      stage.pass(.milliseconds(100))
      return stage.notify("message \(number)")
    }
    #expect(stage.texts == ["message 1"])
    stage.finishAll()
    #expect(stage.texts == (1...10).map { "message \($0)" })
    #expect(ids.allSatisfy { stage.events($0) == [.queued, .started, .finished] })
    #expect(stage.stops.isEmpty, "none is cut by the next")
  }

  @Test func aCriticalOneIsNextAndCutsNothing() {
    var stage = LaneStage()
    for text in ["a", "b", "c"] { stage.notify(text) }
    for text in ["fire", "flood"] {
      stage.add(text) { $0.urgency = .critical }
    }
    stage.begin()
    stage.finishAll()
    #expect(stage.texts == ["a", "fire", "flood", "b", "c"])
    #expect(stage.stops.isEmpty)
  }

  @Test func aLongNotificationEndsAtASentenceAfterThirtySeconds_S1_04() {
    var stage = LaneStage()
    let id = stage.notify("2000 words")
    stage.notify("next")
    stage.begin()
    stage.pass(.milliseconds(29_999))
    #expect(stage.stops.isEmpty)
    stage.pass(.milliseconds(1))
    #expect(stage.stops == [.sentenceEnd])
    stage.pass(.seconds(1))
    stage.reachSentenceEnd()
    #expect(stage.end(id) == .cut(.limit))
    #expect(stage.texts == ["2000 words", "next"])
  }

  @Test func aSentenceWithoutAnEndFadesOutSoonAfterTheLimit_S1_04() {
    var stage = LaneStage()
    let id = stage.notify("one long word")
    stage.begin()
    stage.pass(.seconds(33))
    #expect(stage.stops == [.sentenceEnd, .fade])
    #expect(stage.end(id) == .cut(.limit))
    #expect(stage.lane.isEmpty)
  }

  @Test func aScriptsAnnouncementHasTheLimitThatItAsksFor() {
    var stage = LaneStage()
    let unlimited = stage.add("unlimited")
    stage.begin()
    stage.pass(.seconds(600))
    #expect(stage.end(unlimited) == nil)
    stage.finish()
    stage.add("limited") { $0.limit = .seconds(5) }
    stage.begin()
    stage.pass(.seconds(5))
    #expect(stage.stops == [.sentenceEnd])
  }

  @Test func theLimitCountsFromTheFirstSound_S1_04() {
    var stage = LaneStage()
    stage.notify("slow engine")
    stage.pass(.seconds(19))
    stage.begin()
    stage.pass(.seconds(29))
    #expect(stage.stops.isEmpty)
  }

  @Test func aSpeakerThatNeverStartsHoldsUpNobodyForever() {
    var stage = LaneStage()
    let silent = stage.notify("silent")
    stage.notify("next")
    stage.pass(.seconds(20))
    #expect(stage.end(silent) == .dropped(.failed))
    #expect(stage.texts == ["silent", "next"])
  }

  @Test func aFailureLosesOneAndSaysSo() {
    var stage = LaneStage()
    let first = stage.notify("first")
    stage.notify("second")
    stage.begin()
    stage.fail()
    #expect(stage.end(first) == .cut(.failed))
    #expect(stage.texts == ["first", "second"])
  }

  @Test func aClosedNotificationStopsAndTheNextOneStarts_S1_06() {
    var stage = LaneStage()
    let spoken = stage.notify("spoken", number: 1)
    let waiting = stage.notify("waiting", number: 2)
    stage.notify("next", number: 3)
    stage.begin()
    stage.send(.closed(notification: 2))
    #expect(stage.end(waiting) == .dropped(.closed))
    stage.send(.closed(notification: 1))
    #expect(stage.end(spoken) == .cut(.closed))
    #expect(stage.stops == [.fade])
    #expect(stage.texts == ["spoken", "next"])
  }

  @Test func numbersOfAFormerServerMeanNothing_S1_06() {
    var stage = LaneStage()
    let id = stage.notify("spoken", number: 1)
    stage.begin()
    stage.send(.serverChanged)
    stage.send(.closed(notification: 1))
    #expect(stage.end(id) == nil)
    stage.notify("other", number: 1)
    stage.finishAll()
    #expect(stage.texts == ["spoken", "other"])
  }

  @Test func aNumberThatIsToldLaterCloses_S1_06() {
    var stage = LaneStage()
    let id = stage.notify("spoken")
    stage.begin()
    stage.send(.numbered(id, notification: 9))
    stage.send(.closed(notification: 9))
    #expect(stage.end(id) == .cut(.closed))
  }

  @Test func cancellingMeansOneOrASenderOrAll() {
    var stage = LaneStage()
    let ids = ["a", "b", "a", "b"].map { stage.add("from \($0)", from: $0) { $0.key = "\($0.id.number)" } }
    stage.begin()
    stage.send(.cancel(.one(ids[1])))
    #expect(stage.end(ids[1]) == .dropped(.cancelled))
    stage.send(.cancel(.sender(":a")))
    #expect(stage.end(ids[0]) == .cut(.cancelled))
    #expect(stage.end(ids[2]) == .dropped(.cancelled))
    #expect(stage.stops == [.atOnce])
    stage.send(.cancel(.all))
    #expect(stage.end(ids[3]) == .dropped(.cancelled))
    #expect(stage.lane.isEmpty)
  }

  @Test func lateReportsOfAFormerRunChangeNothing() throws {
    var stage = LaneStage()
    let id = stage.notify("long")
    stage.begin()
    let run = try #require(stage.run)
    stage.send(.hold(AnnouncementHold(.call)))
    stage.send(.release(.call))
    stage.send(.finished(run))
    #expect(stage.end(id) == nil)
    #expect(stage.texts == ["long", "long"])
  }
}
