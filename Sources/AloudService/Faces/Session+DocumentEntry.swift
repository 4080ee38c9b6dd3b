import AloudAPI
import EventLoop
import Playback
import Reading

// The document that is read, as clients see it.
extension Session {
  /// Where the reading is in it; `nil` where there is no other chapter.
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
