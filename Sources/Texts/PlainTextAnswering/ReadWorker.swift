import Confinement
import DocumentWire
import DocumentWorkerKit
import Documents
import Vocabulary
import Wire

/// `aloud-read` converts a plain text to text and sentences, and passes other documents on. Every text waits for the
/// start of this program, so it loads only the libraries that plain text needs.
public enum ReadWorker {
  /// True if this process was started under the worker's name. The program of the speech worker can have that name,
  /// too: most of both programs is Swift's runtime, which is thus installed once.
  public static var isCalled: Bool { ProgramName.isCalled("aloud-read") }

  /// Runs the worker; the process has only this thread.
  public static func run() -> Never {
    // ICU maps 30 MB of data, most of which are never read.
    let needs = DocumentWorker.Needs(memory: 512 << 20, takesAnySize: true)
    DocumentWorker.run("aloud-read", needs, rehearse: PlainTextReading.rehearse, read: read)
  }

  /// - Returns: the bytes of the document's text; `nil` if another worker has to read it.
  private static func read(
    _ source: inout DocumentSource, _ order: DocumentOrder, _ answer: DocumentSender
  ) throws(Trouble) -> Int? {
    let format = order.format == .auto ? try detect(&source, name: order.name) : order.format
    // A recording may be of any size: only a part of it is in memory at a time.
    if format != .recording { try source.checkSize() }
    switch format {
    case .text: return try PlainTextReading.run(&source, order, answer)
    default:
      // Bytes that have been read from a pipe cannot be read again.
      let taken = source.isRegular ? [] : Array(try source.peek(DocumentAnswer.maximumTaken))
      answer.pass(to: format, taken: taken)
      return nil
    }
  }

  private static func detect(_ source: inout DocumentSource, name: String) throws(Trouble) -> DocumentFormat {
    switch FormatGuess(try source.peek(FormatGuess.sampleLength), name: name) {
    case .archive: return .epub
    case .format(let format): return format
    // The service asks for a list's files itself, where it may open them.
    case .playlist: throw Trouble(.unknownFormat, ForeignFormat.playlist.name)
    case .other(let format): throw Trouble(.unknownFormat, format.name)
    }
  }
}
