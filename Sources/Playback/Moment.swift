/// A moment of a clock that never goes back; only the time between two of them means anything.
///
/// The values of this module ask no clock: whoever hands them an event says when it happened.
public struct Moment: Comparable, Hashable, Sendable {
  /// Since an origin that is the same for all moments of a process.
  public var sinceOrigin: Duration

  /// The moment so long after the clock's origin.
  public init(_ sinceOrigin: Duration) { self.sinceOrigin = sinceOrigin }

  /// Whether `a` comes first.
  public static func < (a: Moment, b: Moment) -> Bool { a.sinceOrigin < b.sinceOrigin }

  /// The moment `duration` later.
  public static func + (moment: Moment, duration: Duration) -> Moment { Moment(moment.sinceOrigin + duration) }

  /// How long `a` comes after `b`; negative where it comes before.
  public static func - (a: Moment, b: Moment) -> Duration { a.sinceOrigin - b.sinceOrigin }
}
