import Synchronization

/// A single-producer single-consumer ring of frames; wait-free on both sides.
///
/// A frame is one sample of each channel, interleaved. Frames are counted from the creation of the ring and never
/// reset: the *stream frame* is the one coordinate that writer, reader and clock share. The storage is allocated once,
/// and ``consume(into:frames:)`` touches no reference count, so the consumer may run in an audio callback.
@safe
public struct SampleRing: ~Copyable, Sendable {
  /// The result of one ``consume(into:frames:)``.
  public struct Portion: Equatable, Sendable {
    /// The stream frame of the first frame delivered.
    public var first: UInt64
    /// The number of frames delivered.
    public var count: Int
    /// True if frames before `first` were skipped because of ``SampleRing/discard()``.
    public var jumped: Bool
  }

  // Written by the producer between the released index and `written + capacity`, read by the consumer below `written`.
  private nonisolated(unsafe) let storage: UnsafeMutablePointer<Float>
  private let mask: UInt64
  /// Samples in a frame.
  public let channels: Int
  /// Stored by the consumer, loaded by both.
  private let readFrame = Atomic<UInt64>(0)
  /// Stored by the producer, loaded by both.
  private let writtenFrame = Atomic<UInt64>(0)
  /// Stored by the producer, loaded by both: the consumer delivers nothing before it.
  private let discardFrame = Atomic<UInt64>(0)
  /// True while the consumer may use an older `discardFrame`. Stored by the consumer, loaded by the producer.
  private let consuming = Atomic<Bool>(false)
  /// The frame that the consumer has passed or will skip to. Stored and loaded by the producer.
  private let releasedFrame = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - capacity: in frames, a power of two.
  ///   - channels: 1…8.
  public init(capacity: Int, channels: Int = 1) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "the capacity must be a power of two")
    precondition((1...8).contains(channels), "1 to 8 channels")
    unsafe storage = .allocate(capacity: capacity * channels)
    unsafe storage.initialize(repeating: 0, count: capacity * channels)
    mask = UInt64(capacity - 1)
    self.channels = channels
  }

  deinit { unsafe storage.deallocate() }

  /// The capacity in frames.
  public var capacity: Int { @_noLocks get { Int(truncatingIfNeeded: mask) + 1 } }

  /// The stream frame that will be written next. Any thread.
  public var writeIndex: UInt64 { writtenFrame.load(ordering: .acquiring) }

  /// The stream frame that will be read next. Any thread.
  public var readIndex: UInt64 {
    max(readFrame.load(ordering: .acquiring), discardFrame.load(ordering: .relaxed))
  }

  /// No stream frame before this one will be read any more. Any thread.
  public var discardIndex: UInt64 { discardFrame.load(ordering: .relaxed) }

  /// Frames written and not yet read. Any thread; only approximate while the other side works.
  public var readable: Int {
    @_noLocks get {
      let read = max(readFrame.load(ordering: .acquiring), discardFrame.load(ordering: .relaxed))
      return max(0, Int(truncatingIfNeeded: writtenFrame.load(ordering: .acquiring) &- read))
    }
  }

  // MARK: Producer

  /// Frames that ``write(_:)`` would take now. Producer only.
  public var free: Int { capacity - Int(writtenFrame.load(ordering: .relaxed) &- released()) }

  /// Discards all written frames that have not been read. Producer only.
  ///
  /// Their room is free at once, or within one cycle if the consumer is copying at this moment.
  public func discard() {
    discardFrame.store(writtenFrame.load(ordering: .relaxed), ordering: .sequentiallyConsistent)
  }

  /// Writes interleaved samples, as many whole frames as fit. Producer only.
  ///
  /// - Returns: the number of frames taken.
  public func write(_ source: borrowing Span<Float>) -> Int {
    unsafe source.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return 0 }
      return unsafe produce(from: base, frames: source.count / channels)
    }
  }

  /// Writes interleaved frames, as many as fit. Producer only; real-time safe.
  ///
  /// - Returns: the number of frames taken.
  @_noLocks
  public func produce(from source: UnsafePointer<Float>, frames: Int) -> Int {
    let written = writtenFrame.load(ordering: .relaxed)
    let count = min(capacity - Int(truncatingIfNeeded: written &- released()), frames)
    let start = Int(truncatingIfNeeded: written & mask)
    let first = min(count, capacity - start) * channels
    let to = start * channels
    for index in 0..<first { unsafe storage[to + index] = source[index] }
    for index in first..<max(first, count * channels) { unsafe storage[index - first] = source[index] }
    writtenFrame.store(written &+ UInt64(truncatingIfNeeded: count), ordering: .releasing)
    return count
  }

  /// No frame before this one will be read any more by the consumer.
  @_noLocks private func released() -> UInt64 {
    let read = readFrame.load(ordering: .acquiring)
    let discard = discardFrame.load(ordering: .relaxed)
    var released = releasedFrame.load(ordering: .relaxed)
    // Either the consumer is not copying; its next load of `discardFrame` then gives this value, since both sides store
    // first and load second, sequentially consistent. Or it may be copying, and only the frames that it has read are
    // free.
    if discard > read, discard > released, !consuming.load(ordering: .sequentiallyConsistent) { released = discard }
    released = max(released, read)
    releasedFrame.store(released, ordering: .relaxed)
    return released
  }

  // MARK: Consumer

  /// Delivers up to `wanted` frames, interleaved. Consumer only; real-time safe.
  ///
  /// - Parameter passing: true if frames after a discard are delivered by the call that finds the discard. Otherwise
  ///   that call delivers none and reports that it `jumped`.
  @_noLocks
  public func consume(
    into destination: UnsafeMutablePointer<Float>, frames wanted: Int, passing: Bool = true
  ) -> Portion {
    consuming.store(true, ordering: .sequentiallyConsistent)
    var read = readFrame.load(ordering: .relaxed)
    let discard = discardFrame.load(ordering: .sequentiallyConsistent)
    let jumped = discard > read
    if jumped { read = discard }
    let available = Int(truncatingIfNeeded: writtenFrame.load(ordering: .acquiring) &- read)
    let count = jumped && !passing ? 0 : min(available, wanted)
    let start = Int(read & mask)
    let first = min(count, capacity - start) * channels
    let from = start * channels
    for index in 0..<first { unsafe destination[index] = storage[from + index] }
    for index in first..<max(first, count * channels) { unsafe destination[index] = storage[index - first] }
    readFrame.store(read &+ UInt64(count), ordering: .releasing)
    consuming.store(false, ordering: .releasing)
    return Portion(first: read, count: count, jumped: jumped)
  }
}
