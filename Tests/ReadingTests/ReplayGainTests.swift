import EventLoop
import Playback
import Recordings
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Recordings with a replay gain are as loud as speech.
@Suite(.timeLimit(.minutes(1)))
struct ReplayGainTests {
  private func factor(_ gain: Double?, peak: Double? = nil) -> Double {
    var description = RecordingDescription(format: "MP3", sampleRate: 44_100, channels: 2)
    (description.gain, description.peak) = (gain, peak)
    return description.levelFactor
  }

  @Test(arguments: [(-20.0, 0.1), (-6.0206, 0.5), (-0.01, 0.998_849), (0, 1), (-7.25, 0.434_010), (-24, 0.063_096)])
  func decibelsAreAFactor(gain: Double, expected: Double) {
    #expect(abs(factor(gain) - expected) < 0.0003)
    #expect(abs(factor(-gain, peak: 0.001) * expected - 1) < 0.001)
  }

  @Test func nothingGetsBeyondFullScale() {
    #expect(factor(6, peak: 0.8) == 1.25 && abs(factor(6, peak: 0.25) - 1.9953) < 0.001)
    #expect(factor(6) == 1 && factor(6, peak: 0) == 1 && factor(6, peak: 1.5) == 1, "without a peak that is of use")
    #expect(abs(factor(-6, peak: 1.5) - 0.5012) < 0.001 && abs(factor(-6, peak: 1) - 0.5012) < 0.001)
  }

  @Test func aRecordingWithoutAGainIsAsItIs() {
    #expect(factor(nil) == 1 && factor(nil, peak: 0.1) == 1 && factor(.nan) == 1 && factor(.infinity) == 1)
  }

  @Test func aGainThatIsAMistakeIsBounded() {
    #expect(factor(-1000) == factor(-24) && factor(1e9, peak: 1e-6) == factor(24, peak: 1e-6))
  }

  private static func quiet() -> RecordingScript {
    var recording = RecordingScript(seconds: 2)
    recording.description.gain = -6.0206
    return recording
  }

  /// The factors on the samples that were heard, to a hundredth.
  @Core
  private func factors(_ rig: RecordingRig) -> Set<Int> {
    var factors: Set<Int> = []
    var frame: Frame = 0
    for sample in rig.hand.output.taken where sample != 0 {
      // The first samples are so low that the factor cannot be seen.
      if frame > 1000 { factors.insert(Int((sample / RecordingScript.sample(frame) * 100).rounded())) }
      frame += 1
    }
    return factors
  }

  @Test func itIsHeardAtItsLevel() async {
    await RecordingRig.play { rig in
      rig.add(Self.quiet())
      rig.hand.pass(5000)
      #expect(factors(rig) == [50])
    }
  }

  @Test func theListenerMayLeaveItAsItIs() async {
    await RecordingRig.play { rig in
      rig.hand.session.levelsRecordings = false
      rig.add(Self.quiet())
      rig.hand.pass(5000)
      #expect(factors(rig) == [100])
    }
  }

  @Test func itsPlacesAndTheSpeechBesideItAreAsTheyWere() async {
    await RecordingRig.play { rig in
      rig.add(Self.quiet())
      rig.add(RecordingScript(seconds: 1), at: "/music/plain.wav")
      rig.hand.pass(5000)
      #expect(rig.hand.output.taken.filter { $0 != 0 }.count == 3 * 22_050)
      let plain = rig.hand.output.taken.filter { $0 != 0 }.suffix(22_050)
      #expect(plain.compactMap { RecordingScript.frame($0) } == Array(0..<22_050))
    }
  }
}
