import EventLoop
import Playback
import Speech
import Testing

@testable import Reading
@testable import ReadingSupport

/// Sound whose rate changes between two runs.
@Suite(.timeLimit(.minutes(1)))
struct PlayoutTests {
  private static let frames = 2205

  @Core
  private static func phrase(_ value: Int16, to playout: Playout) {
    playout.write([Int16](repeating: value, count: frames)[...], gain: 1)
    playout.endRun(gain: 1)
  }

  @Test func eachPhraseMayHaveARateOfItsOwn() async {
    let streams = await ManualSession.value {
      let clock = ManualScheduler()
      let output = ManualOutput(scheduler: clock, events: Relay())
      let playout = Playout(output: output, scheduler: clock)
      playout.begin(epoch: 1, media: 0, rate: 1, format: nil)
      Self.phrase(1000, to: playout)
      playout.change(rate: 0.5, gain: 1)
      Self.phrase(2000, to: playout)
      playout.change(rate: 1, gain: 1)
      Self.phrase(3000, to: playout)
      return (0...3).map { playout.stream(of: Frame($0 * Self.frames)) }
    }
    let known = streams.compactMap { $0.map(Int.init) }
    #expect(known.count == 4)
    guard known.count == 4 else { return }
    #expect(known[1] - known[0] == Self.frames)
    // A stretch is right to some milliseconds.
    #expect(abs(known[2] - known[1] - 2 * Self.frames) < 441)
    #expect(known[3] - known[2] == Self.frames)
  }

  /// The stream frame after three pieces of a run.
  @Core
  private static func end(changing: Bool) -> UInt64 {
    let clock = ManualScheduler()
    let output = ManualOutput(
      scheduler: clock, events: Relay(), format: FrameFormat(sampleRate: 48_000, channels: 2))
    let playout = Playout(output: output, scheduler: clock)
    playout.begin(epoch: 1, media: 0, rate: 1, format: FrameFormat(sampleRate: 22_050, channels: 1))
    for _ in 0..<3 {
      playout.write([Int16](repeating: 1000, count: 1001)[...], gain: 1)
      if changing { playout.change(rate: 1, gain: 1) }
    }
    return playout.end
  }

  @Test func theSameRateGoesOnInTheSameRun() async {
    let (changed, plain) = await ManualSession.value {
      (Self.end(changing: true), Self.end(changing: false))
    }
    #expect(changed == plain && plain > 0)
  }
}
