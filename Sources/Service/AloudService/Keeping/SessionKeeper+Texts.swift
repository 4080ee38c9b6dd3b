import Playback
import Reading
import Store
import Vocabulary

// Texts that an earlier run stored.
extension SessionKeeper {
  /// Reads the text of a track that an earlier run stored, on a thread; `nil` if there is none.
  func text(of id: TrackID) -> StoredText? {
    guard let path = openStore?.folder.path else { return textWithoutFolder(of: id) }
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
