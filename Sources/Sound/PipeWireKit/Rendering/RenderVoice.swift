import CPipeWire
import EventLoop
import Glibc
import Realtime

/// The data thread's part of an output: everything that `process` uses, and nothing else does.
///
/// Owned by the data thread while a stream runs, by the core loop while none exists.
struct RenderVoice: ~Copyable {
  var kernel: RenderKernel
  var stream: OpaquePointer?
  /// Frames per second. It changes only while there is no stream.
  var sampleRate: Int64
  let channels: Int
  let wakeDescriptor: CInt

  /// One cycle. No lock, no allocation, no log, no reference count.
  mutating func process() {
    guard let stream, let buffer = pw_stream_dequeue_buffer(stream) else { return }
    guard let data = buffer.pointee.buffer.pointee.datas, let base = data.pointee.data else { return }
    let stride = channels * MemoryLayout<Float>.stride
    var frames = Int(data.pointee.maxsize) / stride
    // Frames beyond the request would only add latency. If nothing is requested, there is no resampler, and a small
    // amount is enough.
    frames = min(frames, buffer.pointee.requested == 0 ? 1024 : Int(buffer.pointee.requested))
    var time = pw_time()
    pw_stream_get_time_n(stream, &time, MemoryLayout<pw_time>.size)

    let wake = kernel.render(
      into: base.assumingMemoryBound(to: Float.self), frames: frames,
      timing: CycleTiming(nanoseconds: time.now, latency: latency(time)))

    if let chunk = data.pointee.chunk {
      chunk.pointee.offset = 0
      chunk.pointee.stride = Int32(truncatingIfNeeded: stride)
      chunk.pointee.size = UInt32(truncatingIfNeeded: frames * stride)
    }
    buffer.pointee.size = UInt64(frames)
    pw_stream_queue_buffer(stream, buffer)
    if wake {
      var one: UInt64 = 1
      _ = write(wakeDescriptor, &one, 8)  // fails only when the counter is full, and then the loop is awake anyway
    }
  }

  /// For ``NodeStream``; the context is a pointer to a voice.
  @Core static let events = NodeStream.makeProcessEvents { context in
    context!.assumingMemoryBound(to: RenderVoice.self).pointee.process()
  }

  /// Frames from the first one of this cycle to the ear: device and graph, then the frames that wait before it.
  private func latency(_ time: pw_time) -> Int64 {
    // After a flush `queued` underflows. It is read as signed, and values beyond four seconds are ignored.
    func clamped(_ value: Int64) -> Int64 { max(0, min(value, 4 * sampleRate)) }
    let waiting =
      clamped(Int64(bitPattern: time.queued)) &+ clamped(Int64(bitPattern: time.buffered))
    guard time.rate.denom != 0, time.delay > 0 else { return waiting }
    let seconds = Double(time.delay) * Double(time.rate.num) / Double(time.rate.denom)
    return waiting &+ Int64(min(seconds, 4) * Double(sampleRate))
  }
}
