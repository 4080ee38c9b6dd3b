import Testing

@testable import Realtime

/// The slow change of loudness, independent of the listener's volume.
@Suite(.timeLimit(.minutes(1)))
struct FadeTests {
  private static let ones = [Float](repeating: 1, count: 8192)

  /// A kernel in the middle of loud content.
  private static func sounding(channels: Int = 1) -> Bench {
    let bench = Bench(capacity: 16_384, channels: channels)
    for _ in 0..<2 { bench.write(ones) }
    bench.order(sound: true)
    _ = bench.cycle()
    return bench
  }

  @Test func withoutAFadeSamplesPassUnchanged() {
    #expect(Self.sounding().cycle().samples.allSatisfy { $0 == 1 })
  }

  @Test func aFadeFallsEvenlyAndEndsInSilenceAfterSoManyFrames() {
    let bench = Self.sounding()
    bench.shared.pointee.fade = FadeOrder(toCubic: 0, frames: 1000)
    let samples = (0..<5).flatMap { _ in bench.cycle().samples }
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.004 })
    #expect(samples[0] > 0.99 && samples[998] > 0 && samples[999...].allSatisfy { $0 == 0 })
    // The third power sounds even: half way, an eighth of the amplitude is left.
    #expect(abs(samples[499] - 0.125) < 0.002)
    // Content is consumed as usual.
    #expect(bench.ring.readIndex == 6 * 256)
  }

  @Test func aFadeThatIsTakenBackRisesFromWhereItIs() {
    let bench = Self.sounding()
    bench.shared.pointee.fade = FadeOrder(toCubic: 0, frames: 1024)
    let fallen = (0..<2).flatMap { _ in bench.cycle().samples }
    bench.shared.pointee.fade = FadeOrder(toCubic: 1, frames: 256)
    let risen = (0..<2).flatMap { _ in bench.cycle().samples }
    #expect(risen[0] >= fallen.last! && risen[0] - fallen.last! < 0.02)
    #expect(zip(risen, risen.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(risen[256...].allSatisfy { $0 == 1 })
  }

  @Test func aFadeStandsStillInSilenceAndOutlivesIt() {
    let bench = Self.sounding()
    bench.shared.pointee.fade = FadeOrder(toCubic: 0, frames: 1024)
    _ = bench.cycle()
    bench.order(sound: false)
    for _ in 0..<20 { _ = bench.cycle() }
    bench.order(sound: true)
    // After 256 frames and the ramp down, three quarters of the level are left.
    let level = 1 - Float(256 + 2 * RenderKernel.rampFrames) / 1024
    let sample = bench.cycle(RenderKernel.rampFrames + 1).samples.last!
    #expect(abs(sample - level * level * level) < 0.02, "\(sample)")
  }

  @Test func allChannelsFadeAlike() {
    let bench = Self.sounding(channels: 2)
    bench.shared.pointee.fade = FadeOrder(toCubic: 0, frames: 500)
    let samples = bench.cycle().samples
    for frame in 0..<256 { #expect(samples[2 * frame] == samples[2 * frame + 1]) }
  }

  @Test func theSameOrderChangesNothing() {
    let bench = Self.sounding()
    bench.shared.pointee.fade = FadeOrder(toCubic: 0, frames: 512)
    _ = bench.cycle()
    bench.shared.pointee.fade = FadeOrder(toCubic: 0, frames: 512)
    #expect(bench.cycle().samples.last == 0)
  }
}
