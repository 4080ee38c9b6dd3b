import Synchronization

/// The time of an audio cycle, and the delay from its frames to the ear.
public struct CycleTiming: Equatable, Sendable {
  /// CLOCK_MONOTONIC at which the cycle began, in nanoseconds.
  public var nanoseconds: Int64
  /// Frames, at the stream's rate, between the first frame of the cycle and the ear at that moment; 0 or more.
  public var latency: Int64

  /// - Parameters:
  ///   - nanoseconds: CLOCK_MONOTONIC.
  ///   - latency: in frames; a negative one counts as 0.
  @_noLocks public init(nanoseconds: Int64, latency: Int64) {
    self.nanoseconds = nanoseconds
    self.latency = latency < 0 ? 0 : latency
  }
}

/// The values that the audio callback publishes in every cycle with content. Any thread reads them without locking.
public struct AudibleClock: ~Copyable, Sendable {
  /// The last cycle that rendered content.
  public struct Snapshot: Equatable, Sendable {
    /// The stream frame of the cycle's first frame.
    public var before: UInt64
    /// The stream frame after the cycle's last one.
    public var after: UInt64
    /// The stream frame since which content has been rendered without a gap or a jump.
    public var runStart: UInt64
    /// The time of the cycle; `nanoseconds` is 0 before the first one.
    public var timing: CycleTiming

    /// One cycle; see the members.
    @_noLocks public init(before: UInt64, after: UInt64, runStart: UInt64, timing: CycleTiming) {
      self.before = before
      self.after = after
      self.runStart = runStart
      self.timing = timing
    }

    /// The stream frame heard at `nanoseconds` (CLOCK_MONOTONIC), at `rate` frames a second.
    ///
    /// Frame `before` is heard `timing.latency` after the cycle began (as mpv calculates it). Other frames follow
    /// linearly, limited to those rendered since the last gap or jump.
    public func heard(at nanoseconds: Int64, rate: Int) -> UInt64 {
      guard timing.nanoseconds != 0 else { return after }
      let elapsed = Double(nanoseconds &- timing.nanoseconds) * Double(rate) / 1e9
      let frame = Double(before) + elapsed - Double(timing.latency)
      if frame <= Double(runStart) { return runStart }
      return frame >= Double(after) ? after : UInt64(frame)
    }

    /// The moment at which `frame` is heard, in CLOCK_MONOTONIC nanoseconds, if the content continues without a gap.
    public func instant(of frame: UInt64, rate: Int) -> Int64 {
      let frames = Double(frame) - Double(before) + Double(timing.latency)
      return timing.nanoseconds &+ Int64(frames * 1e9 / Double(rate))
    }
  }

  private let sequence = SequenceLock()
  // Stored by the data thread, loaded by any thread, all within the sequence.
  private let before = Atomic<UInt64>(0)
  private let after = Atomic<UInt64>(0)
  private let runStart = Atomic<UInt64>(0)
  private let nanoseconds = Atomic<Int64>(0)
  private let latency = Atomic<Int64>(0)

  /// A clock that no cycle has set.
  public init() {}

  /// Data thread only; real-time safe.
  @_noLocks
  public func publish(_ snapshot: Snapshot) {
    sequence.beginWriting()
    before.store(snapshot.before, ordering: .relaxed)
    after.store(snapshot.after, ordering: .relaxed)
    runStart.store(snapshot.runStart, ordering: .relaxed)
    nanoseconds.store(snapshot.timing.nanoseconds, ordering: .relaxed)
    latency.store(snapshot.timing.latency, ordering: .relaxed)
    sequence.endWriting()
  }

  /// Any thread; waits only while a publication is under way.
  public func read() -> Snapshot {
    sequence.read {
      Snapshot(
        before: before.load(ordering: .relaxed), after: after.load(ordering: .relaxed),
        runStart: runStart.load(ordering: .relaxed),
        timing: CycleTiming(
          nanoseconds: nanoseconds.load(ordering: .relaxed), latency: latency.load(ordering: .relaxed)))
    }
  }
}
