import Testing
import Vocabulary

@testable import Announcements

struct LaneCrowdTests {
  @Test func moreThanTwentyAreSummedUpAndEachIsAccountedFor_S1_04() {
    var stage = LaneStage()
    stage.notify("spoken", from: "Chat")
    let ids = (1...23).map { stage.notify("mail \($0)") }
    #expect(stage.lane.waiting.count == 20)
    let summary = stage.lane.waiting[0]
    #expect(summary.isSummary && summary.text == "and 4 more from Mail")
    #expect(ids.prefix(4).allSatisfy { stage.end($0) == .summed(into: summary.id) })
    stage.finishAll()
    #expect(stage.texts == ["spoken", "and 4 more from Mail"] + (5...23).map { "mail \($0)" })
    #expect(stage.events(summary.id) == [.queued, .started, .finished])
  }

  @Test func aFloodCostsOnlyItsOwnShare() {
    var stage = LaneStage()
    stage.notify("spoken", from: "Chat")
    let others = (0..<12).map { stage.notify("from \($0 / 2), \($0 % 2)", from: "App \($0 / 2)") }
    for number in 0..<1000 { stage.notify("flood \(number)", from: "Flood") }
    #expect(others.allSatisfy { stage.end($0) == nil })
    #expect(stage.lane.waiting.count == 20)
    stage.finishAll()
    #expect(others.allSatisfy { stage.end($0) == .finished })
  }

  @Test func aThousandInABurstAreAllAccountedFor_S1_05() {
    var stage = LaneStage()
    let ids = (0..<1000).map { stage.notify("notification \($0)", from: "notify-send") }
    stage.finishAll()
    #expect(ids.allSatisfy { stage.events($0).filter(\.isEnd).count == 1 })
    #expect(stage.texts.first == "notification 0")
    #expect(stage.texts[1] == "and 980 more from notify-send")
    #expect(stage.texts.last == "notification 999")
    #expect(stage.lane.isEmpty)
  }

  @Test func staleOnesAreSummedUpAndFreshOnesHeard_S1_04() {
    var stage = LaneStage()
    stage.send(.hold(AnnouncementHold(.call)))
    for number in 1...4 { stage.notify("mail \(number)") }
    let chat = stage.notify("chat", from: "Chat")
    stage.pass(.seconds(120))
    stage.notify("mail 5")
    stage.send(.release(.call))
    stage.finishAll()
    #expect(stage.texts == ["and 4 more from Mail", "and 1 more from Chat", "mail 5"])
    if case .summed? = stage.end(chat) {} else { Issue.record("not summed") }
  }

  @Test func aClosedNotificationLeavesItsSummary() {
    var stage = LaneStage()
    stage.send(.hold(AnnouncementHold(.call)))
    for number in 1...3 { stage.notify("mail \(number)", number: UInt32(number)) }
    stage.pass(.seconds(120))
    stage.send(.closed(notification: 2))
    #expect(stage.lane.waiting.map(\.text) == ["and 2 more from Mail"])
    for number in [1, 3] as [UInt32] { stage.send(.closed(notification: number)) }
    #expect(stage.lane.isEmpty)
  }

  @Test func criticalOnesAreSummedUpAmongThemselves() {
    var stage = LaneStage()
    stage.notify("spoken", from: "Chat")
    for number in 0..<5 { stage.notify("mail \(number)") }
    for number in 0..<30 { stage.add("fire \(number)") { $0.urgency = .critical } }
    #expect(stage.lane.waiting.count == 20)
    stage.finish()
    #expect(stage.texts.last?.hasSuffix("more from Mail") == true)
    #expect(stage.spoken.last?.announcement.urgency == .critical)
  }

  @Test func memoryIsBoundedWhateverComes() {
    var stage = LaneStage()
    let long = String(repeating: "x", count: 100_000)
    for number in 0..<500 {
      stage.add("\(number) \(long)", from: "App \(number)")
      #expect(stage.lane.bytes <= LanePolicy().mostBytes)
      #expect(stage.lane.waiting.count <= LanePolicy().hardMost)
    }
    for number in 0..<500 { stage.echo("\(number)") }
    #expect(stage.lane.waiting.count <= LanePolicy().hardMost)
  }

  @Test func aFloodOfKeyEchoesCostsNoNotification() {
    var stage = LaneStage()
    stage.echo("spoken")
    let notifications = (0..<20).map { stage.notify("mail \($0)") }
    let echoes = (0..<100).map { stage.echo("key \($0) \(String(repeating: "x", count: 50_000))") }
    #expect(notifications.allSatisfy { stage.end($0) == nil })
    #expect(stage.end(echoes[0]) == .dropped(.full))
    #expect(stage.end(echoes[99]) == nil)
  }

  @Test func aTextLargerThanTheMemoryIsCountedAndNotKept() {
    var stage = LaneStage()
    stage.notify("spoken", from: "Chat")
    stage.notify(String(repeating: "x", count: 2_000_000))
    #expect(stage.lane.waiting.map(\.text) == ["and 1 more from Mail"])
    let name = String(repeating: "n", count: 2_000_000)
    let id = stage.notify("hello", from: name)
    if case .summed? = stage.end(id) {} else { Issue.record("not accounted for") }
    #expect(stage.lane.bytes <= LanePolicy().mostBytes)
  }

  @Test func theWordsOfASummaryAreNotExpandedAgain() {
    var policy = LanePolicy()
    policy.more = "und {count} weitere von {app} {x}"
    #expect(policy.summary(3, from: "{count}") == "und 3 weitere von {count} {x}")
    #expect(policy.counted("{count}", 2) == "{count}, 2 times")
  }
}
