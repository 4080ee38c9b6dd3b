import Documents
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Delays before and after a text, and the silences in it.
@Suite(.timeLimit(.minutes(1)))
struct DelayRuleTests {
  /// A second before the text and two after it.
  private static let gaps = Timeline.Gaps(leadingDelay: 22_050, trailingDelay: 44_100, sentence: 2205, paragraph: 4410)

  @Test func theWordsComeAfterTheDelayAndTheEndAfterTheLastOne_S0_09() async {
    await ManualSession.play { hand in
      let id = hand.read("One two.", gaps: Self.gaps)
      hand.pass(500)
      #expect(hand.session.state == .delay && hand.position == 500)
      // The delays are part of the length, as every client sees it.
      #expect(hand.session.player.length(of: id) == TrackLength(microseconds: 3_800_000, isExact: true))
      hand.pass(700)
      #expect(hand.session.state == .speaking)
      hand.pass(1000)
      #expect(hand.session.state == .delay && hand.position == 2200)
      hand.pass(5000)
      #expect(hand.told == ["0 started", "1000 One", "1400 two.", "3800 finished"])
      #expect(hand.session.state == .idle)
    }
  }

  /// In the delay before the text, in a word, in the silence after a sentence, and in the delay after the text.
  @Test(arguments: [400, 1200, 1850, 3500]) func aStopEndsSoundDelayAndGapAtOnce_S0_26(at: Int) async {
    await ManualSession.play { hand in
      let gaps = Timeline.Gaps(leadingDelay: 22_050, trailingDelay: 44_100, sentence: 2205, paragraph: 4410)
      let id = hand.read("One two. Three.", gaps: gaps)
      let next = hand.read("The next one.")
      hand.pass(at)
      let (taken, told) = (hand.output.taken.count, hand.told.count)
      hand.send(.stop)
      #expect(hand.told.dropFirst(told) == ["\(at) cancelled (stopped)"])
      hand.pass(60_000)
      // The device has what it had taken, and nothing of the text follows.
      #expect(hand.output.taken.dropFirst(taken).allSatisfy { $0 == 0 })
      #expect(hand.told.count == told + 1 && hand.status == .stopped)
      #expect(hand.session.player.ids == [id, next] && hand.current == id)
      hand.forget()
      hand.play()
      let start = at + 60_000
      hand.pass(1500)
      #expect(hand.told.prefix(2) == ["\(start) started", "\(start + 1000) One"], "from its delay on: \(hand.told)")
    }
  }

