import Glibc

/// A moment of the calendar: what a listener is shown, and what is compared across restarts of the machine.
///
/// Somebody may set the clock, so that a later moment can be the lesser.
public struct WallTime: Comparable, Hashable, Sendable {
  /// Since 1970-01-01 00:00 UTC.
  public var milliseconds: Int64

  /// The moment so many milliseconds after 1970 began.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Now.
  public static var now: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Whole seconds since 1970.
  public var seconds: Int64 { milliseconds / 1000 }

  /// How long after this moment `other` comes; negative where it comes before.
  public func duration(to other: WallTime) -> Duration {
    let (difference, overflow) = other.milliseconds.subtractingReportingOverflow(milliseconds)
    return .milliseconds(overflow ? 0 : difference)
  }

  /// Whether `a` comes first.
  public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }
}
