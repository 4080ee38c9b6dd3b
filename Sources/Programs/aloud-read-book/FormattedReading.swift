import DocumentReading
import DocumentWire
import DocumentWorkerKit
import Documents
import TextDecoding
import Vocabulary

/// Reads documents with a format of their own and passes their parts to the writer.
enum FormattedReading {
  /// Bytes. An archive from a pipe is kept in memory, because its directory is at its end.
  private static let largestArchiveInMemory = 128 << 20

  /// - Parameter order: its format is one that the service gives to this program.
  /// - Returns: the bytes of the text.
  static func run(
    _ source: inout DocumentSource, _ order: DocumentOrder, _ writer: DocumentWriter
  ) throws(Trouble) -> Int {
    switch order.format {
    // The archive shows which of them it is.
    case .epub, .odt, .docx:
      let bytes =
        source.isRegular
        ? DocumentBytes.file(descriptor: source.descriptor)
        : .memory(try source.readAll(limit: largestArchiveInMemory))
      return try writer.write { writer throws(Trouble) in
        try ArchiveReader.read(bytes, decode: EncodedText.whole) { writer.take($0) }
      }
    case .html:
      let bytes = try source.readAll(limit: PageReader.maximumSize)
      let text = EncodedText.whole(bytes, declared: MarkupEncoding.declared(in: bytes))
      return try writer.write { writer throws(Trouble) in
        try PageReader.read(html: text) { writer.take($0) }
      }
    case .markdown:
      let text = PrintedText.cleaned(
        EncodedText.whole(try source.readAll(limit: MarkdownReader.maximumSize), declared: nil))
      return try writer.write { writer throws(Trouble) in
        try MarkdownReader.read(text) { writer.take($0) }
      }
    case .subtitles:
      let text = PrintedText.cleaned(
        EncodedText.whole(try source.readAll(limit: SubtitleReader.maximumSize), declared: nil))
      return try writer.write { writer throws(Trouble) in
        if order.isTimed {
          try SubtitleReader.readTimed(text) { writer.take($0) }
        } else {
          try SubtitleReader.read(text) { writer.take($0) }
        }
      }
    case .text, .pdf, .recording, .auto:
      throw Trouble(.spokeOutOfTurn, "\(order.format) is read by another program")
    }
  }
}
