import Synchronization

/// A capture's data for the control side: the samples, and the time of each cycle.
@safe
public struct CaptureBuffer: ~Copyable, Sendable {
  /// One cycle's frames.
  public struct Record: Equatable, Sendable {
    /// The capture frame of the first one; lost frames are counted.
    public var first: UInt64
    /// The number of frames.
    public var count: Int
    /// CLOCK_MONOTONIC of the first frame, in nanoseconds.
    public var nanoseconds: Int64
  }

  /// Interleaved.
  private let samples: SampleRing
  // Written by the data thread from `written` on, read by the control side from `read` to `written`.
  private nonisolated(unsafe) let records: UnsafeMutablePointer<Record>
  private static var recordCount: UInt64 { @_noLocks get { 512 } }
  /// Stored by the data thread, loaded by the control side.
  private let written = Atomic<UInt64>(0)
  /// Stored by the control side, loaded by the data thread.
  private let read = Atomic<UInt64>(0)
  /// Frames received. Stored and loaded by the data thread.
  private let frames = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - capacity: in frames, a power of two.
  ///   - channels: 1…8.
  public init(capacity: Int, channels: Int) {
    samples = SampleRing(capacity: capacity, channels: channels)
    unsafe records = .allocate(capacity: Int(Self.recordCount))
    unsafe records.initialize(
      repeating: Record(first: 0, count: 0, nanoseconds: 0), count: Int(Self.recordCount))
  }

  deinit { unsafe records.deallocate() }

  /// Adds one cycle of interleaved samples; drops the whole cycle if there is no room. Data thread only; real-time
  /// safe.
  ///
  /// - Returns: true if no other cycle was waiting, so that the control side must be woken.
  @_noLocks
  public func add(_ source: UnsafePointer<Float>, frames count: Int, nanoseconds: Int64) -> Bool {
    let first = frames.load(ordering: .relaxed)
    frames.store(first &+ UInt64(truncatingIfNeeded: count), ordering: .relaxed)
    let index = written.load(ordering: .relaxed)
    let read = read.load(ordering: .acquiring)
    guard count > 0, index &- read < Self.recordCount, samples.capacity - samples.readable >= count else {
      return false
    }
    let taken = unsafe samples.produce(from: source, frames: count)
    let slot = Int(truncatingIfNeeded: index % Self.recordCount)
    unsafe records[slot].first = first
    unsafe records[slot].count = taken
    unsafe records[slot].nanoseconds = nanoseconds
    written.store(index &+ 1, ordering: .releasing)
    return true
  }

  /// Returns the oldest waiting cycle, with the mean of its channels in `mixed`. Control side only.
  public func take(into mixed: inout [Float]) -> Record? {
    let index = read.load(ordering: .relaxed)
    guard index != written.load(ordering: .acquiring) else { return nil }
    let record = unsafe records[Int(index % Self.recordCount)]
    let channels = samples.channels
    mixed.removeAll(keepingCapacity: true)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: max(1, record.count * channels)) { frames in
      guard let base = frames.baseAddress else { return }
      let count = unsafe samples.consume(into: base, frames: record.count).count
      for frame in 0..<count {
        var sum: Float = 0
        for channel in 0..<channels { unsafe sum += frames[frame * channels + channel] }
        mixed.append(sum / Float(channels))
      }
    }
    read.store(index &+ 1, ordering: .releasing)
    return record
  }
}
