/// The time after which tests give up waiting. It only limits failures and measures nothing, so it is longer than the
/// slowest machine needs.
public let watchdog = Duration.seconds(45)

/// Waits until `probe` returns a value, and returns that.
///
/// It is for conditions that can only be seen from outside, such as a property of another program. Between two probes
/// the task sleeps a few milliseconds. If an event can be awaited, wait for the event instead: the output of a program
/// that continues (`PrivateDesktop.follow`), never that of one that `probe` starts again and again. An error that
/// `probe` throws counts as "not yet" and is reported with the timeout. The probe runs in the caller's isolation.
///
/// - Parameters:
///   - promise: The awaited condition, for the error message.
///   - timeout: The watchdog.
/// - Throws: `DesktopError` with the code `timeout`, or `startedInPoll` if `probe` starts a program;
///   `CancellationError`.
@discardableResult
public func eventually<Value>(
  _ promise: String, within timeout: Duration = watchdog, isolation: isolated (any Actor)? = #isolation,
  _ probe: () async throws -> Value?
) async throws -> Value {
  let deadline = ContinuousClock.now + timeout
  var pause = Duration.milliseconds(2)
  while true {
    var obstacle: (any Error)?
    do {
      if let value = try await Probing.$isUnderWay.withValue(true, operation: probe) { return value }
    } catch let error as CancellationError {
      throw error
    } catch let error as DesktopError where error.code == .startedInPoll {
      throw error
    } catch {
      obstacle = error
    }
    guard ContinuousClock.now < deadline else {
      let reason = obstacle.map { ": \($0)" } ?? ""
      throw DesktopError(.timeout, "not within \(timeout): \(promise)\(reason)")
    }
    try await Task.sleep(for: pause)
    pause = min(pause * 2, .milliseconds(20))
  }
}

/// Waits until `condition` is true; see the other `eventually`.
///
/// - Throws: `DesktopError` with the code `timeout`; `CancellationError`.
public func eventually(
  _ promise: String, within timeout: Duration = watchdog, isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  try await eventually(promise, within: timeout, isolation: isolation) { try await condition() ? () : nil }
}

/// The state of `eventually` in a task.
enum Probing {
  /// True while a probe runs. No program can be started then: it takes processor time from the tested code.
  @TaskLocal static var isUnderWay = false
}
