import Documents
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Pauses, at once and at the end of something.
@Suite(.timeLimit(.minutes(1)))
struct PauseRuleTests {
  private static let text = "One two. Three four."

  @Test(arguments: [0, 130, 355, 801, 1250])
  func itGoesOnAtTheSameSample_S0_20(at: Int) async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(at)
      hand.pause()
      let taken = hand.output.taken.count
      hand.pass(7000)
      // Nothing of it is heard meanwhile, and nothing afterwards is left out or heard twice.
      #expect(hand.output.taken.count == taken)
      hand.play()
      hand.pass(7000)
      #expect(hand.output.taken.count == 20 * CountingVoice.framesPerLetter)
      #expect(hand.heard == "One two.|Three four.")
      #expect(hand.told.filter { $0.contains(" at ") } == [])
    }
  }

  @Test func pauseAndPlayMayBeSaidTwice_S0_10() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(250)
      hand.pause()
      hand.pass(500)
      var changes = hand.changes
      for _ in 0..<2 { hand.pause() }
      #expect(hand.changes == changes)
      hand.pass(500)
      hand.play()
      hand.pass(20)
      changes = hand.changes
      for _ in 0..<2 { hand.play() }
      #expect(hand.changes == changes)
      hand.pass(4980)
      #expect(
        hand.told.filter { $0.first?.isNumber ?? false } == [
          "0 started", "0 One", "250 paused (user)", "1250 resumed", "1400 two.", "1900 Three", "2500 four.",
          "3000 finished",
        ])
    }
  }

  @Test(arguments: [20, 21]) func aBurstOfTogglesEndsInTheRightState_S0_18(count: Int) async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(250)
      for _ in 0..<count { hand.send(.toggle) }
      hand.pass(50)
      #expect(hand.status == (count % 2 == 0 ? .playing : .paused))
      if hand.status == .paused { hand.play() }
      hand.pass(5000)
      #expect(hand.heard == "One two.|Three four.")
    }
  }

  @Test func stopForgetsThePlaceAndPlayBeginsTheTextAgain() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(1250)
      hand.send(.stop)
      #expect(hand.status == .stopped && hand.position == 0)
      hand.send(.stop)
      hand.pass(1000)
      hand.forget()
      hand.play()
      hand.pass(500)
      #expect(hand.told == ["2250 started", "2250 One", "2650 two."])
    }
  }

  @Test func aPauseOfAStoppedTextChangesNothing() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(250)
      hand.send(.stop)
      let snapshot = hand.session.snapshot
      hand.pause()
      #expect(hand.session.snapshot == snapshot)
      hand.send(.toggle)
      #expect(hand.status == .playing)
    }
  }

  // MARK: At the end of something

  @Test func aPauseComesAtTheEndOfTheWordAndTheReadingGoesOnWithTheNextOne_S3_03() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(250)
      hand.session.pause(atEndOf: .word)
      hand.pass(10_000)
      #expect(hand.status == .paused)
      #expect(hand.session.position == 400_000)
      #expect(hand.told == ["0 started", "0 One", "400 paused (mark)"])
      hand.play()
      hand.pass(5000)
      #expect(
        hand.told.dropFirst(3) == [
          "10250 resumed", "10250 two.", "10750 Three", "11350 four.", "11850 finished",
        ])
    }
  }

  @Test(arguments: [250, 450, 790])
  func aPauseAtASentenceWaitsForAllOfItsLastWord_S0_20_S3_03(at: Int) async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(at)
      hand.session.pause(atEndOf: .sentence)
      hand.pass(5000)
      #expect(hand.told.last == "800 paused (mark)" && hand.position == 800)
      hand.play()
      hand.pass(5000)
      #expect(hand.heard == "One two.|Three four.")
    }
  }

  @Test(arguments: [TextUnit.word, .sentence])
  func inASilenceAPauseAtTheEndOfSomethingComesAtOnce_S3_03(unit: TextUnit) async {
    await ManualSession.play { hand in
      hand.read(Self.text, gaps: Timeline.Gaps(leadingDelay: 22_050, sentence: 2205))
      hand.pass(500)
      hand.session.pause(atEndOf: unit)
      #expect(hand.status == .paused && hand.position == 500)
      hand.play()
      hand.pass(1350)
      #expect(hand.session.state == .gap)
      hand.session.pause(atEndOf: unit)
      #expect(hand.status == .paused && hand.position == 1850)
    }
  }

  @Test(arguments: [TextUnit.word, .sentence])
  func aPauseAtTheEndOfATextIsNotLost_B1_S3_03(unit: TextUnit) async {
    for isLast in [false, true] {
      await ManualSession.play { hand in
        // The timers of one instant fire in the one order and in the other.
        hand.clock.choice = { isLast ? $0 - 1 : 0 }
        hand.read("One.")
        let second = hand.read("Two.")
        hand.pass(200)
        hand.session.pause(atEndOf: unit)
        hand.pass(5000)
        #expect(hand.told == ["0 started", "0 One.", "400 finished"])
        #expect(hand.status == .paused && hand.reason == "mark")
        #expect(hand.current == second && hand.position == 0)
        hand.play()
        hand.pass(1000)
        #expect(hand.heard == "One.Two.")
      }
    }
  }

  @Test(arguments: [TextUnit.word, .sentence])
  func aPauseAtTheEndOfTheLastTextEndsTheReading_S3_03(unit: TextUnit) async {
    await ManualSession.play { hand in
      hand.read("One.")
      hand.pass(200)
      hand.session.pause(atEndOf: unit)
      hand.pass(5000)
      #expect(hand.told == ["0 started", "0 One.", "400 finished"] && hand.session.state == .idle)
    }
  }

  @Test func aMoveTakesAPauseAtTheEndOfSomethingBack_S3_03() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(250)
      hand.session.pause(atEndOf: .sentence)
      hand.session.step(.forward, by: .sentence, restartingAfter: 1_000_000)
      hand.pass(5000)
      #expect(hand.told == ["0 started", "0 One", "250 at 900", "250 Three", "850 four.", "1350 finished"])
    }
  }

  @Test func aPauseAtOnceIsSoonerThanOneAtTheEndOfTheSentence_S3_03() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(250)
      hand.session.pause(atEndOf: .sentence)
      hand.pass(100)
      hand.pause()
      hand.pass(5000)
      #expect(hand.told.last == "350 paused (user)" && hand.position == 350)
      hand.play()
      hand.pass(5000)
      // And it is not made up for.
      #expect(hand.told.last == "7000 finished" && hand.told.count { $0.contains("paused") } == 1)
    }
  }

  @Test func atAnotherRateThePauseStillComesAtTheEndOfTheSentence_S3_03_S3_07() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(250)
      hand.session.pause(atEndOf: .sentence)
      hand.pass(50)
      hand.send(.setRate(2))
      hand.pass(5000)
      #expect(
        hand.told.contains { $0.hasSuffix("paused (mark)") } && (780...830).contains(hand.position), "\(hand.position)")
      #expect(!hand.told.contains { $0.hasSuffix("Three") })
    }
  }

  // MARK: After it

  @Test(arguments: [(4, "four."), (6, "One"), (90, "Zero."), (2000, "Zero.")])
  func afterALongPauseSomeSentencesAreHeardAgain(minutes: Int, first: String) async {
    await ManualSession.play { hand in
      hand.read("Zero. One two. Three four.")
      hand.pass(1700)
      hand.pause()
      hand.pass(minutes * 60_000)
      hand.forget()
      hand.play()
      hand.pass(450)
      let words = hand.told.filter { !$0.contains(" resumed") && !$0.contains(" at ") }
      #expect(words.first?.hasSuffix(" " + first) == true, "\(hand.told)")
      // The jump back is told.
      #expect(hand.told.contains { $0.contains(" at ") } == (minutes > 4), "\(hand.told)")
    }
  }

  @Test func thePlaceIsKeptWhenTheOutputIsClosedAfterALongSilence_S0_07() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(250)
      hand.pause()
      hand.pass(182_000)
      #expect(hand.output.soundState == .ready)
      hand.pass(2000)
      #expect(hand.output.soundState == .closed)
      #expect(hand.position == 250 && hand.status == .paused)
      hand.play()
      hand.pass(5000)
      #expect(hand.heard == "One two.|Three four.")
    }
  }

  @Test func aReadingThatGoesOnKeepsTheOutputOpen_S0_07() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(250)
      hand.pause()
      hand.pass(100_000)
      hand.play()
      hand.pass(100)
      hand.pause()
      hand.pass(100_000)
      #expect(hand.output.soundState == .ready)
    }
  }

  @Test func aPausedOrIdleSessionSetsNoTimers_S0_21_S2_15() async {
    await ManualSession.play { hand in
      #expect(hand.clock.isIdle)
      hand.read(Self.text)
      hand.pass(250)
      hand.pause()
      hand.pass(184_000)
      #expect(hand.clock.isIdle)
      hand.play()
      hand.pass(5000)
      #expect(hand.session.state == .idle)
      hand.pass(184_000)
      #expect(hand.clock.isIdle)
    }
  }

  @Test func aPausedTextStaysPausedWhenTheAnnouncementBeforeItIsRemoved_B3_S0_02() async {
    await ManualSession.play { hand in
      let book = hand.read(Self.text)
      hand.pass(250)
      hand.pause()
      hand.pass(1000)
      let said = hand.say("An announcement.")
      hand.pass(300)
      #expect(hand.status == .playing && hand.current == said)
      hand.send(.remove([said]))
      hand.pass(5000)
      #expect(hand.current == book && hand.status == .paused && hand.position == 250)
      #expect(hand.told.suffix(2) == ["1550 cancelled (removed)", "1550 at 250"])
    }
  }
}
