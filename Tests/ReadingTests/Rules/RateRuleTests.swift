import Documents
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The rate, which changes while a text is heard, and the volume.
@Suite(.timeLimit(.minutes(1)))
struct RateRuleTests {
  private static let text = "One two. Three four five. Six seven."
  private static let words = ["One", "two.", "Three", "four", "five.", "Six", "seven."]

  @Core
  private static func heardWords(_ hand: ManualSession) -> [String] {
    hand.told.map { String($0.split(separator: " ")[1]) }.filter { words.contains($0) }
  }

  @Test(arguments: [0.25, 0.7, 2, 4, 6]) func everyWordIsToldOnceAtEveryRate_S3_07_S3_27(rate: Double) async {
    await ManualSession.play { hand in
      hand.send(.setRate(rate))
      hand.read(Self.text)
      hand.pass(30_000)
      #expect(Self.heardWords(hand) == Self.words && hand.told.last?.hasSuffix("finished") == true)
      let end = Int64(hand.told.last?.split(separator: " ").first ?? "") ?? 0
      // 3.6 s, and what the stretch rounds in each sentence.
      #expect(abs(Double(end) - 3600 / rate) < 60 + 60 / rate, "\(end)")
    }
  }

  @Test func aChangeAtTheFirstWordSaysItOnce_S3_07() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(0)
      #expect(Self.heardWords(hand) == ["One"])
      hand.send(.setRate(2))
      hand.send(.setRate(3))
      hand.pass(5000)
      #expect(Self.heardWords(hand) == Self.words, "\(hand.told)")
    }
  }

  @Test func aChangeWithinAWordSaysNothingTwice_S3_07() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      for (time, rate) in [(150, 2.0), (130, 0.5), (700, 3), (90, 1), (400, 1.3)] {
        hand.pass(time)
        let before = hand.session.position
        hand.send(.setRate(rate))
        let after = hand.session.position
        #expect(after >= before && after - before < 60_000, "\(before), \(after) at \(rate)")
      }
      hand.pass(30_000)
      #expect(Self.heardWords(hand) == Self.words)
      #expect(!hand.told.contains { $0.contains(" at ") || $0.contains("paused") })
    }
  }

  @Test func aChangeWhilePausedKeepsThePlaceAndTheSilence_S3_07_S2_09() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(1100)
      hand.pause()
      hand.pass(100)
      let place = hand.session.position
      let taken = hand.output.taken.count
      for rate in [2.0, 0.25, 6, 1] {
        hand.send(.setRate(rate))
        hand.pass(500)
        #expect(hand.session.position == place)
      }
      #expect(hand.output.taken.count == taken)
      hand.play()
      hand.pass(10_000)
      #expect(hand.heard == "One two.|Three four five.|Six seven.")
    }
  }

  @Test func inASilenceTheRateMayChangeToo_S3_07() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(850)
      #expect(hand.session.state == .gap)
      hand.send(.setRate(2))
      hand.pass(10_000)
      #expect(Self.heardWords(hand) == Self.words)
    }
  }

  @Test func theRateOfADocumentStaysWithIt_X6_S2_28() async {
    await ManualSession.play { hand in
      hand.readBook(["One two three.", "Four."])
      hand.send(.setRate(2))
      #expect(hand.session.snapshot.rate == 2 && hand.session.player.globalRate == 1)
      hand.pass(200)
      hand.say("Hello.")
      #expect(hand.session.snapshot.rate == 1)
      hand.pass(800)
      #expect(hand.session.snapshot.rate == 2)
      // For everything at once: nothing has a rate of its own then.
      hand.send(.setRateOfAll(1.5))
      #expect(hand.session.snapshot.rate == 1.5 && hand.session.player.globalRate == 1.5)
    }
  }

  @Test func aVolumeIsSetAtTheOutputAndKept() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(200)
      hand.send(.setVolume(0.3))
      #expect(hand.output.volume == 0.3 && hand.session.snapshot.volume == 0.3)
      hand.send(.next(finishing: false))
      hand.send(.stop)
      hand.play()
      hand.pass(5000)
      #expect(hand.session.snapshot.volume == 0.3)
    }
  }

  @Test func theMixersVolumeIsTheListeners() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(3000)
      hand.output.mix(0.4)
      hand.pass(100)
      #expect(hand.session.snapshot.volume == 0.4)
    }
  }
}
