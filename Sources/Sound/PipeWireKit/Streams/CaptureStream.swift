import CPipeWire
public import EventLoop
import Glibc
import Realtime

/// Records the sound of a sink, mixed to one channel, with the time of each chunk.
///
/// For checks and tests. It reconnects by itself like ``AudioOutput``, and records until ``close()``.
@Core
public final class CaptureStream {
  /// The samples of one cycle of the graph.
  public struct Chunk: Sendable {
    /// The number of frames captured before, including those that a slow reader lost.
    public var firstFrame: UInt64
    /// The instant at which the first frame is heard.
    public var instant: Instant
    /// Frames per second.
    public var sampleRate: Int
    /// Samples in −1…1.
    public var samples: [Float]
  }

  private let sink: String?
  private let player: String?
  private let sampleRate: Int
  private let quantum: Int
  private let isPassive: Bool
  private let onChunk: @Core (Chunk) -> Void
  private var connection: Connection?
  private var stream: NodeStream?
  private let voice: UnsafeMutablePointer<CaptureVoice>
  private let buffer: CaptureMemory
  private let wakeDescriptor: CInt
  private var wakeSource: EventSource?

  /// - Parameters:
  ///   - sink: the node name of the sink to record; `nil` for the default one, whichever that is.
  ///   - player: the node name of a stream to record instead of a sink: the frames that it hands to the graph. A sink's
  ///     monitor is a cycle late, and loses frames in a change to shorter cycles.
  ///   - sampleRate: frames per second; the graph's own rate avoids a resampler.
  ///   - quantum: requested frames per chunk at 48,000 Hz; the graph may choose another number.
  ///   - isPassive: true to record only while another program keeps the sink running. The first chunk after a pause
  ///     holds the frames that were left over before it.
  ///   - onChunk: called in turns of their own.
  public init(
    sink: String? = nil, player: String? = nil, sampleRate: Int = 48000, quantum: Int = 1024, isPassive: Bool = false,
    scheduler: any Scheduler,
    onChunk: @escaping @Core (Chunk) -> Void
  ) throws(PipeWireError) {
    self.sink = sink
    self.player = player
    self.sampleRate = sampleRate
    self.quantum = quantum
    self.isPassive = isPassive
    self.onChunk = onChunk
    wakeDescriptor = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))
    precondition(wakeDescriptor >= 0, "no descriptor for the capture: errno \(errno)")
    buffer = CaptureMemory(capacity: 1 << 17)
    voice = .allocate(capacity: 1)
    voice.initialize(
      to: CaptureVoice(
        buffer: buffer.pointer, stream: nil, sampleRate: Int64(sampleRate), wakeDescriptor: wakeDescriptor))
    wakeSource = Core.loop.watch(wakeDescriptor, for: .readable) { [weak self] _ in self?.takeChunks() }
    connection = try Connection(
      properties: [PW_KEY_APP_NAME: "Aloud"], scheduler: scheduler, onChange: { [weak self] in self?.update() },
      onLost: { [weak self] in self?.dropStream() })
  }

  isolated deinit {
    close()
    Glibc.close(wakeDescriptor)
    voice.deallocate()
  }

  /// Ends the recording; waiting chunks are not delivered.
  public func close() {
    wakeSource?.cancel()
    dropStream()  // the data thread leaves the voice before it goes
    connection?.close()
    connection = nil
  }

  /// True while the graph delivers sound.
  public var isRunning: Bool { stream?.state == .streaming }

  private func update() {
    guard let connection, connection.status == .ready, connection.graph.hasSessionManager,
      !connection.graph.sinks.isEmpty
    else { return dropStream() }
    guard stream == nil, let core = connection.core else { return }
    let voice = voice
    stream = try? NodeStream(
      core: core, properties: properties, name: "Monitor",
      format: .init(direction: SPA_DIRECTION_INPUT, rate: sampleRate, channels: CaptureVoice.channels),
      process: .init(events: CaptureVoice.events, context: voice),
      bind: { voice.pointee.stream = $0 },
      onChange: { [weak self] in self?.connection?.noteChange() })
    stream?.setActive(true)
  }

  private func dropStream() {
    stream?.close()
    stream = nil
  }

  private var properties: [String: String] {
    var properties = [
      PW_KEY_MEDIA_TYPE: "Audio", PW_KEY_MEDIA_CATEGORY: "Capture", PW_KEY_NODE_NAME: "aloud-monitor",
      PW_KEY_STREAM_CAPTURE_SINK: "\(player == nil)", PW_KEY_NODE_LATENCY: "\(quantum)/48000",
    ]
    if isPassive { properties["node.passive"] = "true" }  // PW_KEY_NODE_PASSIVE is not in all headers
    properties["target.object"] = player ?? sink  // PW_KEY_TARGET_OBJECT is not in all headers
    return properties
  }

  private func takeChunks() {
    var count: UInt64 = 0
    _ = read(wakeDescriptor, &count, 8)
    var samples: [Float] = []
    while let record = buffer.pointer.pointee.take(into: &samples) {
      onChunk(
        Chunk(
          firstFrame: record.first, instant: Instant(nanoseconds: record.nanoseconds), sampleRate: sampleRate,
          samples: samples))
    }
  }
}

/// The owner of the memory that the control side and the data thread of a capture share.
private final class CaptureMemory: Sendable {
  // Allocated and freed here; the pointee is made for two threads.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<CaptureBuffer>

  init(capacity: Int) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: CaptureBuffer(capacity: capacity, channels: CaptureVoice.channels))
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}

/// The data thread's end of a capture.
private struct CaptureVoice {
  /// Front left and right. If one channel were requested, the library would mix with a gain of its own.
  static var channels: Int { 2 }

  let buffer: UnsafeMutablePointer<CaptureBuffer>
  var stream: OpaquePointer?
  let sampleRate: Int64
  let wakeDescriptor: CInt

  /// For ``NodeStream``; the context is a pointer to a voice.
  @Core static let events = NodeStream.makeProcessEvents { context in
    context!.assumingMemoryBound(to: CaptureVoice.self).pointee.process()
  }

  /// One cycle. No lock, no allocation, no log, no reference count.
  func process() {
    guard let stream, let buffer = pw_stream_dequeue_buffer(stream) else { return }
    defer { pw_stream_queue_buffer(stream, buffer) }
    guard let data = buffer.pointee.buffer.pointee.datas, let base = data.pointee.data,
      let chunk = data.pointee.chunk
    else { return }
    var time = pw_time()
    pw_stream_get_time_n(stream, &time, MemoryLayout<pw_time>.size)
    let offset = min(chunk.pointee.offset, data.pointee.maxsize)
    let size = min(chunk.pointee.size, data.pointee.maxsize - offset)
    let frames = Int(size) / (MemoryLayout<Float>.stride * Self.channels)
    // In this cycle a monitor delivers the samples that the sink took in the last one. They are heard after the sink's
    // own delay. The resampler holds back some more.
    let held = max(0, min(Int64(bitPattern: time.buffered), sampleRate))
    var age = (held + Int64(frames)) * 1_000_000_000 / sampleRate
    if time.rate.denom != 0 {
      age -= time.delay * Int64(time.rate.num) * 1_000_000_000 / Int64(time.rate.denom)
    }
    let wake = self.buffer.pointee.add(
      (base + Int(offset)).assumingMemoryBound(to: Float.self), frames: frames, nanoseconds: time.now - age)
    if wake {
      var one: UInt64 = 1
      _ = write(wakeDescriptor, &one, 8)  // fails only when the counter is full, and then the loop is awake anyway
    }
  }
}
