import EventLoop
import Store

/// Opens the folder with the state when that is possible. One service has it at a time; one that ends marks it before
/// its names go back to the bus. A store whose last run did not end in order is checked before, on a thread.
@Core
final class FolderOpening {
  /// The result of an attempt to open the folder.
  enum Outcome: Equatable {
    case done
    /// Another process keeps its state there.
    case locked(isEnding: Bool)
    /// The store is checked after a run that did not end in order. The folder opens when that is done.
    case checking
  }

  /// The check of the store, once for each opening.
  private enum Check {
    case none
    case running
    /// `nil` if it could not be checked.
    case done(StateCheck.Finding?)
  }

  private var check = Check.none
  private lazy var lock = LockWait(scheduler: scheduler) { [weak self] in self?.openIfFree() ?? .done }
  private let state: StateStores
  private let scheduler: any Scheduler
  /// Opens the folder, which no other process has; it gets the result of the check.
  private let open: @Core (StateCheck.Finding?) -> Outcome
  /// The check has ended.
  private let checked: @Core () -> Void

  init(
    _ state: StateStores, scheduler: any Scheduler, open: @escaping @Core (StateCheck.Finding?) -> Outcome,
    checked: @escaping @Core () -> Void
  ) {
    self.state = state
    self.scheduler = scheduler
    self.open = open
    self.checked = checked
  }

  /// True if the service runs without its state until the folder is free.
  var isShutOut: Bool { lock.isShutOut }

  /// True if the next attempt is scheduled, so that no other is made.
  var isWaiting: Bool { lock.isWaiting }

  /// Calls `done` once, when the folder was opened or another process does not release it. See ``LockWait``.
  func begin(_ done: @escaping @Core () -> Void) { lock.begin(done) }

  /// Goes on without the folder until it is free.
  func shutOut() { lock.shutOut() }

  /// Makes no further attempt by itself.
  func stop() { lock.stop() }

  /// The service has ended.
  func end() {
    stop()
    if let path = state.path, case .running = check { StateCheck.forget(at: path) }
  }

  /// Opens the folder unless another process has it.
  func openIfFree() -> Outcome {
    guard let path = state.path, state.current == nil, !state.isClosed else { return .done }
    // The check has locked the folder itself.
    if case .running = check { return .checking }
    switch StateFolder.lockState(of: path) {
    case .held: return locked(isEnding: false)
    case .beingReleased: return locked(isEnding: true)
    case .free: break
    }
    if case .none = check, StateCheck.isNeeded(at: path) {
      beginCheck(of: path)
      return .checking
    }
    let result = if case .done(let finding) = check { open(finding) } else { open(nil) }
    check = .none
    return result
  }

  private func locked(isEnding: Bool) -> Outcome {
    // The other process may change the file after it was checked here.
    check = .none
    return .locked(isEnding: isEnding)
  }

  /// The check may take any time on a slow disk. ``LockWait`` does not wait for all of it: the service then runs
  /// without its state until the check ends.
  private func beginCheck(of path: String) {
    check = .running
    BlockingWork.run(within: nil, scheduler: scheduler, { StateCheck.run(at: path) }) { [weak self] result in
      guard let self else { return }
      // Without a thread it is tried again.
      check = if case .success(let finding) = result { .done(finding) } else { .none }
      // At the start, the wait for the folder opens it.
      checked()
    }
  }
}
