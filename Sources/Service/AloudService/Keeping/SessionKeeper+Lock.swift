import EventLoop
import Reading
import Store

// The lock of the folder. One service has it at a time; one that ends marks it before its names go back to the bus.
extension SessionKeeper {
  /// The result of an attempt to open the folder.
  enum Opening: Equatable {
    case done
    /// Another process keeps its state there.
    case locked(isEnding: Bool)
    /// The store is checked after a run that did not end in order. The folder opens when that is done.
    case checking
  }

  /// The check of the store, once for each opening.
  enum Check {
    case none
    case running
    /// `nil` if it could not be checked.
    case done(StateCheck.Finding?)
  }

  /// True if nothing is kept since another process has the folder. It is taken up as soon as it is free.
  var isShutOut: Bool { lock.isShutOut }

  /// Opens what the last run left, and takes it up; calls `done` once, when that is done or another process does not
  /// release the folder. See ``LockWait``.
  func open(then done: @escaping @Core () -> Void) {
    lock.begin { [weak self] in
      guard let self else { return }
      if isShutOut { shutOut() }
      done()
    }
  }

  /// Tells the next service that it may wait for the folder: this one ends.
  func announceEnd() { openStore?.folder.announceRelease() }

  /// Opens the folder unless another process has it.
  func openIfFree() -> Opening {
    guard let path, openStore == nil, !isClosed else { return .done }
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
    let wasShutOut = session.stateError == StoreError.isShutOut(of: path)
    let opening = if case .done(let finding) = check { open(finding) } else { open() }
    check = .none
    if opening == .done, wasShutOut, isKept { log.info("the state in \(path) is free now, and is kept from here on") }
    return opening
  }

  private func locked(isEnding: Bool) -> Opening {
    // The other process may change the file after it was checked here.
    check = .none
    return .locked(isEnding: isEnding)
  }

  /// The check may take any time on a slow disk. ``LockWait`` does not wait for all of it: the service then runs without
  /// its state until the check ends.
  private func beginCheck(of path: String) {
    check = .running
    BlockingWork.run(within: nil, scheduler: scheduler, { StateCheck.run(at: path) }) { [weak self] result in
      guard let self else { return }
      // Without a thread it is tried again.
      check = if case .success(let finding) = result { .done(finding) } else { .none }
      // At the start, the wait for the folder opens it.
      save()
    }
  }

  /// Goes on without the folder until it is free.
  func shutOut() {
    lock.shutOut()
    session.stateError = StoreError.isShutOut(of: path ?? "")
    session.numberApart()
  }
}
