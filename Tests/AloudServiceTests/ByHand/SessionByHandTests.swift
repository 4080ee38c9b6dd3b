import EventLoop
import Playback
import Testing
import Vocabulary

@testable import AloudService

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// A complete session, from the text to the frames of the output, without a desktop and without waiting.
@Suite(.timeLimit(.minutes(1)))
struct SessionByHandTests {
  private func play(_ body: @Core (HandSession) -> Void) async {
    loop
    await Self.run(body)
  }

  @Core
  private static func run(_ body: @Core (HandSession) -> Void) { body(HandSession()) }

  private static let text = ["One two.", "Three four."]

  @Test func everyWordIsToldWhenItIsHeard() async {
    await play { hand in
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.told == ["0 started", "0 One", "400 two.", "900 Three", "1500 four.", "2000 finished"])
      // Nineteen letters and a gap.
      #expect(hand.output.taken.count == 20 * CountingVoice.framesPerLetter)
    }
  }

  @Test func aPauseComesAtTheEndOfTheWordAndTheReadingGoesOnWithTheNextOne_S3_03() async {
    await play { hand in
      hand.read(Self.text)
      hand.pass(250)
      hand.session.pause(atEndOf: .word)
      hand.pass(10_000)
      #expect(hand.session.snapshot.status == .paused)
      #expect(hand.session.position == 400_000)
      #expect(hand.told == ["0 started", "0 One", "400 paused (mark)"])
      hand.session.send(.play)
      hand.pass(5000)
      #expect(
        hand.told.dropFirst(3) == [
          "10250 resumed", "10250 two.", "10750 Three", "11350 four.", "11850 finished",
        ])
    }
  }

  @Test func aSleepTimerEndsTheReadingWithTheSentence() async {
    await play { hand in
      hand.read(Self.text)
      hand.pass(200)
      hand.session.setSleep(.sentence)
      hand.pass(10_000)
      #expect(hand.told == ["0 started", "0 One", "400 two.", "800 paused (sleep-timer)"])
      #expect(hand.output.fades == [0])
    }
  }

  @Test func aSentenceThatCannotBeSpokenIsLeftOut() async {
    await play { hand in
      hand.voice.failures["One two."] = SynthesisError(kind: .unspeakable, message: "it stalled")
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.told == ["0 failed: it stalled", "0 started", "100 Three", "700 four.", "1200 finished"])
    }
  }

  @Test func anEngineThatIsGivenUpPausesAndPlayTriesAgain() async {
    await play { hand in
      hand.voice.failures["Three four."] = SynthesisError(kind: .givenUp, message: "it crashes")
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.session.snapshot.status == .paused)
      #expect(hand.session.lastError == "it crashes")
      hand.voice.failures = [:]
      hand.session.send(.play)
      hand.pass(5000)
      #expect(hand.told.last == "7000 finished")
      #expect(hand.session.lastError == "")
    }
  }
}
