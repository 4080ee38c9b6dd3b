/// A moment of the calendar. It is shown to the listener, and compared across restarts of the machine.
///
/// The clock may be set back, so that a later moment can be less than an earlier one.
public struct WallTime: Comparable, Hashable, Sendable {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  public var milliseconds: Int64

  /// The moment this many milliseconds after 1970 began.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whole seconds since 1970.
  public var seconds: Int64 { milliseconds / 1000 }

  /// The time from this moment to `other`; negative if `other` is earlier.
  public func duration(to other: WallTime) -> Duration {
    let (difference, overflow) = other.milliseconds.subtractingReportingOverflow(milliseconds)
    return .milliseconds(overflow ? 0 : difference)
  }

  /// True if `a` is earlier.
  public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }
}
