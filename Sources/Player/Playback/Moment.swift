/// A moment of a monotonic clock. Only differences between moments are meaningful.
///
/// This module never reads a clock: the caller passes the moment of each event.
public struct Moment: Comparable, Hashable, Sendable {
  /// The time since an origin that is the same for all moments of a process.
  public var sinceOrigin: Duration

  /// The moment this long after the clock's origin.
  public init(_ sinceOrigin: Duration) { self.sinceOrigin = sinceOrigin }

  /// True if `a` is earlier.
  public static func < (a: Moment, b: Moment) -> Bool { a.sinceOrigin < b.sinceOrigin }

  /// The moment `duration` later.
  public static func + (moment: Moment, duration: Duration) -> Moment { Moment(moment.sinceOrigin + duration) }

  /// The time from `b` to `a`; negative if `a` is earlier.
  public static func - (a: Moment, b: Moment) -> Duration { a.sinceOrigin - b.sinceOrigin }
}
