import Testing
import Vocabulary

@testable import Announcements

struct LaneHoldTests {
  @Test func aLostRouteSilencesAtOnceAndJudgesTheRestAnew() {
    var stage = LaneStage()
    let spoken = stage.notify("secret 1")
    let muted = stage.notify("secret 2", from: "Bank")
    stage.notify("secret 3", from: "Chat")
    stage.begin()
    let verdicts = stage.lane.verdicts {
      $0.application == "Bank" ? .drop(.muted) : .speakInstead($0.application)
    }
    stage.send(.silence(.routeLost, verdicts))
    #expect(stage.stops == [.atOnce])
    #expect(stage.end(spoken) == .cut(.routeLost))
    #expect(stage.end(muted) == .dropped(.muted))
    #expect(stage.texts == ["secret 1", "Chat"])
  }

  @Test func namesAloneAreCounted_S1_01() {
    var stage = LaneStage()
    stage.notify("spoken", from: "Chat")
    stage.begin()
    for number in 1...3 { stage.notify("secret \(number)") }
    stage.send(.silence(.locked, stage.lane.verdicts { .speakInstead($0.application) }))
    #expect(stage.texts == ["spoken", "Mail, 3 times"])
  }

  @Test func aNewRuleMutesAlsoTheSpokenOne() {
    var stage = LaneStage()
    let id = stage.notify("secret")
    stage.begin()
    stage.send(.rejudge(stage.lane.verdicts { _ in .drop(.muted) }))
    #expect(stage.end(id) == .cut(.muted) && stage.stops == [.fade])
    #expect(stage.lane.isEmpty)
  }

  @Test func aCallHoldsBackAndNothingIsLost() {
    var stage = LaneStage()
    let id = stage.notify("first")
    stage.begin()
    stage.send(.hold(AnnouncementHold(.call)))
    #expect(stage.stops == [.fade])
    stage.notify("second")
    stage.pass(.seconds(60))
    #expect(stage.texts == ["first"])
    #expect(!stage.lane.isSpeaking)
    stage.send(.release(.call))
    stage.finishAll()
    #expect(stage.texts == ["first", "first", "second"])
    #expect(stage.end(id) == .finished)
  }

  /// Each banner asks the desktop anew while others are spoken.
  @Test func aQuestionAboutTheNextOneLeavesTheSpokenOne_S1_24() {
    var stage = LaneStage()
    let id = stage.notify("first")
    stage.begin()
    stage.send(.hold(.question(.doNotDisturb)))
    stage.notify("second")
    #expect(stage.stops.isEmpty)
    stage.finish()
    #expect(stage.end(id) == .finished && stage.texts == ["first"], "the next one waits for the answer")
    stage.send(.release(.doNotDisturb))
    stage.finishAll()
    #expect(stage.texts == ["first", "second"])
  }

  @Test func doNotDisturbIsSilentAndCriticalMayPass_S1_07() {
    var stage = LaneStage()
    let spoken = stage.notify("spoken")
    let waiting = stage.notify("waiting")
    stage.begin()
    stage.send(.hold(AnnouncementHold(.doNotDisturb, drops: true, sparesCritical: true)))
    #expect(stage.end(spoken) == .cut(.doNotDisturb))
    #expect(stage.end(waiting) == .dropped(.doNotDisturb))
    let late = stage.notify("late")
    #expect(stage.end(late) == .dropped(.doNotDisturb))
    stage.add("fire") { $0.urgency = .critical }
    #expect(stage.texts == ["spoken", "fire"])
  }

  @Test func theLastHoldDecides() {
    var stage = LaneStage()
    stage.send(.hold(.pause))
    stage.send(.hold(AnnouncementHold(.call)))
    stage.notify("text")
    stage.send(.release(.paused))
    #expect(stage.texts.isEmpty)
    #expect(stage.lane.holdReasons == [.call])
    stage.send(.release(.call))
    #expect(stage.texts == ["text"])
  }

  @Test func keyEchoesPassAPauseAndNoLock() {
    var stage = LaneStage()
    stage.send(.hold(.pause))
    stage.echo("k")
    #expect(stage.texts == ["k"])
    stage.finish()
    stage.send(.hold(AnnouncementHold(.seat, drops: true, sparesFirst: false)))
    stage.echo("l")
    #expect(stage.texts == ["k"])
  }

  @Test func aHeldKeyEchoIsDroppedWhenItIsOld() {
    var stage = LaneStage()
    stage.send(.hold(AnnouncementHold(.noSound, sparesFirst: false)))
    let id = stage.echo("k")
    stage.pass(.seconds(120))
    #expect(stage.end(id) == .dropped(.stale))
  }
}
