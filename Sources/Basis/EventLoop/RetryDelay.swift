/// The delays between attempts that fail: the shortest first, doubled each time up to the longest.
public struct RetryDelay: Sendable {
  private let range: ClosedRange<Duration>
  private var following: Duration

  /// - Parameter range: the shortest delay, above zero, and the longest.
  public init(_ range: ClosedRange<Duration>) {
    precondition(range.lowerBound > .zero, "attempts without a delay between them")
    self.range = range
    following = range.lowerBound
  }

  /// True if the delays no longer grow.
  public var isLongest: Bool { following == range.upperBound }

  /// The delay before the next attempt.
  public mutating func next() -> Duration {
    defer { following = min(following * 2, range.upperBound) }
    return following
  }

  /// There is a reason to succeed now: the delays begin again with the shortest.
  public mutating func reset() { following = range.lowerBound }

  /// An attempt succeeded, and what it brought ended after `life`. If that is the longest delay or more, the delays
  /// begin again; else they go on growing, as after a failed attempt.
  public mutating func ended(after life: Duration) {
    if life >= range.upperBound { reset() }
  }
}
