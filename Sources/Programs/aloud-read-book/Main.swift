import DocumentWire
import DocumentWorkerKit
import Vocabulary

/// `aloud-read-book` converts a formatted document (a book, a web page, Markdown, subtitles) to text and sentences, a
/// cover to a square one, or a playlist to the names of its files. It is a program of its own so that plain texts need
/// not wait for its libraries.
@main
struct ReadBookWorker {
  static func main() {
    // ICU maps 30 MB of data, most of which are never read.
    let needs = DocumentWorker.Needs(memory: 512 << 20)
    DocumentWorker.run("aloud-read-book", needs, read: read, squareCover: CoverReading.run, list: PlaylistReading.run)
  }

  private static func read(
    _ source: inout DocumentSource, _ order: DocumentOrder, _ answer: DocumentSender
  ) throws(Trouble) -> Int? {
    try FormattedReading.run(&source, order, DocumentWriter(answer, order))
  }
}
