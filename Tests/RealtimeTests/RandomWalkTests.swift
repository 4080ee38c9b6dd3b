import DesktopSupport
import Testing

@testable import Realtime

/// Random orders, writes, discards and cycle lengths, checked against the invariants.
@Suite(.timeLimit(.minutes(5))) struct RandomWalkTests {
  @Test(arguments: 0..<40) func aRandomWalkKeepsEveryPromise(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 977 &+ 1)
    let bench = Bench(capacity: 2048)
    var written: UInt64 = 0
    var expectedRead: UInt64 = 0
    var discard: UInt64 = 0
    var last: Float = 0
    var silentSince = 0
    for _ in 0..<4000 {
      switch random.next() % 12 {
      case 0...4:
        let count = Int(random.next() % 700)
        // A slow triangle, whose own steps are far smaller than a click.
        let block = (0..<count).map { Float(abs(Int((written + UInt64($0)) % 2000) - 1000)) / 1000 - 0.5 }
        let taken = bench.write(block)
        #expect(taken == min(count, 2048 - Int(written - max(expectedRead, discard))))
        written += UInt64(taken)
      case 5:
        bench.ring.discard()
        discard = written
      case 6: bench.order(sound: true)
      case 7: bench.order(sound: false)
      default:
        let frames = 1 + Int(random.next() % 300)
        let before = max(expectedRead, discard)
        let (samples, news) = bench.cycle(frames)
        let read = bench.ring.readIndex
        #expect(read >= before && read <= written && read - before <= UInt64(frames))
        if bench.shared.pointee.order.sound {
          #expect(read - before == min(UInt64(frames), written - before), "sound takes all it can get")
          #expect(bench.acknowledgement.order == bench.shared.pointee.order, "sound is obeyed at once")
          silentSince = 0
        } else {
          silentSince += frames
          if silentSince > 700 {
            #expect(bench.acknowledgement.order == bench.shared.pointee.order, "obeyed after ramp and bridge")
            #expect(read == before)
          }
        }
        if news.contains(.obeyed) { #expect(bench.acknowledgement.frame <= read) }
        for sample in samples {
          #expect(abs(sample - last) < 0.045 && abs(sample) < 1.1, "nothing clicks")
          last = sample
        }
        let clock = bench.shared.pointee.clock.read()
        #expect(clock.runStart <= clock.before && clock.before <= clock.after && clock.after <= written)
        expectedRead = read
      }
      #expect(bench.ring.writeIndex == written)
    }
  }
}
