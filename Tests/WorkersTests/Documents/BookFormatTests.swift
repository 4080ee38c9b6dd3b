import DocumentSupport
import Documents
import EventLoop
import Glibc
import Speech
import Testing
import Vocabulary
import Workers

/// Documents of other programs, through the real workers.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct BookFormatTests {
  init() { TestLoop.start() }

  private static var pdf: PDFWriter {
    var document = PDFWriter([
      PDFWriter.column(["A first sentence. And a second one that is hyphen-", "ated at the end of its line."]),
      PDFWriter.column(["The second page has this."]),
    ])
    document.outline = [.init("One", page: 0), .init("Two", page: 1)]
    document.information = "/Title (Paper)"
    return document
  }

  private func check(_ document: Document) {
    #expect(document.error == nil && document.isDone && document.faults.isEmpty, "\(document.faults)")
    #expect(document.description?.title == "Paper" && document.chapters.map(\.title) == ["One", "Two"])
    #expect(
      document.strings == [
        "A first sentence.", "And a second one that is hyphenated at the end of its line.", "The second page has this.",
      ])
    #expect(document.pages.map(\.label) == ["1", "2"] && document.pages.last?.start == document.chapters.last?.start)
  }

  @Test @Core func aPDFDocumentIsReadByAWorkerOfItsOwn_S3_15() async throws {
    let session = try Session()
    check(await session.read(Self.pdf.bytes, .auto, name: "a.txt"))
    check(await session.read(Self.pdf.bytes, .pdf))
    session.end()
  }

  /// GLib converts them with a file of the C library, which a confined worker cannot open.
  @Test @Core func titleAndAuthorOfAPDFDocumentMayBeInAnyScript_S3_22() async throws {
    let session = try Session()
    var document = Self.pdf
    document.information = "/Title <FEFF97F330018AAD> /Author <FEFF00C400DC>"
    let said = await session.read(document.bytes, .pdf).description
    #expect(said?.title == "音、読" && said?.authors == ["ÄÜ"])
    session.end()
  }

  @Test @Core func aPDFDocumentMayComeThroughAPipe() async throws {
    let session = try Session()
    var document = Self.pdf
    // This is larger than a pipe, and than the sample for the detection.
    document.catalog = "/Filler (" + String(repeating: "x", count: 200_000) + ")"
    for size in [1, 4096] {
      var ends: [CInt] = [-1, -1]
      pipe(&ends)
      let (writing, bytes) = (ends[1], document.bytes)
      Task.detached {
        // The first piece is just enough for the detection.
        var rest = bytes[...]
        var count = size == 1 ? 9 : size
        while !rest.isEmpty {
          rest = rest.dropFirst(max(0, rest.withUnsafeBytes { write(writing, $0.baseAddress, min($0.count, count)) }))
          count = 4096
        }
        close(writing)
      }
      check(await session.read(descriptor: ends[0], .auto))
      close(ends[0])
    }
    session.end()
  }

  @Test @Core func aKilledReaderOfAPDFDocumentLosesAndRepeatsNothing() async throws {
    let session = try Session()
    let pages = (0..<400).map { page in
      PDFWriter.column((0..<40).map { "Sentence \($0) of page \(page) stands here." })
    }
    let bytes = PDFWriter(pages).bytes
    let undisturbed = await session.read(bytes, .auto)
    #expect(undisturbed.sentences.count == 16_000 && undisturbed.pages.count == 400 && undisturbed.faults.isEmpty)
    let disturbed = await session.readLosingAWorker(bytes, .auto) { $0.pages.count > 100 }
    #expect(disturbed == undisturbed)
    session.end()
  }

  @Test @Core func documentsOfWordProcessorsAreFoundOutByWhatIsInThem() async throws {
    let session = try Session()
    let open = OfficeDocument.openDocument("<text:h text:outline-level='1'>A</text:h><text:p>One. Two.</text:p>")
    let word = OfficeDocument.word("<w:p><w:r><w:t>One. Two.</w:t></w:r></w:p>")
    #expect(await session.read(open.bytes, .auto, name: "a.zip").strings == ["A", "One.", "Two."])
    #expect(await session.read(open.bytes, .odt).chapters.map(\.title) == ["A"])
    #expect(await session.read(word.bytes, .auto).strings == ["One.", "Two."])
    #expect(await session.read(word.bytes, .docx).isDone)
    session.end()
  }

  @Test @Core func unreadableDocumentsOfTheseFormatsAreNamed() async throws {
    let session = try Session()
    var locked = Self.pdf
    locked.isLocked = true
    #expect(await session.read(locked.bytes, .auto).error?.code == .encrypted)
    #expect(await session.read("%PDF-1.4\n".utf8, .auto).error?.code == .damaged)
    #expect(await session.read(PDFWriter([[]]).bytes, .auto).error?.code == .empty)
    // It is not a PDF document, even if the client says so.
    #expect(await session.read("Plain text.".utf8, .pdf).error?.code == .damaged)
    session.end()
  }

  @Test @Core func aPDFDocumentThatChangesWhileItIsReadIsNamed() async throws {
    let session = try Session()
    let pages = (0..<2000).map { page in PDFWriter.column((0..<20).map { "Sentence \($0) of page \(page)." }) }
    let descriptor = anonymousFile(PDFWriter(pages).bytes)
    defer { close(descriptor) }
    let document: Document = await withCheckedContinuation { continuation in
      var document = Document()
      var isCut = false
      _ = session.reader.read(descriptor, format: .auto) { event in
        document.take(event)
        if !isCut && !document.sentences.isEmpty {
          isCut = true
          ftruncate(descriptor, 5000)
        }
        switch event {
        case .done, .failed: continuation.resume(returning: document)
        default: break
        }
      }
    }
    #expect(document.error?.code == .changed && !document.sentences.isEmpty)
    session.end()
  }
}
