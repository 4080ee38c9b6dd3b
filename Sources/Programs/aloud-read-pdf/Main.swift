import DocumentWire
import DocumentWorkerKit
import Documents
import PDFReading
import Vocabulary

/// `aloud-read-pdf` converts a PDF document to text and sentences. It is a program of its own so that other texts need
/// not wait for poppler's fifty libraries.
@main
struct ReadPDFWorker {
  /// Bytes. A document from a pipe is kept in memory, because its table of objects is at its end.
  private static let largestInMemory = 128 << 20

  static func main() {
    let needs = DocumentWorker.Needs(memory: 1 << 30, paths: [PDFReader.characterMaps])
    DocumentWorker.run("aloud-read-pdf", needs, prepare: PDFReader.prepare, read: read)
  }

  private static func read(
    _ source: inout DocumentSource, _ order: DocumentOrder, _ answer: DocumentSender
  ) throws(Trouble) -> Int? {
    let writer = try DocumentWriter(answer, order)
    if source.isRegular {
      let descriptor = source.descriptor
      return try writer.write { writer throws(Trouble) in
        try PDFReader.read(file: descriptor) { writer.take($0) }
      }
    }
    let bytes = try source.readAll(limit: largestInMemory)
    return try writer.write { writer throws(Trouble) in try PDFReader.read(bytes) { writer.take($0) } }
  }
}
