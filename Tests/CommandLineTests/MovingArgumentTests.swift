import AloudAPI
import BusValues
import CommandOutput
import Glibc
import Testing
import Vocabulary

@testable import aloud

@Suite(.timeLimit(.minutes(1)))
struct MovingArgumentTests {
  private static let minute: Int64 = 60_000_000

  @Test(
    arguments: [
      ("30m", 30, false), ("30", 30, false), ("30min", 30, false), ("1h", 60, false), ("1h30m", 90, false),
      ("1h 30m", 90, false), ("1h30", 90, false), ("1:30:00", 90, false), ("90m", 90, false), ("90 min", 90, false),
      ("+10m", 10, true), ("10+", 10, true),
      ("-5m", -5, true), ("+10", 10, true), ("24h", 1440, false),
    ] as [(String, Int64, Bool)])
  func aTimeIsReadAsPeopleWriteIt(text: String, minutes: Int64, adding: Bool) {
    let argument = SleepArgument(text.split(separator: " ").map(String.init))
    #expect(argument == .timer(.time, amount: minutes * Self.minute, adding: adding))
  }

  @Test(arguments: [
    ("sentence", SleepArgument.timer(.sentence, amount: 0, adding: false)),
    ("paragraph", .timer(.paragraph, amount: 0, adding: false)),
    ("chapter", .timer(.chapter, amount: 1, adding: false)),
    ("2 chapters", .timer(.chapter, amount: 2, adding: false)),
    ("1 Chapter", .timer(.chapter, amount: 1, adding: false)), ("off", .timer(.off, amount: 0, adding: false)),
    ("back", .back),
  ])
  func anEndOfTheTextIsNamed(text: String, argument: SleepArgument) {
    #expect(SleepArgument(text.split(separator: " ").map(String.init)) == argument)
    #expect(SleepArgument([text]) == argument, "in quotation marks")
  }

  @Test(arguments: [
    "soon", "0 chapters", "1001 chapters", "2", "25h", "1e3", "2 pages", "-", "1h1h1x", "0m", "1:30", "+1:30", "24:00",
    "at", "at noon", "at 13pm", "at 7",
  ])
  func aTextThatIsNoTimerIsRefused(text: String) {
    // A bare number is a valid time in minutes.
    let argument = SleepArgument(text.split(separator: " ").map(String.init))
    #expect(argument == (text == "2" ? .timer(.time, amount: 2 * Self.minute, adding: false) : nil))
  }

  @Test(
    arguments: [
      ("22:30", 22, 30), ("01:30", 1, 30), ("at 1:30", 1, 30), ("10pm", 22, 0), ("10:30 pm", 22, 30), ("12am", 0, 0),
      ("at 12:05am", 0, 5), ("12:05pm", 12, 5),
    ] as [(String, Int, Int)])
  func aTimeOfDayIsNoLengthOfTime(text: String, hour: Int, minute: Int) {
    guard case .clock(let time)? = SleepArgument(text.split(separator: " ").map(String.init)) else {
      Issue.record("\(text) is no time of day")
      return
    }
    #expect(time.hour == hour && time.minute == minute)
  }

  @Test func aTimeOfTwoMeaningsIsNotGuessed() {
    #expect(SleepArgument(["1:30"]) == nil)
    #expect(SleepArgument.reason(against: ["1:30"]) == "that may be a time of day, or hours and minutes")
    #expect(SleepArgument.reason(against: ["25:00"]) == "there is no such time of day")
    #expect(SleepArgument.reason(against: ["25h"]) == "that is more than 24h")
    #expect(SleepArgument.reason(against: ["soon"]) == "that is neither a time nor a part of a text")
    #expect(SleepArgument.cure(for: ["1:30"]) == "aloud sleep 1h30m, or aloud sleep at 1:30 for the time of day")
  }

  @Test(arguments: [0, 3600, 1_795_824_000, 1_774_746_000] as [time_t])
  func theTimeUntilAClockTimeEndsWhenTheClockShowsIt(now: time_t) throws {
    for text in ["00:00", "07:05", "23:59"] {
      let clock = try #require(ClockTime(text))
      let remaining = clock.remaining(from: now)
      #expect(remaining > 0 && remaining <= 90_000_000_000)
      #expect(ClockTime.text(after: remaining, from: now) == text)
    }
  }

  @Test func theAnswerSaysWhenItSleeps() {
    var status = Status()
    #expect(status.sleepAnswer(now: 0) == "the sleep timer is off")
    (status.sleepTimer, status.sleepRemaining, status.playback) = ("time", 1_799_900_000, "Playing")
    #expect(status.sleepAnswer(now: 0) == "sleeps in 30 min, at " + ClockTime.text(after: 1_799_900_000, from: 0))
    status.playback = "Paused"
    #expect(status.sleepAnswer(now: 0) == "sleeps after 30 min of reading")
    (status.sleepTimer, status.sleepRemaining) = ("paragraph", nil)
    #expect(status.sleepAnswer(now: 0) == "sleeps at the end of the paragraph")
  }

  @Test func modesOfRepetitionHaveTheNamesOfOtherPlayersToo() {
    for word in RepeatMode.allCases { #expect(RepeatArgument.parse(word.rawValue) == .part(word)) }
    #expect(RepeatArgument.parse("Sent") == .part(.sentence))
    #expect(RepeatArgument.parse("track") == .part(.chapter))
    #expect(RepeatArgument.parse("all") == .queue && RepeatArgument.parse("on") == .queue)
    #expect(RepeatArgument.parse("s") == nil && RepeatArgument.parse("often") == nil)
  }

  @Test func theStatusSaysWhatIsRepeatedAndWhenItSleeps() throws {
    var properties: [String: BusValue] = [
      "State": .string("speaking"), "PlaybackStatus": .string("Playing"), "QueueLength": .uint32(1),
      "Track": .objectPath("/org/aloud/Aloud1/track/1"), "Repeat": .string("sentence"),
      "SleepTimer": .string("time"), "SleepRemaining": .int64(754_000_000),
    ]
    var status = Status(properties: properties)
    let line = status.lines(.unicode, width: 200)[1]
    #expect(line.contains("repeating the sentence") && line.contains("sleeps in 12:34"), "\(line)")
    #expect(status.variable("sleep") == .number(754_000_000) && status.variable("repeat") == .text("sentence"))
    properties["SleepTimer"] = .string("chapter")
    properties["SleepChapters"] = .uint32(2)
    status = Status(properties: properties)
    #expect(status.sleepText == "sleeps after 2 chapters, in 12:34")
    properties["SleepTimer"] = .string("off")
    properties["SleepRemaining"] = .int64(-1)
    properties["PauseReason"] = .string("sleep-timer")
    properties["SleepPlace"] = .vardict([
      "track": .objectPath("/org/aloud/Aloud1/track/1"), "title": .string("One"), "position": .int64(65_000_000),
    ])
    status = Status(properties: properties)
    #expect(status.sleepText == nil)
    #expect(status.lines(.unicode, width: 200).contains { $0.contains("set at 1:05: aloud sleep back") })
  }
}
