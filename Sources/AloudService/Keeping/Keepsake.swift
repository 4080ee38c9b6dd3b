import EventLoop
import Store

/// The store and the journal of one folder: both or neither.
@Core
struct Keepsake {
  let folder: StateFolder
  let store: SessionStore
  let journal: PlaceJournal

  /// Opens both; ``Store/StateFolder/endTakingUp()`` is to be called when what they hold has been taken up.
  init(path: String) throws(StoreError) {
    folder = try StateFolder(path: path)
    let failed = folder.beginTakingUp()
    do throws(StoreError) {
      store = try SessionStore(in: folder, failed: failed)
      journal = try PlaceJournal(in: folder)
    } catch {
      folder.endTakingUp()
      throw error
    }
  }

  /// Lets the next instance have it; nothing may be asked afterwards.
  func close() {
    store.close()
    folder.unlock()
  }
}
