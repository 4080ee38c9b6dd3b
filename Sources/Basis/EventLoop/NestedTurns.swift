import CSystemd

// The core loop as a part of another program's loop, such as GLib's or one around poll(2), in place of
// ``EventLoop/run()``. The other loop's thread is the core loop's.
//
// The other loop does this again and again:
//
// 1. It calls ``EventLoop/prepareTurn()``. If that returns true, it does not wait in step 2.
// 2. It waits until ``EventLoop/descriptor`` is readable, or something of its own has happened.
// 3. It calls ``EventLoop/turn()``, which performs one turn if one is due.
//
// In terms of a `GSource`, the steps are `prepare`, a descriptor that is added for `G_IO_IN`, and `check` with
// `dispatch`. Timers, jobs of ``Core``, signals and the watchdog make the descriptor readable, too, so that nothing has
// to be asked in between. One turn serves one registration, the most urgent that is ready: the other loop's own sources
// have their turn after each of them.
extension EventLoop {
  /// The descriptor that is readable when a turn is due. It is the same for the life of the process, and stays the core
  /// loop's: it is to be watched, and neither read nor closed.
  public var descriptor: CInt { sd_event_get_fd(event) }

  /// The result of ``turn()``.
  public enum Turn: Equatable, Sendable {
    /// Something was served. More may be due: ``prepareTurn()`` tells.
    case served
    /// Nothing was due.
    case idle
    /// ``stop(exitCode:)`` was called. There are no turns any more.
    case ended(exitCode: CInt)
  }

  /// Prepares for a wait: timers that were set since the last turn count from here on. To be called before each wait,
  /// on the loop's thread; the first caller's thread becomes that. Traps inside a turn, which cannot hold another one.
  ///
  /// - Returns: true if a turn is due already.
  public func prepareTurn() -> Bool {
    adoptCurrentThread()
    switch state {
    case SD_EVENT_PENDING, SD_EVENT_FINISHED: return true
    // It was prepared before, and the other loop has not waited, or has served others.
    case SD_EVENT_ARMED: if checked(sd_event_wait(event, 0), "sd_event_wait") > 0 { return true }
    case SD_EVENT_INITIAL: break
    default: preconditionFailure("a turn of the core loop cannot be nested in another one")
    }
    return checked(sd_event_prepare(event), "sd_event_prepare") > 0
  }

  /// Performs one turn if one is due; never waits. To be called on the loop's thread, after each wait.
  @discardableResult
  public func turn() -> Turn {
    guard state != SD_EVENT_FINISHED else { return .ended(exitCode: exitCode) }
    let isDue = state == SD_EVENT_ARMED ? false : prepareTurn()
    guard isDue || checked(sd_event_wait(event, 0), "sd_event_wait") > 0 else { return .idle }
    // The turn in which the loop ends returns 0.
    return checked(sd_event_dispatch(event), "sd_event_dispatch") > 0 ? .served : .ended(exitCode: exitCode)
  }

  private var state: Int { Int(sd_event_get_state(event)) }

  private var exitCode: CInt {
    var code: CInt = 0
    _ = sd_event_get_exit_code(event, &code)
    return code
  }

  /// An error other than an interruption, which sd-event reports as 0, is a mistake in this code.
  private func checked(_ result: CInt, _ name: String) -> CInt {
    precondition(result >= 0, "\(name) failed: errno \(-result)")
    return result
  }
}
