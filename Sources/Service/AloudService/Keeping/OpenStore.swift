import EventLoop
import Store

/// The store and the journal of one folder: both or neither.
@Core
struct OpenStore {
  let folder: StateFolder
  let store: SessionStore
  let journal: PlaceJournal
  /// The lengths in the store. This object knows their size, which takes long to find out.
  let lengths: LengthStore

  /// Opens both. ``Store/StateFolder/endTakingUp()`` must be called when their contents have been taken over.
  ///
  /// - Parameter finding: the result of a check of the store; `nil` if it was not checked.
  init(path: String, finding: StateCheck.Finding? = nil) throws(StoreError) {
    folder = try StateFolder(path: path)
    let failed = folder.beginTakingUp()
    do throws(StoreError) {
      store = try SessionStore(in: folder, failed: failed, finding: finding)
      journal = try PlaceJournal(in: folder)
      lengths = LengthStore(in: store)
    } catch {
      folder.endTakingUp()
      throw error
    }
  }

  /// Releases the folder to the next instance. The store and the journal must not be used afterwards.
  func close() {
    store.close()
    folder.unlock()
  }
}
