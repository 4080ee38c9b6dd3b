import Testing
import Vocabulary

@testable import Announcements

struct LaneReplacementTests {
  @Test func aReplacedOneThatWaitsLeavesItsPlaceToTheNewText() {
    var stage = LaneStage()
    stage.notify("a")
    let old = stage.notify("old", number: 7)
    stage.notify("c")
    let new = stage.notify("new", number: 7)
    stage.finishAll()
    #expect(stage.texts == ["a", "new", "c"])
    #expect(stage.end(old) == .replaced(by: new))
  }

  @Test func keysReplaceOnlyThoseOfTheirSender() {
    var stage = LaneStage()
    stage.add("first")
    for (sender, text) in [(":1", "old 1"), (":2", "old 2"), (":1", "new 1")] {
      stage.add(text, sender: sender) { $0.key = "build" }
    }
    stage.finishAll()
    #expect(stage.texts == ["first", "new 1", "old 2"])
  }

  @Test func oneWithoutSoundIsReplacedAtOnce() {
    var stage = LaneStage()
    let old = stage.notify("old", number: 7)
    let new = stage.notify("new", number: 7)
    #expect(stage.end(old) == .replaced(by: new))
    #expect(stage.stops == [.atOnce])
    #expect(stage.texts == ["old", "new"])
  }

  @Test func aSpokenOneEndsItsSentenceAndTheNewOneIsNext() {
    var stage = LaneStage()
    let old = stage.notify("old", number: 7)
    stage.notify("other")
    stage.begin()
    stage.notify("new", number: 7)
    #expect(stage.stops == [.sentenceEnd])
    stage.reachSentenceEnd()
    #expect(stage.end(old) == .cut(.replaced))
    stage.finishAll()
    #expect(stage.texts == ["old", "new", "other"])
  }

  @Test func aLongSentenceFadesOutForItsReplacement() {
    var stage = LaneStage()
    stage.notify("long", number: 7)
    stage.begin()
    stage.notify("new", number: 7)
    stage.pass(.milliseconds(1500))
    #expect(stage.stops == [.sentenceEnd, .fade])
    #expect(stage.texts == ["long", "new"])
  }

  @Test func aVolumeThatChangesFiftyTimesDoesNotQueueUp() {
    var stage = LaneStage()
    for percent in 0..<50 {
      stage.notify("\(percent) percent", from: "Sound", number: 3)
      stage.begin()
      #expect(stage.lane.waiting.count <= 1)
      stage.pass(.milliseconds(40))
      if percent % 10 == 9 { stage.reachSentenceEnd() }
    }
    stage.finishAll()
    #expect(stage.texts.last == "49 percent")
    #expect(stage.texts.count <= 12)
  }

  @Test func anApplicationCannotKeepTheLaneByReplacing() {
    var stage = LaneStage()
    stage.notify("0", from: "Sound", number: 3)
    stage.notify("mail")
    for percent in 1..<6 {
      stage.begin()
      stage.notify("\(percent)", from: "Sound", number: 3)
      stage.reachSentenceEnd()
    }
    #expect(stage.texts.prefix(3).contains("mail"))
  }

  @Test func identicalOnesAreCounted() {
    var stage = LaneStage()
    stage.notify("first")
    let twins = (0..<3).map { _ in stage.notify("Disk full.", from: "Disks") }
    stage.notify("Disk full.", from: "Other")
    stage.finishAll()
    #expect(stage.texts == ["first", "Disk full, 3 times", "Disk full."])
    #expect(stage.end(twins[0]) == .finished)
    #expect(stage.end(twins[1]) == .summed(into: twins[0]))
  }

  @Test func closedTwinsAreNotCounted() {
    var stage = LaneStage()
    stage.notify("first")
    let twins = (1...3).map { stage.notify("Hello", number: $0) }
    stage.send(.closed(notification: 1))
    stage.send(.closed(notification: 3))
    #expect(stage.end(twins[0]) == nil)
    stage.finish()
    #expect(stage.texts == ["first", "Hello"])
    stage.send(.closed(notification: 2))
    #expect(stage.lane.isEmpty)
  }

  /// A program names a notification that is gone for the server, which gives a new number.
  @Test(arguments: [false, true]) func theServersNumberTakesThePlaceOfTheNamedOne(isSpoken: Bool) {
    var stage = LaneStage()
    if !isSpoken { stage.notify("first") }
    let id = stage.notify("text", number: 77)
    stage.send(.numbered(id, notification: 1))
    if isSpoken { stage.begin() }
    // The number that was only named is that of nothing.
    stage.send(.closed(notification: 77))
    #expect(stage.end(id) == nil)
    stage.send(.closed(notification: 1))
    #expect(stage.end(id) == (isSpoken ? .cut(.closed) : .dropped(.closed)))
  }

  @Test func aNumberThatIsAnothersIsNoLongerGuessed() {
    var stage = LaneStage()
    stage.notify("first")
    let guessing = stage.notify("guessing", number: 5)
    let told = stage.notify("told")
    stage.send(.numbered(told, notification: 5))
    stage.send(.closed(notification: 5))
    #expect(stage.end(guessing) == nil && stage.end(told) == .dropped(.closed))
  }

  @Test func eachOfSeveralTwinsIsClosedByItsOwnNumber() {
    var stage = LaneStage()
    stage.notify("first")
    let twins = (0..<3).map { _ in stage.notify("Hello", number: 77) }
    // Those that named the same number replaced each other: only the last one is left.
    #expect(stage.lane.waiting.count == 1 && stage.end(twins[1]) == .replaced(by: twins[2]))
    let others = (0..<2).map { _ in stage.notify("Disk full.", from: "Disks") }
    for (index, id) in others.enumerated() { stage.send(.numbered(id, notification: UInt32(index + 10))) }
    stage.send(.closed(notification: 11))
    stage.finishAll()
    #expect(stage.texts == ["first", "Hello", "Disk full."])
  }

  @Test func typedTwinsAreNotCounted() {
    var stage = LaneStage()
    stage.echo("H")
    for _ in 0..<2 { stage.echo("l") }
    stage.finishAll()
    #expect(stage.texts == ["H", "l", "l"])
  }
}
