@testable import Realtime

/// A kernel with its shared memory, driven by the test.
final class Bench {
  let shared: UnsafeMutablePointer<RenderShared>
  private let kernel: UnsafeMutablePointer<RenderKernel>
  private(set) var now: Int64 = 1_000_000_000
  var latency: Int64 = 0
  var rate: Int64 = 48000

  init(capacity: Int = 8192, channels: Int = 1) {
    shared = .allocate(capacity: 1)
    shared.initialize(to: RenderShared(capacity: capacity, channels: channels))
    kernel = .allocate(capacity: 1)
    kernel.initialize(to: RenderKernel(shared: shared))
  }

  deinit {
    kernel.deinitialize(count: 1)
    kernel.deallocate()
    shared.deinitialize(count: 1)
    shared.deallocate()
  }

  @discardableResult
  func write(_ samples: [Float]) -> Int { shared.pointee.ring.write(samples.span) }

  @discardableResult
  func order(sound: Bool) -> Order {
    shared.pointee.order = shared.pointee.order.next(sound: sound)
    return shared.pointee.order
  }

  /// Renders one cycle and returns its samples and happenings.
  func cycle(_ frames: Int = 256) -> (samples: [Float], news: Happenings) {
    let channels = shared.pointee.ring.channels
    var output = [Float](repeating: 9, count: frames * channels)
    let woke = output.withUnsafeMutableBufferPointer {
      kernel.pointee.render(
        into: $0.baseAddress!, frames: frames, timing: CycleTiming(nanoseconds: now, latency: latency))
    }
    now += Int64(frames) * 1_000_000_000 / rate
    let news = shared.pointee.takeHappenings()
    precondition(woke == !news.isEmpty)
    return (output, news)
  }

  var acknowledgement: Acknowledgement { shared.pointee.acknowledgement }
  var ring: SampleRingView { SampleRingView(shared: shared) }

  struct SampleRingView {
    let shared: UnsafeMutablePointer<RenderShared>
    var readIndex: UInt64 { shared.pointee.ring.readIndex }
    var writeIndex: UInt64 { shared.pointee.ring.writeIndex }
    var free: Int { shared.pointee.ring.free }
    func discard() { shared.pointee.ring.discard() }
  }
}
