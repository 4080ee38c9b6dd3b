import Testing
import Vocabulary

@testable import Announcements

/// The words that are spoken are those of an announcement, or others in their place.
struct LaneWordingTests {
  @Test func aTextInThePlaceOfAnotherIsNotTheWholeOne() {
    var stage = LaneStage()
    stage.notify("spoken", from: "Chat")
    stage.begin()
    stage.notify("secret 1", from: "Bank")
    stage.notify("secret 2")
    stage.send(
      .silence(
        .locked, stage.lane.verdicts { $0.application == "Bank" ? .speakInstead("Bank") : .reword("other words") }))
    stage.finishAll()
    #expect(stage.texts == ["spoken", "Bank", "other words"])
    #expect(stage.spoken.map(\.isWhole) == [true, false, true])
  }

  /// The name of an application may be all that it says.
  @Test func theSameWordsInThePlaceOfThemselvesAreTheWholeText() {
    var stage = LaneStage()
    stage.notify("spoken", from: "Chat")
    stage.begin()
    stage.notify("Mail")
    stage.send(.silence(.locked, stage.lane.verdicts { .speakInstead($0.application) }))
    stage.finishAll()
    #expect(stage.texts == ["spoken", "Mail"] && stage.spoken.map(\.isWhole) == [true, true])
  }

  @Test func aTextThatIsCountedIsNotTheWholeOne() {
    var stage = LaneStage()
    stage.notify("spoken", from: "Chat")
    stage.begin()
    for _ in 1...2 { stage.notify("news") }
    stage.finishAll()
    #expect(stage.texts == ["spoken", "news, 2 times"] && stage.spoken.map(\.isWhole) == [true, false])
  }
}
