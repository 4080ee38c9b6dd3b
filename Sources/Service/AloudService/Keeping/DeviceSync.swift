import EventLoop
import Reading
import Store

/// Brings to the device what was saved: the data reach it later than the file.
@Core
final class DeviceSync {
  /// The time after which a device counts as dead. `sleep` is the one for which the end of the service and the sleep of
  /// the machine are put off.
  private static let patience = (loop: Duration.seconds(60), sleep: Duration.seconds(2))

  /// Decides when that is done.
  let checkpointer: Checkpointer
  private let state: StateStores
  private let scheduler: any Scheduler
  /// Something cannot be written.
  private let failed: @Core (StoreError) -> Void

  init(_ state: StateStores, scheduler: any Scheduler, failed: @escaping @Core (StoreError) -> Void) {
    self.state = state
    self.scheduler = scheduler
    self.failed = failed
    checkpointer = Checkpointer(scheduler: scheduler)
    checkpointer.body = { [weak self] done in self?.tidy(done) }
  }

  /// Brings to the device what was saved, on a thread. `done` is called when that is done.
  private func tidy(_ done: @escaping @Core () -> Void) {
    guard let openStore = state.usable, openStore.folder.isInPlace else { return done() }
    let (path, store) = (openStore.folder.path, openStore.store)
    let (generation, changes) = (store.generation, store.changes)
    BlockingWork.run(
      within: Self.patience.loop, scheduler: scheduler,
      { Result { () throws(StoreError) in try SideConnection.checkpoint(at: path) } }
    ) { [weak self] result in
      defer { done() }
      guard let self, state.usable?.store === store, store.generation == generation else { return }
      do throws(StoreError) {
        guard case .success(let result) = result else { throw StoreError.stalled }
        try result.get()
        // The loop would have to wait for the device if something was saved meanwhile.
        guard store.changes == changes else { return checkpointer.soon() }
        if !(try store.tidy()) { checkpointer.soon() }
      } catch {
        failed(error)
      }
    }
  }

  /// Waits until everything that was saved is on the device. The loop stops meanwhile, since the machine sleeps or the
  /// service ends as soon as it goes on. A device that does not answer stops it for two seconds; what was saved is then
  /// with the kernel, and only a power loss can lose it.
  ///
  /// - Parameter isLast: true if nothing will be saved afterwards.
  func bringAll(isLast: Bool = false) throws(StoreError) {
    guard let openStore = state.current else { return }
    let path = openStore.folder.path
    let synced: @Sendable () -> Result<Void, StoreError> = {
      PlaceJournal.sync(at: path)
      return Result { () throws(StoreError) in try SideConnection.checkpoint(at: path) }
    }
    guard let result = BlockingWork.wait(atMost: Self.patience.sleep, for: synced) else {
      if isLast { openStore.store.leaveLog() }
      throw StoreError.stalled
    }
    try result.get()
    try openStore.journal.sync()
    try openStore.store.tidy(isLast: isLast)
  }
}
