import Documents
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// A whole session, from the text to the frames of the output, without a desktop and without waiting.
@Suite(.timeLimit(.minutes(1)))
struct SessionByHandTests {
  private static let text = "One two. Three four."

  @Test func everyWordIsToldWhenItIsHeard() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(5000)
      #expect(hand.told == ["0 started", "0 One", "400 two.", "900 Three", "1500 four.", "2000 finished"])
      // Nineteen letters and a gap.
      #expect(hand.output.taken.count == 20 * CountingVoice.framesPerLetter)
      #expect(hand.heard == "One two.|Three four.")
    }
  }

  @Test func aSleepTimerEndsTheReadingWithTheSentence() async {
    await ManualSession.play { hand in
      hand.read(Self.text)
      hand.pass(200)
      hand.session.setSleep(.sentence)
      hand.pass(10_000)
      #expect(hand.told == ["0 started", "0 One", "400 two.", "800 paused (sleep-timer)"])
      #expect(hand.output.fades == [0])
    }
  }
}
