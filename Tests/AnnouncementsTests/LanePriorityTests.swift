import Testing
import Vocabulary

@testable import Announcements

/// The priorities of SSIP ("Priority Categories"), and announcements of screen-reading programs.
struct LanePriorityTests {
  @Test func importantOnesAreQueuedAndCutOthers() {
    var stage = LaneStage()
    let message = stage.add("message", .message)
    stage.begin()
    let later = stage.add("later", .message)
    let first = stage.add("first", .important)
    #expect(stage.end(message) == .cut(.priority))
    stage.begin()
    stage.add("second", .important)
    stage.finishAll()
    #expect(stage.texts == ["message", "first", "second", "later"])
    #expect(stage.end(first) == .finished)
    #expect(stage.end(later) == .finished, "a message is postponed")
  }

  @Test func aMessageDropsTextsAndNotifications() {
    var stage = LaneStage()
    stage.add("first", .message)
    stage.begin()
    let text = stage.add("text", .text)
    let notification = stage.add("notification", .notification)
    #expect(stage.end(notification) == .dropped(.priority), "something else is spoken")
    stage.add("second", .message)
    #expect(stage.end(text) == .dropped(.priority))
    stage.finishAll()
    #expect(stage.texts == ["first", "second"])
  }

  @Test func aMessageCutsAText() {
    var stage = LaneStage()
    let text = stage.add("text", .text)
    stage.begin()
    stage.add("message", .message)
    #expect(stage.end(text) == .cut(.priority))
    #expect(stage.stops == [.atOnce])
  }

  @Test func onlyTheLatestTextIsSaid() {
    var stage = LaneStage()
    for number in 0..<5 {
      stage.add("text \(number)", .text)
      stage.begin()
    }
    stage.finishAll()
    #expect(stage.texts == (0..<5).map { "text \($0)" })
    #expect(stage.stops.count == 4)
  }

  @Test func onlyTheLastNotificationIsSaid() {
    var stage = LaneStage()
    let first = stage.add("first", .notification)
    stage.begin()
    stage.add("second", .notification)
    #expect(stage.end(first) == .cut(.priority))
    stage.finishAll()
    #expect(stage.texts == ["first", "second"])
  }

  @Test func theLastProgressIsSaidAndNoneIsCutByTheNext() {
    var stage = LaneStage()
    let first = stage.add("10 %", .progress)
    stage.begin()
    let between = (2...9).map { stage.add("\($0)0 %", .progress) }
    let last = stage.add("100 %", .progress)
    #expect(between.allSatisfy { stage.end($0) == .dropped(.priority) })
    stage.finish()
    #expect(stage.end(first) == .finished)
    stage.begin()
    stage.add("text", .text)
    stage.finishAll()
    #expect(stage.end(last) == .finished, "it is spoken like a message")
    #expect(stage.texts == ["10 %", "100 %", "text"])
  }

  @Test func theLastProgressWaitsForAllOthers() {
    var stage = LaneStage()
    stage.add("message", .message)
    stage.begin()
    stage.add("100 %", .progress)
    stage.add("more", .message)
    stage.add("text", .text)
    stage.finishAll()
    #expect(stage.texts == ["message", "more", "text", "100 %"])
  }

  @Test func thoseWithoutAPriorityAreNeitherCutNorOvertaken() {
    var stage = LaneStage()
    let ids = [stage.notify("a"), stage.notify("b")]
    stage.begin()
    stage.add("text", .text)
    stage.notify("c")
    stage.add("important", .important)
    stage.finishAll()
    // The important one takes the turn of the text, and leaves its own one to it.
    #expect(stage.texts == ["a", "b", "important", "c", "text"])
    #expect(ids.allSatisfy { stage.end($0) == .finished })
  }

  @Test func criticalOnesAreNeverDroppedForAPriority() {
    var stage = LaneStage()
    stage.add("message", .message)
    stage.begin()
    let id = stage.add("fire") { ($0.urgency, $0.priority) = (.critical, .notification) }
    stage.add("important", .important)
    stage.finishAll()
    #expect(stage.end(id) == .finished)
  }

  @Test func aPausedLaneDropsNotificationsAndKeepsMessages() {
    var stage = LaneStage()
    stage.send(.hold(.pause))
    let notification = stage.add("notification", .notification)
    stage.add("message", .message)
    #expect(stage.end(notification) == .dropped(.paused))
    #expect(stage.texts.isEmpty)
    stage.send(.release(.paused))
    #expect(stage.texts == ["message"])
  }

  // MARK: Screen-reading programs

  @Test func aKeyEchoDoesNotWaitForALongNotification() {
    var stage = LaneStage()
    let long = stage.notify("long")
    stage.begin()
    stage.echo("k")
    #expect(stage.texts == ["long", "k"])
    #expect(stage.stops == [.atOnce])
    stage.finishAll()
    #expect(stage.texts == ["long", "k", "long"])
    #expect(stage.events(long) == [.queued, .started, .queued, .started, .finished], "it is not lost")
  }

  @Test func fiftyCancelAndSpeakLeaveOnlyTheLast() {
    var stage = LaneStage()
    stage.notify("notification")
    stage.begin()
    var ids: [Announcement.ID] = []
    for number in 0..<50 {
      stage.send(.cancel(.sender(":Orca")))
      ids.append(stage.echo("key \(number)"))
      stage.begin()
      stage.pass(.milliseconds(20))
    }
    #expect(stage.lane.current?.text == "key 49")
    #expect(stage.lane.waiting.map(\.text) == ["notification"])
    #expect(ids.dropLast().allSatisfy { stage.end($0) == .cut(.cancelled) })
    // Nothing is heard between the keys.
    #expect(stage.texts.filter { $0 == "notification" }.count == 1)
    stage.finishAll()
    #expect(stage.texts.last == "notification")
  }

  @Test func nothingElseIsHeardShortlyAfterAKey() {
    var stage = LaneStage()
    stage.echo("k")
    stage.notify("notification")
    stage.finish()
    stage.pass(.milliseconds(599))
    #expect(stage.texts == ["k"])
    #expect(stage.lane.isSpeaking)
    stage.pass(.milliseconds(1))
    #expect(stage.texts == ["k", "notification"])
  }

  @Test func severalOfOneProgramAreHeardInOrder() {
    var stage = LaneStage()
    for text in ["one", "two", "three"] { stage.echo(text) }
    stage.finishAll()
    #expect(stage.texts == ["one", "two", "three"])
    #expect(stage.stops.isEmpty)
  }
}
