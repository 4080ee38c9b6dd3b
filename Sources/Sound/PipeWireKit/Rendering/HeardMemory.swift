import EventLoop

/// The last result of ``AudioOutput/audible(at:)``, so that jitter does not move the next one back.
struct HeardMemory {
  private var instant = Instant(nanoseconds: .min)
  private var runStart: UInt64 = 0
  private var frame: UInt64 = 0

  /// Returns the frame that is heard at an instant, not before that of an earlier instant in the same run.
  ///
  /// - Parameters:
  ///   - frame: the frame by the clock.
  ///   - runStart: the first frame since the last gap.
  mutating func smoothed(_ frame: UInt64, runStart: UInt64, at instant: Instant) -> UInt64 {
    if runStart != self.runStart {
      (self.instant, self.runStart, self.frame) = (instant, runStart, frame)
    } else if instant >= self.instant {
      self.instant = instant
      self.frame = max(self.frame, frame)
      return self.frame
    }
    return frame
  }
}
