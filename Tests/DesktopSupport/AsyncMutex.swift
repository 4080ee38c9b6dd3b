import Synchronization

/// A mutex for tasks, in the order of arrival.
///
/// An actor is not enough: it admits the next task while the first one waits.
final class AsyncMutex: Sendable {
  private struct State {
    var isOccupied = false
    var queue: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  /// Runs `body` while no other task is inside.
  func withLock<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if !state.isOccupied {
          state.isOccupied = true
          return true
        }
        state.queue.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    defer {
      let next = state.withLock { state in
        if state.queue.isEmpty { state.isOccupied = false }
        return state.queue.isEmpty ? nil : state.queue.removeFirst()
      }
      next?.resume()
    }
    return try await body()
  }
}
