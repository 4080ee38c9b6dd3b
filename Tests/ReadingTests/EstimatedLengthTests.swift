import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The lengths of texts whose voice tells none before it has spoken.
@Suite(.timeLimit(.minutes(1)))
struct EstimatedLengthTests {
  /// Sentences with very different numbers of letters.
  private static func text(_ sentences: Range<Int>) -> String {
    sentences.map { "S" + String(repeating: "a", count: ($0 * 37) % 60) + "." }.joined(separator: " ")
  }

  /// Half of the guess by letters at the beginning, since this voice takes a tenth of a second for each.
  @Core private static func error(_ hand: ManualSession, _ track: Track) -> Double {
    let real = Double(
      CountingVoice.framesPerLetter * (0..<track.sentenceCount).reduce(0) { $0 + track.text(of: $1).count })
    let estimate = Double((0..<track.sentenceCount).reduce(0) { $0 + track.timeline.estimatedSpeech(of: $1) })
    return abs(estimate - real) / real
  }

  @Test func theNextTextHasTheLengthsOfItsVoice() async {
    await ManualSession.play { hand in
      hand.voice.effort = SpeechEffort(ahead: .zero, isMeasured: false)
      hand.read(Self.text(0..<30))
      let before = hand.track(Self.text(100..<130))
      #expect(Self.error(hand, before) > 0.2)
      hand.pass(200_000)
      #expect(hand.told.last?.hasSuffix("finished") == true && hand.voice.measured.isEmpty)
      hand.read(Self.text(200..<230), playing: false)
      hand.pass(1000)
      let track = hand.session.player.ids.last.flatMap { hand.session.track($0) }
      #expect(track.map { Self.error(hand, $0) < 0.05 } == true, "\(track.map { Self.error(hand, $0) } ?? 1)")
      // An estimate is never called exact.
      #expect(track?.timeline.isExact == false)
    }
  }

  /// In the middle of a text, whose beginning is an estimate that becomes better with each sentence.
  @Test func thePositionNeverGoesBack() async {
    await ManualSession.play { hand in
      hand.voice.effort = SpeechEffort(ahead: .zero, isMeasured: false)
      hand.read(Self.text(0..<60))
      hand.pass(1000)
      hand.send(.seek(to: 60_000_000))
      hand.pass(500)
      var last = hand.position
      for _ in 0..<600 {
        hand.pass(50)
        guard hand.status == .playing else { break }
        #expect(hand.position >= last)
        last = hand.position
      }
      #expect(last > 60_000)
    }
  }

  /// Lengths that an earlier run heard become exact when the voice has repeated some of them, and not if it says a text
  /// otherwise.
  @Test(arguments: [false, true]) func formerLengthsAreExactOnceTheVoiceRepeatsThem(repeats: Bool) async {
    await ManualSession.play { hand in
      hand.voice.effort = SpeechEffort(ahead: .zero, isMeasured: false)
      let track = hand.track(Self.text(0..<30))
      for sentence in 0..<30 {
        let frames = Frame(CountingVoice.framesPerLetter * track.text(of: sentence).count)
        track.measuring.former[sentence] = repeats || sentence == 1 ? frames : frames + 1
      }
      hand.add(track, playing: true)
      hand.pass(1000)
      #expect(!track.timeline.isExact)
      for _ in 0..<600 where track.measuring.former.count > 24 { hand.pass(100) }
      hand.pass(10_000)
      #expect(track.timeline.isExact == repeats && hand.status == .playing)
    }
  }

  /// A voice that is measured is not estimated: its lengths are exact in a moment.
  @Test func aMeasuredVoiceIsNotEstimated() async {
    await ManualSession.play { hand in
      hand.read(Self.text(0..<30))
      hand.pass(200_000)
      #expect(hand.voice.measured.count >= 30)
      let track = hand.track(Self.text(100..<130))
      #expect(track.measuring.fitted == 0)
    }
  }
}
