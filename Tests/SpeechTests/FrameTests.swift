import DesktopSupport
import Speech
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FrameTests {
  static let sampleRates = [8000, 11025, 16000, 22050, 24000, 44100, 48000, 96000]

  @Test(arguments: sampleRates)
  func settingAPositionThatWasReadLandsOnTheSameFrame(sampleRate: Int) {
    var generator = SeededGenerator(seed: UInt64(sampleRate))
    let hundredHours = Frame(sampleRate) * 360_000
    let chance = (0..<2000).map { _ in Frame.random(in: 0...hundredHours, using: &generator) }
    for frame in Array(0...2000) + chance {
      let position = frame.microseconds(sampleRate: sampleRate)
      #expect(Frame(microseconds: position, sampleRate: sampleRate) == frame)
      #expect(Frame(microseconds: position - 1, sampleRate: sampleRate) == frame - 1)
    }
  }

  @Test(arguments: sampleRates)
  func framesAndMicrosecondsGrowTogether(sampleRate: Int) {
    for frame in Frame(-3000)..<3000 {
      #expect(frame.microseconds(sampleRate: sampleRate) < (frame + 1).microseconds(sampleRate: sampleRate))
    }
    for position in Int64(-3000)..<3000 {
      #expect(
        Frame(microseconds: position, sampleRate: sampleRate)
          <= Frame(microseconds: position + 1, sampleRate: sampleRate))
    }
  }

  @Test(
    arguments: [
      (0, 0), (1, 0), (45, 0), (46, 1), (1_000_000, 22050), (999_999, 22049), (-1, -1), (-1_000_000, -22050),
      (3_600_000_000, 79_380_000),
    ] as [(Int64, Frame)])
  func aPositionFallsIntoTheFrameThatSoundsThen(microseconds: Int64, frame: Frame) {
    #expect(Frame(microseconds: microseconds, sampleRate: 22050) == frame)
  }

  @Test func thePositionsOfAnyClientAreTaken() {
    #expect(Frame(microseconds: .max, sampleRate: 192_000) > 0)
    #expect(Frame(microseconds: .min, sampleRate: 192_000) < 0)
  }
}
