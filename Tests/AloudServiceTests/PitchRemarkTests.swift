import AloudAPI
import Speech
import Testing

@testable import AloudService

/// The remark about a pitch that the configuration asks for and a voice does not have.
struct PitchRemarkTests {
  private static func voice(hasOnePitch: Bool) -> Voice {
    Voice("neural:heart", name: "Heart", languages: [.init(tag: "en-us", priority: 5)], hasOnePitch: hasOnePitch)
  }

  @Test(arguments: [(50, 50, false), (70, 50, true), (50, 0, true)])
  func aPitchThatIsNotHeardIsRemarked(pitch: Int, range: Int, isTold: Bool) {
    let configuration = VoiceConfiguration(voice: "neural:heart", pitch: pitch, range: range)
    let one = Diagnosis.speakingStep(configuration, Self.voice(hasOnePitch: true))
    #expect(
      one.isWell && one.detail.hasSuffix("; it \(OnePitch.predicate)") == isTold && one.cure.isEmpty != isTold, "\(one)"
    )
    let all = Diagnosis.speakingStep(configuration, Self.voice(hasOnePitch: false))
    #expect(all.isWell && all.detail == "neural:heart speaks, at 175 wpm" && all.cure.isEmpty)
    #expect(Diagnosis.speakingStep(configuration, nil).detail == all.detail)
  }
}
