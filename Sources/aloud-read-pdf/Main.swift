import DocumentAnswering
import Documents
import PDFReading
import Wire

/// `aloud-read-pdf`: a PDF document into text and sentences. A program of its own, since poppler brings some fifty
/// libraries, which every text would pay for.
@main
struct ReadPDFWorker {
  /// A document that comes through a pipe has to be kept, since its list is at its end.
  private static let largestInMemory = 128 << 20

  static func main() {
    let needs = DocumentWorker.Needs(memory: 1 << 30, paths: [PDFReader.characterMaps])
    DocumentWorker.run("aloud-read-pdf", needs, prepare: PDFReader.prepare, read: read)
  }

  private static func read(
    _ source: inout DocumentSource, _ order: DocumentOrder, _ answer: DocumentAnswer
  ) throws(WorkerFailure) -> Int? {
    let writer = try DocumentWriter(answer, language: order.language)
    if source.isRegular {
      let descriptor = source.descriptor
      return try writer.write { writer throws(DocumentError) in
        try PDFReader.read(file: descriptor) { writer.take($0) }
      }
    }
    let bytes = try source.readAll(limit: largestInMemory)
    return try writer.write { writer throws(DocumentError) in try PDFReader.read(bytes) { writer.take($0) } }
  }
}
