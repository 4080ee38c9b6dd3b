/// How long tests wait for what should happen, before they give it up: it bounds a failure and measures nothing, so it
/// is longer than the slowest machine takes.
public let watchdog = Duration.seconds(45)

/// Waits until `probe` returns something, and returns that.
///
/// For conditions that can only be seen from outside, such as what another program answers: between two looks the task
/// sleeps a few milliseconds. Where an event can be waited for, wait for the event. An error that `probe` throws counts
/// as "not yet" and is reported with the timeout. It runs where the caller runs.
///
/// - Parameters:
///   - promise: What is waited for, for the message of the error.
///   - timeout: The watchdog.
/// - Throws: `DesktopError` with the code `timeout`; `CancellationError`.
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
      if let value = try await probe() { return value }
    } catch let error as CancellationError {
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
