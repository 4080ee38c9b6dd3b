import DesktopSupport
import Speech
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5)))
struct FrameTests {
  @Test func anyTimeFromOutsideBecomesAPlace() {
    for time in [.min, .min + 1, -1] as [Microseconds] { #expect(time.asPlace == 0) }
    for time in [.max, .max - 1, .longestSound + 1] as [Microseconds] { #expect(time.asPlace == .longestSound) }
    for time in [0, 1, .longestSound] as [Microseconds] { #expect(time.asPlace == time) }
    #expect(Microseconds(clamping: .nan) == 0 && Microseconds(clamping: 1.9) == 1 && Microseconds(clamping: -1.9) == -1)
    for number in [0x1p63, .infinity, .greatestFiniteMagnitude] { #expect(Microseconds(clamping: number) == .max) }
    for number in [-0x1p64, -.infinity] { #expect(Microseconds(clamping: number) == .min) }
  }

  @Test func aSilenceThatWasKeptIsNeverLongerThanTheLongest() {
    let gaps = Timeline.Gaps(leadingDelay: .max, trailingDelay: .max, sentence: .max, paragraph: .max)
    var timeline = Timeline(gaps: gaps, assumedFramesPerScalar: 1)
    for sentence in 0..<1000 { timeline.append(scalars: .max, endsParagraph: sentence % 2 == 0) }
    timeline.complete()
    #expect(timeline.length > 0 && timeline.place(at: .max) == .end)
  }

  static let rates = [8000, 11025, 16000, 22050, 24000, 44100, 48000, 96000].map { SampleRate(hertz: $0) }

  @Test(arguments: rates)
  func settingAPositionThatWasReadLandsOnTheSameFrame(rate: SampleRate) {
    var generator = SeededGenerator(seed: UInt64(rate.hertz))
    let hundredHours = Frame(rate.hertz) * 360_000
    let chance = (0..<2000).map { _ in Frame.random(in: 0...hundredHours, using: &generator) }
    for frame in Array(0...2000) + chance {
      let position = frame.microseconds(at: rate)
      #expect(Frame(microseconds: position, at: rate) == frame)
      #expect(Frame(microseconds: position - 1, at: rate) == frame - 1)
    }
  }

  @Test(arguments: rates)
  func framesAndMicrosecondsGrowTogether(rate: SampleRate) {
    for frame in Frame(-3000)..<3000 {
      #expect(frame.microseconds(at: rate) < (frame + 1).microseconds(at: rate))
    }
    for position in (-3000..<3000).map({ Microseconds($0) }) {
      #expect(Frame(microseconds: position, at: rate) <= Frame(microseconds: position + 1, at: rate))
    }
  }

  @Test(
    arguments: [
      (0, 0), (1, 0), (45, 0), (46, 1), (1_000_000, 22050), (999_999, 22049), (-1, -1), (-1_000_000, -22050),
      (3_600_000_000, 79_380_000),
    ] as [(Microseconds, Frame)])
  func aPositionFallsIntoTheFrameThatSoundsThen(microseconds: Microseconds, frame: Frame) {
    #expect(Frame(microseconds: microseconds, at: .usual) == frame)
  }

  @Test func thePositionsOfAnyClientAreTaken() {
    #expect(Frame(microseconds: .max, at: SampleRate(hertz: 192_000)) > 0)
    #expect(Frame(microseconds: .min, at: SampleRate(hertz: 192_000)) < 0)
  }
}
