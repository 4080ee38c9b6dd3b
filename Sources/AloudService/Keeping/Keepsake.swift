import EventLoop
import Store

/// The store and the journal of one folder: both or neither.
@Core
struct Keepsake {
  let folder: StateFolder
  let store: SessionStore
  let journal: PlaceJournal

  init(path: String) throws(StoreError) {
    folder = try StateFolder(path: path)
    store = try SessionStore(in: folder)
    journal = try PlaceJournal(in: folder)
  }

  /// Lets the next instance have it; nothing may be asked afterwards.
  func close() {
    store.close()
    folder.unlock()
  }
}
