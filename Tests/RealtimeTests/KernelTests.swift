import Testing

@testable import Realtime

@Suite(.timeLimit(.minutes(5))) struct KernelTests {
  static let ones = [Float](repeating: 1, count: 4096)
  static let ramp = RenderKernel.rampFrames
  static let bridge = RenderKernel.bridgeFrames

  /// The sharpest bend of a curve: the largest change of its slope. A click is a sharp bend.
  static func sharpness(_ samples: [Float]) -> Float {
    let slopes = zip(samples, samples.dropFirst()).map { $1 - $0 }
    return zip(slopes, slopes.dropFirst()).map { abs($1 - $0) }.max() ?? 0
  }

  @Test func nothingSoundsBeforeItIsOrdered() {
    let bench = Bench()
    bench.write(Self.ones)
    #expect(bench.cycle().samples.allSatisfy { $0 == 0 })
    #expect(bench.ring.readIndex == 0)
  }

  @Test func soundRisesWithinARampAndSaysFromWhere() {
    let bench = Bench()
    bench.write(Self.ones)
    let order = bench.order(sound: true)
    let (samples, news) = bench.cycle()
    #expect(news.contains(.obeyed))
    #expect(bench.acknowledgement == Acknowledgement(order: order, frame: 0))
    #expect(samples[0] < 0.01 && samples[Self.ramp - 1] > 0.99 && samples[Self.ramp] == 1)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 0.05 })
    #expect(Self.sharpness([0] + samples) < 0.007)
  }

  @Test func silenceFallsWithinARampAndTakesNothingMore() {
    let bench = Bench()
    bench.write(Self.ones)
    bench.order(sound: true)
    _ = bench.cycle()
    let order = bench.order(sound: false)
    let (samples, news) = bench.cycle()
    #expect(news.contains(.obeyed))
    #expect(bench.acknowledgement == Acknowledgement(order: order, frame: 256 + UInt64(Self.ramp)))
    #expect(bench.ring.readIndex == 256 + UInt64(Self.ramp))
    #expect(samples[Self.ramp - 1] < 0.01 && samples[Self.ramp - 1] > 0)
    #expect(samples[Self.ramp...].allSatisfy { $0 == 0 })
    #expect(Self.sharpness([1, 1] + samples) < 0.007)
    #expect(bench.cycle().samples.allSatisfy { $0 == 0 })
    #expect(bench.ring.readIndex == 256 + UInt64(Self.ramp))
  }

  @Test(arguments: [0, 12]) func aPauseTakesNothingOfAPlaceThatWasSoughtBeforeItWasObeyed(ramped: Int) {
    let bench = Bench()
    bench.write(Self.ones)
    bench.order(sound: true)
    _ = bench.cycle()
    let order = bench.order(sound: false)
    var last: Float = 1
    if ramped > 0 { last = bench.cycle(ramped).samples.last! }
    bench.ring.discard()
    bench.write([Float](repeating: -1, count: 512))
    let (samples, news) = bench.cycle()
    #expect(news.contains(.obeyed))
    #expect(bench.acknowledgement == Acknowledgement(order: order, frame: 4096))
    #expect(bench.ring.readIndex == 4096)
    #expect(samples.allSatisfy { $0 >= 0 } && samples[Self.bridge...].allSatisfy { $0 == 0 })
    #expect(zip([last] + samples, samples).allSatisfy { $0 >= $1 && $0 - $1 < 0.05 })
  }

  @Test func aRampGoesOnOverShortCyclesAndIsAcknowledgedAtItsEnd() {
    let bench = Bench()
    bench.write(Self.ones)
    bench.order(sound: true)
    _ = bench.cycle()
    bench.order(sound: false)
    for _ in 0..<Self.ramp / 12 { #expect(!bench.cycle(12).news.contains(.obeyed)) }
    #expect(bench.cycle(12).news.contains(.obeyed))
    #expect(bench.acknowledgement.frame == 256 + UInt64(Self.ramp))
  }

  @Test func anOvertakenOrderIsNeverAcknowledgedAlone() {
    let bench = Bench()
    bench.write(Self.ones)
    bench.order(sound: true)
    _ = bench.cycle()
    bench.order(sound: false)
    let order = bench.order(sound: true)
    let (samples, news) = bench.cycle()
    #expect(news.contains(.obeyed))
    #expect(bench.acknowledgement == Acknowledgement(order: order, frame: 256))
    #expect(samples.allSatisfy { $0 == 1 }, "nothing is heard of it")
  }

  @Test func aDiscardIsBridgedWithoutAClick() {
    let bench = Bench()
    bench.write(Self.ones)
    bench.order(sound: true)
    _ = bench.cycle()
    bench.ring.discard()
    let place = bench.ring.writeIndex
    bench.write([Float](repeating: -1, count: 1024))
    let samples = bench.cycle().samples
    #expect(abs(samples[0] - 1) < 0.001 && samples[Self.bridge...].allSatisfy { $0 == -1 })
    #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 0.04 })
    #expect(bench.ring.readIndex == place + 256)
    #expect(bench.shared.pointee.clock.read().runStart == place)
  }

  @Test func theBeginningOfContentIsToldAlsoWhereTheOrderWasObeyedBefore() {
    let bench = Bench()
    bench.order(sound: true)
    #expect(!bench.cycle().news.contains(.began))
    bench.write(Self.ones)
    #expect(bench.cycle().news.contains(.began))
    #expect(!bench.cycle().news.contains(.began))
    bench.shared.pointee.ring.discard()
    bench.write(Self.ones)
    #expect(bench.cycle().news.contains(.began))
  }

  @Test func runningDryFadesAndIsCountedOnce() {
    let bench = Bench()
    bench.write([Float](repeating: 1, count: 400))
    bench.order(sound: true)
    _ = bench.cycle()
    let (samples, news) = bench.cycle()
    #expect(news.contains(.underrun))
    #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 0.02 })
    #expect(!bench.cycle().news.contains(.underrun))
    #expect(bench.shared.pointee.underruns == 1)
    bench.write(Self.ones)
    let back = bench.cycle().samples
    #expect(back[0] < 0.01 && back[Self.bridge] == 1)
    #expect(bench.ring.readIndex == 400 + 256)
  }

  @Test(arguments: [400, 512]) func theAnnouncedEndIsReachedAndNoUnderrun(end: Int) {
    let bench = Bench()
    bench.write([Float](repeating: 1, count: end))
    bench.shared.pointee.notify(at: UInt64(end))
    bench.order(sound: true)
    #expect(!bench.cycle().news.contains(.reached))
    #expect(bench.cycle().news.contains(.reached))
    #expect(bench.shared.pointee.reachedFrame == UInt64(end))
    for _ in 0..<3 { #expect(bench.cycle().news.isDisjoint(with: [.reached, .underrun])) }
    #expect(bench.shared.pointee.underruns == 0)
  }

  @Test func lowWaterIsSaidOnceUntilRefilled() {
    let bench = Bench()
    bench.shared.pointee.lowWater = 600
    bench.write([Float](repeating: 1, count: 1000))
    bench.order(sound: true)
    #expect(!bench.cycle().news.contains(.lowWater))
    #expect(bench.cycle().news.contains(.lowWater))
    #expect(!bench.cycle().news.contains(.lowWater))
    bench.write(Self.ones)
    #expect(!bench.cycle().news.contains(.lowWater))
    for _ in 0..<13 { _ = bench.cycle() }
    #expect(bench.cycle().news.contains(.lowWater))
  }

  @Test func aNewStreamBeginsWithARampAndBridgesNothing() {
    let bench = Bench()
    bench.write(Self.ones)
    bench.order(sound: true)
    _ = bench.cycle()
    bench.shared.pointee.prepareStart()
    let samples = bench.cycle().samples
    #expect(samples[0] < 0.01 && samples[64] == 1)
    #expect(bench.shared.pointee.clock.read().runStart == 256)
    #expect(bench.ring.readIndex == 512)
  }

  @Test func channelsStayApart() {
    let bench = Bench(channels: 2)
    bench.write((0..<2048).map { $0 % 2 == 0 ? 1 : -1 })
    bench.order(sound: true)
    let samples = bench.cycle().samples
    for frame in 0..<256 { #expect(samples[2 * frame] == -samples[2 * frame + 1]) }
    #expect(samples[300] == 1 && samples[301] == -1)
    #expect(bench.ring.readIndex == 256)
  }

  @Test func theAudibleFrameFollowsTheClockAndStopsAtTheRenderedEnd() {
    let bench = Bench()
    bench.latency = 480
    bench.write(Self.ones)
    bench.order(sound: true)
    _ = bench.cycle(480)
    let start = bench.now
    _ = bench.cycle(480)
    let snapshot = bench.shared.pointee.clock.read()
    #expect(snapshot.heard(at: start, rate: 48000) == 0)
    #expect(snapshot.heard(at: start + 5_000_000, rate: 48000) == 240)
    #expect(snapshot.heard(at: start + 1_000_000_000, rate: 48000) == 960)
    #expect(snapshot.heard(at: start - 1_000_000_000, rate: 48000) == 0)
    #expect(snapshot.instant(of: 480, rate: 48000) == start + 10_000_000)
    bench.order(sound: false)
    for _ in 0..<4 { _ = bench.cycle(480) }
    let paused = bench.shared.pointee.clock.read()
    let heard = paused.heard(at: bench.now, rate: 48000)
    #expect(heard == 960 + UInt64(Self.ramp), "it goes on to the last frame and stays there")
  }
}
