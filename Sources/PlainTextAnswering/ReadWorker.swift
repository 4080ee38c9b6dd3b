import DocumentAnswering
import Documents
import Wire

/// `aloud-read`: one document into text and sentences, where it is plain text; all others it passes on. Each text that is
/// spoken waits for this program to start, so that it loads no library that plain text does not need.
public enum ReadWorker {
  /// True if this process was started under the worker's name. The speech worker can be that, too: most of both is
  /// Swift's runtime, which is installed once.
  public static var isCalled: Bool { CommandLine.arguments.first?.split(separator: "/").last == "aloud-read" }

  /// Does the work of the process, on its only thread.
  public static func run() -> Never {
    // ICU's data are 30 MB of address space, mapped and mostly never read.
    let needs = DocumentWorker.Needs(memory: 512 << 20)
    DocumentWorker.run("aloud-read", needs, rehearse: PlainTextReading.rehearse, read: read)
  }

  /// - Returns: the bytes of the document's text; `nil` where another worker is to read it.
  private static func read(
    _ source: inout DocumentSource, _ order: DocumentOrder, _ answer: DocumentAnswer
  ) throws(WorkerFailure) -> Int? {
    let kind = order.kind == .detect ? try detect(&source, name: order.name) : order.kind
    switch kind {
    case .plainText: return try PlainTextReading.run(&source, language: order.language, answer)
    default:
      // The bytes of a pipe that have been looked at are nowhere else any more.
      let taken = source.isRegular ? [] : Array(try source.peek(WorkerAnswer.maximumTaken))
      answer.pass(to: kind, taken: taken)
      return nil
    }
  }

  private static func detect(_ source: inout DocumentSource, name: String) throws(WorkerFailure) -> DocumentKind {
    switch FormatGuess(try source.peek(FormatGuess.sampleLength), name: name) {
    case .archive: return .epub
    case .pdf: return .pdf
    case .html: return .html
    case .markdown: return .markdown
    case .subtitles: return .subtitles
    case .plainText: return .plainText
    case .other(let what): throw WorkerFailure(.unknownFormat, what)
    }
  }
}
