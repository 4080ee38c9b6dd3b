import DocumentReading
import Wire

/// Documents that are more than their bytes, from their formats to the writer.
enum FormattedReading {
  /// An archive that comes through a pipe has to be kept, since its list is at its end.
  private static let largestArchiveInMemory = 128 << 20

  /// - Parameter kind: neither plain text nor unknown.
  static func run(_ source: inout DocumentSource, _ kind: DocumentKind, _ writer: DocumentWriter) throws(WorkerFailure)
  {
    switch kind {
    case .epub:
      let bytes =
        source.isRegular
        ? DocumentBytes.file(descriptor: source.descriptor)
        : .memory(try source.readAll(limit: largestArchiveInMemory))
      try reading(writer) { () throws(DocumentError) in
        try EPUBReader.read(bytes, decode: EncodedText.whole) { writer.take($0) }
      }
    case .html:
      let bytes = try source.readAll(limit: PageReader.maximumSize)
      let text = EncodedText.whole(bytes, declared: MarkupEncoding.declared(in: bytes))
      try reading(writer) { () throws(DocumentError) in try PageReader.read(html: text) { writer.take($0) } }
    case .markdown:
      let text = EncodedText.whole(try source.readAll(limit: MarkdownReader.maximumSize), declared: nil)
      try reading(writer) { () throws(DocumentError) in try MarkdownReader.read(text) { writer.take($0) } }
    case .subtitles:
      let text = EncodedText.whole(try source.readAll(limit: SubtitleReader.maximumSize), declared: nil)
      try reading(writer) { () throws(DocumentError) in try SubtitleReader.read(text) { writer.take($0) } }
    case .plainText, .detect: preconditionFailure("plain text has a way of its own")
    }
  }

  /// What was read before an error is sent before it.
  private static func reading(
    _ writer: DocumentWriter, _ body: () throws(DocumentError) -> Void
  ) throws(WorkerFailure) {
    do throws(DocumentError) {
      try body()
    } catch {
      writer.flush()
      throw WorkerFailure(error)
    }
  }
}
