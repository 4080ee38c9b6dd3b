import Glibc
import Synchronization
import Testing

@testable import Realtime

/// Tests with two real threads, for which these types are made. Waiting yields, since the other core may be busy.
@Suite(.serialized, .timeLimit(.minutes(5))) struct TwoThreadTests {
  final class Box: Sendable {
    let clock = AudibleClock()
    let ring = SampleRing(capacity: 1024)
    let stop = Atomic<Bool>(false)
  }

  static func thread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Body {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var id = pthread_t()
    pthread_create(
      &id, nil,
      {
        Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(Body(body)).toOpaque())
    return id
  }

  @Test func theClockIsNeverTorn() {
    let box = Box()
    let writer = Self.thread {
      var n: UInt64 = 1
      while !box.stop.load(ordering: .relaxed) {
        box.clock.publish(
          .init(
            before: n, after: n &* 3, runStart: n &* 5, timing: .init(nanoseconds: Int64(n) &* 7, latency: Int64(n))))
        n &+= 1
        if n % 4096 == 0 { sched_yield() }
      }
    }
    var torn = 0
    var last: UInt64 = 0
    for round in 0..<2_000_000 {
      let snapshot = box.clock.read()
      let n = snapshot.before
      if snapshot.after != n &* 3 || snapshot.runStart != n &* 5 || snapshot.timing.nanoseconds != Int64(n) &* 7
        || snapshot.timing.latency != Int64(n) || n < last
      {
        torn += 1
      }
      last = n
      if round % 4096 == 0 { sched_yield() }
    }
    box.stop.store(true, ordering: .relaxed)
    pthread_join(writer, nil)
    #expect(torn == 0)
    #expect(last > 0)
  }

  @Test func everySampleArrivesOnceAndInOrder() {
    let box = Box()
    let total = 3_000_000
    let writer = Self.thread {
      var next = 0
      var block = [Float](repeating: 0, count: 300)
      while next < total {
        let count = min(300, total - next)
        for i in 0..<count { block[i] = Float((next + i) & 0xFFFFF) }
        var done = 0
        while done < count {
          done += box.ring.write(block.span.extracting(done..<count))
          if done < count { sched_yield() }
        }
        next += count
      }
    }
    var expected = 0
    var wrong = 0
    var out = [Float](repeating: 0, count: 256)
    while expected < total {
      let portion = out.withUnsafeMutableBufferPointer { box.ring.consume(into: $0.baseAddress!, frames: 256) }
      if portion.first != UInt64(expected) || portion.jumped { wrong += 1 }
      for i in 0..<portion.count where out[i] != Float((expected + i) & 0xFFFFF) { wrong += 1 }
      expected += portion.count
      if portion.count == 0 { sched_yield() }
    }
    pthread_join(writer, nil)
    #expect(wrong == 0)
  }

  /// A seek: old samples are dropped during playback, and their room is reused at once.
  @Test func aDiscardDropsOnlyWhatIsOldAndFreesItsRoom() {
    let box = Box()
    let seeks = 20_000
    let writer = Self.thread {
      for seek in 1...seeks {
        box.ring.discard()
        let block = (0..<400).map { Float(seek * 512 + $0) }
        var done = 0
        while done < 400 {
          done += box.ring.write(block.span.extracting(done..<400))
          if done < 400 { sched_yield() }
        }
        if seek % 64 == 0 { sched_yield() }
      }
      box.stop.store(true, ordering: .releasing)
    }
    var out = [Float](repeating: 0, count: 64)
    var last = 0
    var wrong = 0
    while true {
      let stopped = box.stop.load(ordering: .acquiring)
      let portion = out.withUnsafeMutableBufferPointer { box.ring.consume(into: $0.baseAddress!, frames: 64) }
      if portion.count == 0 {
        if stopped { break }
        sched_yield()
      }
      for i in 0..<portion.count {
        let value = Int(out[i])
        if value / 512 == last / 512 ? value != last + 1 : value <= last || value % 512 != 0 { wrong += 1 }
        last = value
      }
    }
    pthread_join(writer, nil)
    #expect(wrong == 0)
    #expect(last == seeks * 512 + 399)
  }

  @Test func aFullRingTakesNewContentAfterADiscardAlthoughNobodyReads() {
    let ring = SampleRing(capacity: 64)
    #expect(ring.write([Float](repeating: 1, count: 100).span) == 64)
    ring.discard()
    #expect(ring.free == 64 && ring.readable == 0 && ring.readIndex == 64)
    #expect(ring.write([Float](repeating: 2, count: 100).span) == 64)
    var out = [Float](repeating: 0, count: 64)
    let portion = out.withUnsafeMutableBufferPointer { ring.consume(into: $0.baseAddress!, frames: 64) }
    #expect(portion == .init(first: 64, count: 64, jumped: true))
    #expect(out.allSatisfy { $0 == 2 })
  }
}
