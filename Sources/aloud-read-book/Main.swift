import DocumentAnswering
import Wire

/// `aloud-read-book`: a document that is more than its bytes (a book, a page, a text with marks) into text and
/// sentences. A program of its own, since each text that is spoken would wait for its libraries.
@main
struct ReadBookWorker {
  static func main() {
    // ICU's data are 30 MB of address space, mapped and mostly never read.
    let needs = DocumentWorker.Needs(memory: 512 << 20)
    DocumentWorker.run("aloud-read-book", needs, read: read)
  }

  private static func read(
    _ source: inout DocumentSource, _ order: DocumentOrder, _ answer: DocumentAnswer
  ) throws(WorkerFailure) -> Int? {
    try FormattedReading.run(&source, order.kind, DocumentWriter(answer, language: order.language))
  }
}
