import AloudAPI
import BusValues
import CommandOutput
import Testing
import Vocabulary

@testable import aloud

/// The line for a listener about a waiting text.
@Suite(.timeLimit(.minutes(1)))
struct PlaceTextTests {
  private func line(
    _ number: Int, ahead: Int = 2, time: Microseconds? = 19_084_000_000, isExact: Bool = false, obstacle: String? = nil,
    isRepeated: Bool = false, cure: String? = "--now: at once"
  ) -> String? {
    let wait = WaitEntry(
      number: number, count: 226, ahead: ahead, microseconds: time, isExact: isExact, obstacle: obstacle)
    return PlaceText.line(wait, isRepeated: isRepeated, cure: cure)
  }

  @Test func aWaitingTextNamesItsTimeAndWhatIsBeforeIt_X1() {
    #expect(line(3) == "in about 5 h 18 min, after 2 others (--now: at once)")
    #expect(line(226, ahead: 1, time: 3_000_000, isExact: true, cure: nil) == "in 3 s, after the current text")
    #expect(line(4, time: nil) == "after 2 others (--now: at once)")
    #expect(line(1, ahead: 0) == nil)
    #expect(line(2, ahead: 8, time: 1_900_000) == nil, "a wait that nobody notices")
  }

  @Test func aPausedTextInFrontIsNamed() {
    #expect(line(2, time: nil, obstacle: "Em\u{1B}[31mma", cure: nil)?.contains("\u{1B}") == false)
    #expect(line(2, time: nil, obstacle: "Emma") == "after 'Emma', which is paused (--now: at once)")
    #expect(line(2, time: nil, obstacle: "Emma", isRepeated: true, cure: nil)?.hasSuffix("which is repeated") == true)
  }

  private func beginning(
    chapter: Int, position: Microseconds, rate: Double = 1, isNamed: Bool = false, start: String? = "--again"
  ) -> String? {
    var status = Status(properties: [
      "Track": .objectPath("/org/aloud/Aloud1/track/2"), "Position": .microseconds(position),
      "Length": .int64(171_000_000), "LengthExact": .bool(true), "Rate": .double(rate), "RateIsOwn": .bool(true),
      "GlobalRate": .double(1), "Metadata": .vardict(["xesam:title": .string("Water")]),
    ])
    status.book = DocumentEntry(
      title: "The Kitchen Garden", chapter: chapter, chapters: 9, isWhole: true, positionMicroseconds: position,
      lengthMicroseconds: 900_000_000, isLengthExact: true)
    return PlaceText.beginning(status, start: start, isNamed: isNamed, .unicode)
  }

  @Test func aDocumentSaysWhereItGoesOn_S2_28() {
    #expect(beginning(chapter: 6, position: 91_000_000) == "goes on in ch. 6 \"Water\", 1:31 of 2:51 (--again)")
    #expect(
      beginning(chapter: 6, position: 0, isNamed: true, start: nil)
        == "\"The Kitchen Garden\" goes on in ch. 6 \"Water\", 0:00 of 2:51")
    #expect(beginning(chapter: 1, position: 0) == nil, "nothing to tell")
    #expect(beginning(chapter: 1, position: 0, isNamed: true) == "\"The Kitchen Garden\" begins at its start")
    #expect(beginning(chapter: 1, position: 0, rate: 1.5) == "at 1.5×, as last time")
    #expect(beginning(chapter: 6, position: 91_000_000, rate: 1.5)?.hasSuffix("; at 1.5×, as last time") == true)
  }

  @Test func whoeverHasChosenThePlaceIsNotToldHowToBeginAtTheStart() {
    #expect(Reading.startCure(SpeakOptions(), from: nil) == "--again: from the start")
    #expect(Reading.startCure(SpeakOptions(), from: "Water") == nil)
    var options = SpeakOptions()
    options.fromChapter = 3
    #expect(Reading.startCure(options, from: nil) == nil)
    options = SpeakOptions()
    options.again = true
    #expect(Reading.startCure(options, from: nil) == nil)
  }

  @Test func anAnswerIsReadAsItWasWritten() {
    for wait in [
      WaitEntry(number: 3, count: 9, ahead: 2, microseconds: 5, isExact: true, obstacle: nil),
      WaitEntry(number: 3, count: 9, ahead: 2, microseconds: nil, isExact: false, obstacle: "Emma"),
    ] {
      #expect(WaitEntry(wait.table) == wait)
    }
    #expect(WaitEntry([:]) == nil)
  }

  @Test func theStatusSaysWhatWasPutOff_S0_23() {
    var status = Status(properties: [
      "Track": .objectPath("/org/aloud/Aloud1/track/2"), "QueueLength": .uint32(2), "State": .string("speaking"),
      "Rate": .double(1.5), "RateIsOwn": .bool(true),
      "PutOff": .vardict([
        "track": .objectPath("/org/aloud/Aloud1/track/1"), "title": .string("Emma"), "position": .int64(62_000_000),
        "resumes": .bool(true),
      ]),
    ])
    #expect(status.lines(.unicode, width: 80).contains("  then: Emma goes on at 1:02"))
    #expect(status.lines(.unicode, width: 80)[1].contains("1.5× ≈ 263 wpm"))
    status.putOff["resumes"] = .bool(false)
    #expect(status.lines(.unicode, width: 30).contains { $0.hasSuffix("waits at 1:02") })
    #expect(status.json.text.contains("putOff"))
  }
}
