/// A moment of CLOCK_MONOTONIC, which stands still while the machine sleeps; the clock of `pw_time.now`.
public struct Instant: Comparable, Hashable, Sendable {
  /// Since an origin that changes with each start of the machine.
  public var nanoseconds: Int64

  /// The moment so many nanoseconds after the clock's origin.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Whether `a` comes first.
  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The moment `duration` later, or earlier where it is negative; parts of a nanosecond are dropped.
  public func advanced(by duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    return Instant(nanoseconds: nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// How long after this moment `other` comes; negative where it came before.
  public func duration(to other: Instant) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }
}

/// A timer that can be taken back. Forgetting the value cancels nothing.
public struct TimerToken: Hashable, Sendable {
  /// Unique among the timers of one scheduler.
  public var id: UInt64
  /// For schedulers only: a token that another made up cancels a stranger's timer.
  public init(id: UInt64) { self.id = id }
}

/// Time as a dependency: ``EventLoop`` is the real one, ``ManualScheduler`` is moved by hand.
@Core
public protocol Scheduler: AnyObject {
  var now: Instant { get }

  /// Calls `body` once at `instant`, or in the next turn when that has passed. Never calls it before returning.
  @discardableResult
  func schedule(at instant: Instant, _ body: @escaping @Core () -> Void) -> TimerToken

  /// Takes a timer back; one that has fired or was taken back before is ignored.
  func cancel(_ timer: TimerToken)
}

extension Scheduler {
  /// Calls `body` once, `delay` from now; see ``schedule(at:_:)``.
  @discardableResult
  public func schedule(after delay: Duration, _ body: @escaping @Core () -> Void) -> TimerToken {
    schedule(at: now.advanced(by: delay), body)
  }

  /// Takes the timer that is set back, where one is, and forgets it.
  public func cancel(_ timer: inout TimerToken?) {
    guard let set = timer else { return }
    timer = nil
    cancel(set)
  }
}

/// A clock that tests move: no time passes but by ``advance(by:)``.
@Core
public final class ManualScheduler: Scheduler {
  /// The time that tests have let pass.
  public private(set) var now = Instant(nanoseconds: 0)
  private var nextID: UInt64 = 1
  private var timers: [(at: Instant, id: UInt64, body: @Core () -> Void)] = []

  /// A clock at its origin, without timers.
  public init() {}

  /// Keeps `body` until ``advance(by:)`` reaches `instant`.
  public func schedule(at instant: Instant, _ body: @escaping @Core () -> Void) -> TimerToken {
    defer { nextID += 1 }
    timers.append((max(instant, now), nextID, body))
    return TimerToken(id: nextID)
  }

  /// Takes a timer back; one that has fired or was taken back before is ignored.
  public func cancel(_ timer: TimerToken) { timers.removeAll { $0.id == timer.id } }

  /// Whether any timer is set: an idle service has none.
  public var isIdle: Bool { timers.isEmpty }

  /// Lets `duration` pass; timers fire in order of time, then of scheduling, at their own instant.
  public func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while let next = timers.enumerated().min(by: { ($0.element.at, $0.element.id) < ($1.element.at, $1.element.id) }),
      next.element.at <= end
    {
      timers.remove(at: next.offset)
      now = max(now, next.element.at)
      next.element.body()
    }
    now = end
  }
}
