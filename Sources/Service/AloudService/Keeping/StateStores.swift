import EventLoop
import Playback
import Reading
import Store
import Vocabulary

/// The open part of the state in a folder: its store with its journal, and former ones that can still be read.
@Core
final class StateStores {
  /// The folder; `nil`: nothing is kept.
  let path: String?
  /// The open store.
  private(set) var current: OpenStore?
  /// True if nothing is saved any more. The store stays open until it is dropped.
  private(set) var isClosed = false
  /// A copy for reading, if the folder cannot be written.
  private var copy: OpenStore?
  /// A store that was removed or replaced meanwhile. It can still be read, and its contents go into the next one.
  private var removed: OpenStore?
  private let log: ServiceLog

  init(path: String?, log: ServiceLog) {
    self.path = path
    self.log = log
  }

  /// The open store, if it still takes changes.
  var usable: OpenStore? { isClosed ? nil : current }

  // MARK: Opening

  /// Opens the store and the journal in the folder.
  ///
  /// - Parameter finding: the result of a check of the store; `nil` if it was not checked.
  func open(at path: String, _ finding: StateCheck.Finding?) throws(StoreError) -> OpenStore {
    let opened = try OpenStore(path: path, finding: finding)
    current = opened
    return opened
  }

  /// A store that was removed while it was open goes into an unused one.
  func takeOverRemoved(into store: SessionStore) throws(StoreError) {
    if let removed, try store.isUnused() { try store.takeOver(removed.store) }
  }

  /// Everything that former stores had is in the open one.
  func closeFormer() {
    removed?.close()
    removed = nil
    copy?.close()
    copy = nil
  }

  /// True if the state is read from a copy.
  var hasCopy: Bool { copy != nil }

  /// Reads the state from a copy from now on.
  func use(copy: OpenStore) { self.copy = copy }

  // MARK: Closing

  /// The files of the open store were removed or replaced. It can be read until the next one is taken up.
  func lose() {
    current?.folder.unlock()
    removed?.close()
    removed = current
    current = nil
  }

  /// Nothing is saved any more.
  func close() {
    isClosed = true
    removed?.close()
    removed = nil
  }

  /// Lets others have the folder.
  func drop() {
    current?.close()
    current = nil
  }

  // MARK: Texts that an earlier run stored

  /// Reads the text of a track that an earlier run stored, on a thread; `nil` if there is none.
  func text(of id: TrackID) -> StoredText? {
    guard let path = current?.folder.path else { return textWithoutFolder(of: id) }
    return { () throws(ReadingError) in
      let bytes: [UInt8]?
      do throws(StoreError) {
        bytes = try SideConnection.text(of: id, at: path)
      } catch {
        // Other texts in the same file may still be readable, so the file is not set aside.
        throw ReadingError(.unreadable, "the text that was kept cannot be read: \(error)")
      }
      guard let bytes else { throw .notKept }
      return bytes
    }
  }

  /// The text from a store whose files are gone: removed while they were open, or a copy in memory. No other connection
  /// can open these, so the loop reads all of the text at once.
  private func textWithoutFolder(of id: TrackID) -> StoredText? {
    guard let store = (removed ?? copy)?.store else { return nil }
    do throws(StoreError) {
      guard let bytes = try store.text(of: id) else { return nil }
      return { bytes }
    } catch {
      log.warning("a text that was kept cannot be read: \(error)")
      return nil
    }
  }
}
