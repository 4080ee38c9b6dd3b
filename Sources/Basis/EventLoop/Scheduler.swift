/// A moment of CLOCK_MONOTONIC, which stands still while the machine sleeps; the clock of `pw_time.now`.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since an origin that changes with each start of the machine.
  public var nanoseconds: Int64

  /// The moment this many nanoseconds after the clock's origin.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// True if `a` is earlier.
  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The moment `duration` later, or earlier if it is negative. Fractions of a nanosecond are dropped.
  public func advanced(by duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    return Instant(nanoseconds: nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// The time from this moment to `other`; negative if `other` is earlier.
  public func duration(to other: Instant) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }
}

/// A timer that can be cancelled. Releasing the value does not cancel it.
public struct TimerToken: Hashable, Sendable {
  /// Unique among the timers of one scheduler.
  public var id: UInt64
  /// For schedulers only: an invented token might cancel a timer of another owner.
  public init(id: UInt64) { self.id = id }
}

/// Time as a dependency: ``EventLoop`` uses the real clock, ``ManualScheduler`` one that tests control.
@Core
public protocol Scheduler: AnyObject {
  var now: Instant { get }

  /// Calls `body` once at `instant`, or in the next turn when that has passed. Never calls it before returning.
  @discardableResult
  func schedule(at instant: Instant, _ body: @escaping @Core () -> Void) -> TimerToken

  /// Cancels a timer; one that has fired or was cancelled before is ignored.
  func cancel(_ timer: TimerToken)
}

extension Scheduler {
  /// Calls `body` once, `delay` from now; see ``schedule(at:_:)``.
  @discardableResult
  public func schedule(after delay: Duration, _ body: @escaping @Core () -> Void) -> TimerToken {
    schedule(at: now.advanced(by: delay), body)
  }

  /// Cancels the timer, if there is one, and sets it to `nil`.
  public func cancel(_ timer: inout TimerToken?) {
    guard let set = timer else { return }
    timer = nil
    cancel(set)
  }
}

/// A clock that tests control: time passes only by ``advance(by:)``.
@Core
public final class ManualScheduler: Scheduler {
  /// The current time of the test.
  public private(set) var now = Instant(nanoseconds: 0)
  private var nextID: UInt64 = 1
  private var timers: [(at: Instant, id: UInt64, body: @Core () -> Void)] = []

  /// Chooses the timer that fires next where several are set for one instant: gets their number, and answers with an
  /// index in the order of scheduling. `nil`: the first.
  public var choice: (@Core (Int) -> Int)?

  /// A clock at its origin, without timers.
  public init() {}

  /// Keeps `body` until ``advance(by:)`` reaches `instant`.
  public func schedule(at instant: Instant, _ body: @escaping @Core () -> Void) -> TimerToken {
    defer { nextID += 1 }
    timers.append((max(instant, now), nextID, body))
    return TimerToken(id: nextID)
  }

  /// Cancels a timer; one that has fired or was cancelled before is ignored.
  public func cancel(_ timer: TimerToken) { timers.removeAll { $0.id == timer.id } }

  /// True if no timer is set, as in an idle service.
  public var isIdle: Bool { timers.isEmpty }

  /// Advances the time by `duration`. Timers fire in order of time, then of scheduling or ``choice``, each at its own
  /// instant. Stops the program if timers are set for the present instant without end.
  public func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    var fired = 0
    while let instant = timers.lazy.map({ $0.at }).min(), instant <= end {
      let due = timers.indices.filter { timers[$0].at == instant }
      let chosen = due.count > 1 ? choice?(due.count) ?? 0 : 0
      let timer = timers.remove(at: due[chosen])
      fired = instant > now ? 0 : fired + 1
      precondition(fired < 100_000, "a timer is set for the present instant again and again")
      now = max(now, instant)
      timer.body()
    }
    now = max(now, end)
  }

  /// Lets time pass in which nothing fires, as in a loop that is busy. Timers that become due meanwhile are late: they
  /// fire with the next ``advance(by:)``.
  public func stall(for duration: Duration) { now = now.advanced(by: duration) }
}
