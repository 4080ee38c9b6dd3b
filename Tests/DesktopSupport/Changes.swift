import Synchronization

/// Lets tasks wait until somebody else has changed something, without polling.
///
/// Any thread may call it.
final class Changes: Sendable {
  private struct State {
    var count: UInt64 = 0
    var nextWaiter: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }
  private let state = Mutex(State())

  /// How many changes there have been; read it before looking at what may have changed.
  var count: UInt64 {
    state.withLock { $0.count }
  }

  /// Says that something has changed and wakes everybody.
  func announce() {
    let waiters = state.withLock { state in
      state.count += 1
      defer { state.waiters.removeAll() }
      return state.waiters.values.map { $0 }
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns as soon as there have been more than `seen` changes, at `deadline` at the latest.
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
