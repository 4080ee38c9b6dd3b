import Documents
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The timer for those who fall asleep.
@Suite(.timeLimit(.minutes(1)))
struct SleepTimerRuleTests {
  private static let text = "One two. Three four.\nFive six."

  @Test func theReadingEndsWithTheSentenceAndNotAWordLater() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(500)
      hand.session.setSleep(.sentence)
      #expect(hand.session.sleepRemaining == 300_000)
      hand.pass(5000)
      #expect(hand.told == ["0 started", "0 One", "400 two.", "800 paused (sleep-timer)"])
      hand.play()
      hand.pass(5000)
      #expect(hand.heard == "One two.|Three four.|Five six.")
    }
  }

  @Test func theReadingEndsWithTheParagraph() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(500)
      hand.session.setSleep(.paragraph)
      #expect(hand.session.sleepRemaining == 1_500_000)
      hand.pass(5000)
      #expect(hand.told.last == "2000 paused (sleep-timer)" && hand.position == 2000)
    }
  }

  @Test(arguments: [SleepTimer.Extent.sentence, .paragraph, .chapters(1)])
  func theEndOfTheTextIsTheEndOfAllInIt_B2(extent: SleepTimer.Extent) async {
    for isLast in [false, true] {
      await ManualSession.play { hand in
        hand.clock.choice = { isLast ? $0 - 1 : 0 }
        hand.read("One.")
        let second = hand.read("Two. Three.")
        hand.pass(100)
        hand.session.setSleep(extent)
        hand.pass(5000)
        #expect(hand.told == ["0 started", "0 One.", "400 finished"])
        #expect(hand.reason == "sleep-timer" && hand.current == second && hand.position == 0)
        #expect(hand.session.player.sleep == nil)
      }
    }
  }

  @Test func theNextChapterWaits() async {
    await ManualSession.play { hand in
      for text in ["One.", "Two."] { hand.read(text) }
      let third = hand.read("Three.")
      hand.session.setSleep(.chapters(2))
      #expect(hand.session.sleepRemaining.map { $0 > 500_000 } == true)
      hand.pass(5000)
      #expect(hand.told.last == "800 finished" && hand.status == .paused && hand.current == third)
      hand.play()
      hand.pass(5000)
      #expect(hand.session.state == .idle)
      hand.session.setSleep(.sentence)
      #expect(hand.session.player.sleep == nil)
    }
  }

  @Test func aTextSaidInBetweenIsNoChapter() async {
    await ManualSession.play { hand in
      hand.read("One two.")
      let second = hand.read("Three.")
      hand.session.setSleep(.chapters(1))
      hand.pass(100)
      hand.say("Hello.")
      hand.pass(10_000)
      #expect(hand.status == .paused && hand.current == second)
      #expect(hand.heard == "OHello.ne two.", "\(hand.heard)")
    }
  }

  @Test func aRepeatedTextIsOneChapterAfterTheOther_S3_25() async {
    await ManualSession.play { hand in
      hand.read("One.")
      hand.send(.setLoop(.track))
      hand.session.setSleep(.chapters(3))
      hand.pass(10_000)
      #expect(hand.told.count { $0.hasSuffix("finished") } == 3 && hand.reason == "sleep-timer")
    }
  }

  // MARK: Time

  @Test func theSoundFadesAndTheReadingPauses() async {
    await ManualSession.play { hand in
      hand.session.sleeper.fade = .seconds(3)
      hand.read((1...30).map { "Sentence number \($0)." }.joined(separator: " "))
      hand.pass(500)
      hand.session.setSleep(.time(.seconds(6)))
      #expect(hand.session.sleepRemaining == 6_000_000)
      hand.pass(2990)
      #expect(hand.output.fades.isEmpty)
      hand.pass(20)
      #expect(hand.output.fades == [0] && (2900...2950).contains(hand.output.fadeTimes[0]))
      hand.pass(2980)
      #expect(hand.status == .playing)
      hand.pass(20)
      #expect(hand.reason == "sleep-timer" && hand.session.player.sleep == nil && hand.session.sleepRemaining == nil)
      #expect(hand.session.snapshot.volume == 1)
      // The words of the fade are heard again, as loud as before.
      hand.forget()
      hand.pass(1000)
      hand.play()
      hand.pass(100)
      #expect(hand.output.fades == [0, 1])
      #expect(hand.told.contains { $0.hasSuffix("Sentence") }, "\(hand.told)")
    }
  }

  @Test func aTimerIsExtendedWhileTheSoundFades() async {
    await ManualSession.play { hand in
      hand.session.sleeper.fade = .seconds(3)
      hand.read((1...30).map { "Sentence number \($0)." }.joined(separator: " "))
      hand.session.setSleep(.time(.seconds(4)))
      hand.pass(2500)
      #expect(hand.output.fades == [0])
      hand.session.extendSleep(by: .seconds(600))
      hand.pass(100)
      #expect(hand.output.fades == [0, 1])
      hand.pass(10_000)
      #expect(hand.status == .playing)
      hand.session.setSleep(nil)
      #expect(hand.session.player.sleep == nil)
    }
  }

  @Test func aPauseTakesNothingOfTheTime() async {
    await ManualSession.play { hand in
      hand.read((1...30).map { "Sentence number \($0)." }.joined(separator: " "))
      hand.session.setSleep(.time(.seconds(20)))
      hand.pass(5000)
      hand.pause()
      hand.pass(600_000)
      #expect(hand.session.sleepRemaining == 15_000_000)
      hand.play()
      hand.pass(14_990)
      #expect(hand.status == .playing)
      hand.pass(20)
      #expect(hand.reason == "sleep-timer")
    }
  }

  @Test func aCallTakesNothingOfTheTimeEither_S3_23() async {
    await ManualSession.play { hand in
      hand.read((1...30).map { "Sentence number \($0)." }.joined(separator: " "))
      hand.session.setSleep(.time(.seconds(20)))
      hand.pass(5000)
      hand.call()
      hand.pass(60_000)
      hand.endCall()
      #expect(hand.session.sleepRemaining == 15_000_000)
    }
  }

  @Test func inTheMorningTheTimerIsForgotten() async {
    await ManualSession.play { hand in
      hand.read((1...30).map { "Sentence number \($0)." }.joined(separator: " "))
      hand.session.setSleep(.time(.seconds(20)))
      hand.pass(1000)
      hand.pause()
      hand.pass(8 * 3_600_000)
      hand.play()
      hand.pass(30_000)
      #expect(hand.status == .playing && hand.session.player.sleep == nil)
    }
  }

  @Test func extendingWithoutATimerSetsOne() async {
    await ManualSession.play { hand in
      hand.read((1...30).map { "Sentence number \($0)." }.joined(separator: " "))
      hand.session.extendSleep(by: .seconds(2))
      hand.pass(1000)
      hand.session.extendSleep(by: .seconds(1))
      #expect(hand.session.sleepRemaining == 2_000_000)
      hand.session.extendSleep(by: .seconds(-5))
      hand.pass(10)
      #expect(hand.reason == "sleep-timer")
    }
  }

  @Test func anotherTimerTakesThePlaceOfTheFirst() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.session.setSleep(.time(.seconds(1)))
      hand.pass(500)
      hand.session.setSleep(.paragraph)
      hand.pass(10_000)
      #expect(hand.told.last == "2000 paused (sleep-timer)")
    }
  }

  @Test func atTwiceTheRateHalfOfTheTimeIsLeft() async {
    await ManualSession.play { hand in
      hand.send(.setRate(2))
      hand.read(Self.text)
      hand.pass(50)
      hand.session.setSleep(.paragraph)
      hand.pass(100)
      let left = hand.session.sleepRemaining ?? 0
      #expect((840_000...860_000).contains(left), "\(left)")
      hand.pass(5000)
      #expect(hand.reason == "sleep-timer" && (1970...2030).contains(hand.position), "\(hand.position)")
    }
  }

  @Test func stopEndsTheTimer() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.session.setSleep(.time(.seconds(1)))
      hand.send(.stop)
      hand.play()
      hand.pass(10_000)
      #expect(hand.told.last?.hasSuffix("finished") == true)
    }
  }

  // MARK: Where it was set

  @Test func backLeadsToTheSentenceInWhichTheTimerWasSet() async throws {
    try await ManualSession.play { hand in
      hand.read(Self.text)
      hand.read("Seven. Eight.")
      hand.pass(1200)
      hand.session.setSleep(.time(.seconds(3)))
      hand.pass(10_000)
      #expect(hand.reason == "sleep-timer")
      hand.forget()
      try hand.session.goBackToSleepPlace()
      hand.pass(100)
      #expect(hand.told.contains("11200 Three"), "\(hand.told)")
      #expect(hand.status == .playing)
    }
  }

  @Test func withoutATimerThereIsNoWayBack() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(100)
      #expect(throws: ReadingError.self) { try hand.session.goBackToSleepPlace() }
    }
  }
}
