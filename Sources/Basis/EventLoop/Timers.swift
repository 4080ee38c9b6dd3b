import CSystemd
import Glibc

/// The timers of the loop, by token.
///
/// A class of its own because the executor must not be isolated to the actor that it executes.
@Core
private final class TimerTable {
  static let shared = TimerTable()
  var nextID: UInt64 = 1
  var timers: [UInt64: Timer] = [:]
}

@Core
private final class Timer {
  let id: UInt64
  let body: @Core () -> Void
  var source: OpaquePointer?

  init(id: UInt64, body: @escaping @Core () -> Void) {
    self.id = id
    self.body = body
  }

  func end() { source = sd_event_source_disable_unref(source) }
}

extension EventLoop: Scheduler {
  /// CLOCK_MONOTONIC now. Any thread.
  public nonisolated static func monotonicNow() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The current time of CLOCK_MONOTONIC, read at each call.
  @Core public var now: Instant { Self.monotonicNow() }

  /// Calls `body` once at `instant`, to the microsecond and never before it; a past one means the next turn.
  @Core
  @discardableResult
  public func schedule(at instant: Instant, _ body: @escaping @Core () -> Void) -> TimerToken {
    let table = TimerTable.shared
    let timer = Timer(id: table.nextID, body: body)
    table.nextID += 1
    table.timers[timer.id] = timer
    // Rounded up, or the body would run a microsecond early; accuracy 1 µs, since 0 means sd-event's 250 ms.
    let microseconds = UInt64(max(0, (instant.nanoseconds + 999) / 1000))
    let result = sd_event_add_time(
      event, &timer.source, CLOCK_MONOTONIC, microseconds, 1,
      { _, _, context in
        let timer = Unmanaged<Timer>.fromOpaque(context!).takeUnretainedValue()
        Core.loop.timed {
          Core.assumeIsolated {
            withExtendedLifetime(timer) {
              TimerTable.shared.timers[timer.id] = nil
              timer.end()
              timer.body()
            }
          }
        }
        return 0
      }, Unmanaged.passUnretained(timer).toOpaque())
    precondition(result >= 0, "sd_event_add_time failed: errno \(-result)")
    return TimerToken(id: timer.id)
  }

  /// Takes a timer back; one that has fired or was taken back before is ignored.
  @Core
  public func cancel(_ timer: TimerToken) {
    TimerTable.shared.timers.removeValue(forKey: timer.id)?.end()
  }
}