  @Test func aPauseInALeadingDelayHolds_S0_08_S0_09() async {
    await ManualSession.play { hand in
      hand.read("One two.", gaps: Self.gaps)
      hand.pass(400)
      hand.pause()
      hand.pass(60_000)
      #expect(hand.status == .paused && hand.position == 400)
      #expect(hand.told == ["0 started", "400 paused (user)"])
      hand.play()
      hand.pass(10_000)
      // The rest of the delay, and not all of it.
      #expect(
        hand.told.dropFirst(2) == ["60400 resumed", "61000 One", "61400 two.", "63800 finished"])
    }
  }

  /// The report, step by step: `say --delay 5s`, pause at two seconds, ten seconds of silence, resume, the other three
  /// seconds, the text.
  @Test func pausedTwoSecondsIntoADelayOfFiveItIsSilentAndGoesOnWithTheOtherThree_S0_24() async {
    await ManualSession.play { hand in
      hand.read("One two.", gaps: Timeline.Gaps(leadingDelay: 110_250))
      hand.pass(2000)
      #expect(hand.session.state == .delay && hand.status == .playing)
      hand.pause()
      #expect(hand.status == .paused, "at once")
      hand.pass(10_000)
      #expect(hand.status == .paused && hand.position == 2000)
      #expect(hand.told == ["0 started", "2000 paused (user)"])
      hand.play()
      #expect(hand.status == .playing && hand.session.state == .delay)
      hand.pass(2900)
      #expect(hand.told.count == 3 && hand.session.state == .delay)
      hand.pass(5000)
      #expect(
        hand.told == [
          "0 started", "2000 paused (user)", "12000 resumed", "15000 One", "15400 two.", "15800 finished",
        ])
    }
  }

  @Test(arguments: [(at: 850, word: 50), (1950, 50), (3500, nil)] as [(at: Int, word: Int?)])
  func aPauseInAGapOrATrailingDelayHolds_S0_08(at: Int, word: Int?) async {
    await ManualSession.play { hand in
      // 0.8 s, a gap, 0.9 s, two gaps, 0.6 s, two seconds.
      hand.read(
        "One two. Three ab.\nFour c.", gaps: Timeline.Gaps(trailingDelay: 44_100, sentence: 2205, paragraph: 4410))
      hand.pass(at)
      #expect(hand.session.state == (word == nil ? .delay : .gap))
      hand.pause()
      hand.pass(60_000)
      #expect(hand.position == Int64(at))
      hand.forget()
      hand.play()
      hand.pass(10_000)
      if let word {
        #expect(hand.told.contains("\(60_000 + at + word) \(at < 1000 ? "Three" : "Four")"), "\(hand.told)")
      }
      #expect(hand.told.last == "64700 finished", "\(hand.told)")
      #expect(hand.heard == "One two.|Three ab.|Four c.|")
    }
  }

  @Test func aDelayCanBeSoughtInAndSkipped_S0_09() async {
    await ManualSession.play { hand in
      hand.read("One two.", gaps: Self.gaps)
      hand.pass(100)
      hand.seek(to: 900)
      hand.pass(1000)
      #expect(hand.told == ["0 started", "100 at 900", "200 One", "600 two."])
      hand.seek(to: 3700)
      #expect(hand.session.state == .delay)
      hand.pass(1000)
      #expect(hand.told.suffix(2) == ["1100 at 3700", "1200 finished"])
    }
  }

  @Test func theStepsFromSentenceToSentenceGoAroundTheDelays_S0_09() async {
    await ManualSession.play { hand in
      hand.read("One two. Three.", gaps: Self.gaps)
      hand.pass(100)
      // In the delay the first sentence is still to come, and counts as the one that is heard.
      hand.session.step(.forward, by: .sentence, restartingAfter: 1_000_000)
      #expect(hand.position == 1900)
      hand.session.step(.back, by: .sentence, restartingAfter: 1_000_000)
      #expect(hand.position == 1000)
    }
  }

  @Test func theSilencesAreThoseThatAreConfiguredToTheFrame_S3_13_S3_14() async {
    await ManualSession.play { hand in
      hand.voice.framesPerLetter = 100
      hand.read(
        "Aa. Bb.\nCc.", gaps: Timeline.Gaps(leadingDelay: 11, trailingDelay: 13, sentence: 777, paragraph: 1234))
      hand.pass(5000)
      let runs = hand.output.taken.split(omittingEmptySubsequences: true) { $0 != 0 }.map(\.count)
      #expect(runs == [11, 777, 1234, 13])
      #expect(hand.output.taken.count == 11 + 777 + 1234 + 13 + 900)
    }
  }

  @Test func theNextChapterComesAfterTheSilenceOfAParagraph_S3_13_S3_16() async {
    await ManualSession.play { hand in
      hand.readBook(["One.", "Two."])
      hand.pass(5000)
      #expect(
        hand.told == ["0 started", "0 One.", "600 finished", "600 started", "600 Two.", "1000 finished"])
    }
  }

  @Test(arguments: [0.5, 2]) func silencesGoAtTheRateToo_S3_07(rate: Double) async {
    await ManualSession.play { hand in
      hand.send(.setRate(rate))
      hand.read("Aa. Bb.", gaps: Timeline.Gaps(leadingDelay: 22_050, trailingDelay: 44_100, sentence: 2205))
      hand.pass(10_000)
      // 3.7 s at the rate 1.
      let end = Int64(3700 / rate)
      let finished = hand.told.last.flatMap { Int64($0.split(separator: " ")[0]) } ?? 0
      #expect(abs(finished - end) <= 20 && hand.told.last?.hasSuffix("finished") == true, "\(hand.told)")
    }
  }
}
