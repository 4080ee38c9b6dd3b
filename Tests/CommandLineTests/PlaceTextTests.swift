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
    isRepeated: Bool = false, cure: String? = "--now reads it at once"
  ) -> String? {
    let wait = WaitEntry(
      number: number, count: 226, ahead: ahead, microseconds: time, isExact: isExact, obstacle: obstacle)
    return PlaceText.line(wait, isRepeated: isRepeated, cure: cure)
  }

  @Test func aWaitingTextNamesItsPlaceAndTime_X1() {
    #expect(line(3) == "third of 226, in about 5:18:04; --now reads it at once")
    #expect(line(226, isExact: true, cure: nil) == "226th of 226, in 5:18:04")
    #expect(line(4, time: nil) == "fourth of 226; --now reads it at once")
    #expect(line(1, ahead: 0) == nil)
  }

  @Test func aPausedTextInFrontIsNamed() {
    #expect(line(2, time: nil, obstacle: "Em\u{1B}[31mma", cure: nil)?.contains("\u{1B}") == false)
    #expect(
      line(2, time: nil, obstacle: "Emma") == "second of 226, after 'Emma', which is paused; --now reads it at once")
    #expect(line(2, time: nil, obstacle: "Emma", isRepeated: true, cure: nil)?.hasSuffix("which is repeated") == true)
  }

  @Test(arguments: [
    (1, "first"), (10, "tenth"), (11, "11th"), (21, "21st"), (112, "112th"), (122, "122nd"), (33, "33rd"),
  ])
  func placesAreCountedInWords(number: Int, word: String) { #expect(PlaceText.ordinal(number) == word) }

  @Test func anAnswerIsReadAsItWasWritten() {
    for wait in [
      WaitEntry(number: 3, count: 9, ahead: 2, microseconds: 5, isExact: true, obstacle: nil),
      WaitEntry(number: 3, count: 9, ahead: 2, microseconds: nil, isExact: false, obstacle: "Emma"),
    ] {
      #expect(WaitEntry(wait.table) == wait)
    }
    #expect(WaitEntry([:]) == nil)
  }

  @Test func theStatusSaysWhatWasPutOff_S3_20() {
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
