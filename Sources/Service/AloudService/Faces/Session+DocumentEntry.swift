import AloudAPI
import EventLoop
import Playback
import Reading

// The current document, from the view of clients.
extension Session {
  /// The place in the whole document; `nil` if it has no other chapter.
  var documentEntry: DocumentEntry? {
    guard let book, let id = player.current, let number = book.number(of: id),
      let position = book.position(of: id, at: position)
    else { return nil }
    return DocumentEntry(
      title: player.entry(id)?.metadata.album ?? "", chapter: number, chapters: book.parts.count,
      isWhole: book.isWhole, positionMicroseconds: position, lengthMicroseconds: book.length.microseconds,
      isLengthExact: book.length.isExact)
  }
}
