import Synchronization

/// Lets tasks wait for a change by other code, without polling.
///
/// Any thread may call it.
final class Changes: Sendable {
  private struct State {
    var count: UInt64 = 0
    var nextWaiter: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }
  private let state = Mutex(State())

  /// The number of changes so far; to be read before checking the state that may have changed.
  var count: UInt64 {
    state.withLock { $0.count }
  }

  /// Announces a change and wakes all waiting tasks.
  func announce() {
    let waiters = state.withLock { state in
      state.count += 1
      defer { state.waiters.removeAll() }
      return state.waiters.values.map { $0 }
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns as soon as there are more than `seen` changes, at `deadline` at the latest.
  func wait(after seen: UInt64, until deadline: ContinuousClock.Instant) async {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let alarm = Task { [weak self] in
      try? await Task.sleep(until: deadline, clock: .continuous)
      self?.wake(waiter)
    }
    await withCheckedContinuation { continuation in
      let already = state.withLock { state in
        if state.count > seen || ContinuousClock.now >= deadline { return true }
        state.waiters[waiter] = continuation
        return false
      }
      if already { continuation.resume() }
    }
    alarm.cancel()
  }

  private func wake(_ waiter: UInt64) {
    state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
  }
}
