import DocumentSupport
import Documents
import EventLoop
import Glibc
import Speech
import Testing
import Vocabulary
import Workers

/// Formatted documents, through a real worker.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct BookTests {
  init() { TestLoop.start() }

  private static let picture: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }

  private static var book: Book {
    var book = Book([
      .init(
        "a.xhtml",
        body: """
          <h1>Första</h1><p>Dr. Smith came 😀. He left<span epub:type="pagebreak" title="7"/> at once.</p>
          <p xml:lang="de">Das kostet z. B. nichts.</p>
          """, attributes: "xml:lang='en'"),
      .init("b.xhtml", body: "<ul><li>Tea</li></ul><p>The end.</p>"),
    ])
    book.contents = "<ol><li><a href='a.xhtml'>One</a></li><li><a href='b.xhtml'>Two</a></li></ol>"
    book.manifest = "<item id='cov' href='c.png' properties='cover-image' media-type='image/png'/>"
    book.extra = [.init("OEBPS/c.png", picture)]
    return book
  }

  private func check(_ document: Document) throws {
    #expect(document.error == nil && document.isDone && document.faults.isEmpty, "\(document.faults)")
    #expect(document.description?.title == "The Book" && document.description?.authors == ["Ann Author"])
    #expect(document.cover == CoverImage(Self.picture))
    #expect(
      document.strings
        == ["Första", "Dr. Smith came 😀.", "He left at once.", "Das kostet z. B. nichts.", "Tea", "The end."])
    #expect(document.sentences.map(\.block) == [.heading, .paragraph, .paragraph, .paragraph, .listItem, .paragraph])
    #expect(document.languages == ["", "", "", "de", "", ""])
    #expect(document.chapters.map(\.title) == ["One", "Two"] && document.chapters.map(\.number) == ["1", "2"])
    #expect(document.chapters.map(\.anchor) == ["OEBPS/a.xhtml", "OEBPS/b.xhtml"])
    let text = String(decoding: document.text, as: UTF8.self)
    func place(_ part: String) -> TextPlace? {
      guard let range = text.firstRange(of: part) else { return nil }
      let front = text[..<range.lowerBound]
      return TextPlace(scalars: front.unicodeScalars.count, utf8: front.utf8.count, utf16: front.utf16.count)
    }
    #expect(document.chapters.last?.start == place("Tea"))
    #expect(document.pages == [PageMark(label: "7", start: try #require(place(" at once")))])
  }

  @Test @Core func aBookBecomesOneTextWithChapters_S3_15_S3_22() async throws {
    let session = try Session()
    try check(await session.read(Self.book.bytes, .epub))
    try check(await session.read(Self.book.bytes, .auto, name: "no.txt"))
    session.end()
  }

  /// The parser would end the process when it runs out of memory.
  @Test @Core func aMillionChaptersAreRefusedAndTheWorkerLives() async throws {
    let session = try Session()
    for line in ["# Chapter\n", "a\n", "**_x_**"] {
      let document = await session.read(Array(String(repeating: line, count: 1_000_000).utf8), .markdown)
      #expect(document.error?.code == .tooLarge, "\(document.faults)")
    }
    session.end()
  }

  /// The process may open no file, and so has no locale.
  @Test @Core func partsMayHaveNamesInAnyScript() async throws {
    let session = try Session()
    var book = Book([.init("höhe.xhtml", body: "<p>One.</p>"), .init("第一章.xhtml", body: "<p>Two.</p>")])
    book.contents = "<ol><li><a href='h%C3%B6he.xhtml'>A</a></li><li><a href='第一章.xhtml'>B</a></li></ol>"
    let document = await session.read(book.bytes, .auto)
    #expect(document.strings == ["One.", "Two."] && document.chapters.map(\.title) == ["A", "B"])
    #expect(document.chapters.map(\.anchor) == ["OEBPS/höhe.xhtml", "OEBPS/第一章.xhtml"])
    // Without the UTF-8 flag, and with decomposed letters that the book has precomposed.
    var archive = book.archive
    for index in archive.parts.indices {
      archive.parts[index].flags = 0
      archive.parts[index].name = archive.parts[index].name.replacing("ö", with: "o\u{308}")
    }
    #expect(await session.read(archive.bytes, .auto).strings == ["One.", "Two."])
    session.end()
  }

  /// A cover comes back as a square one, as the cover of a document without text.
  @Test @Core func aCoverIsMadeSquareByItself() async throws {
    let session = try Session()
    let tall = await session.squareCover(SampleCover.tall)
    #expect(tall.isDone && tall.error == nil && tall.faults.isEmpty && tall.text.isEmpty, "\(tall)")
    let square = try #require(tall.cover)
    // Width and height stand in the first part of a PNG.
    #expect(square.kind == .png && Array(square.bytes[16..<24]) == [0, 0, 0, 40, 0, 0, 0, 40])
    // It is a square now, and does not come back.
    let again = await session.squareCover(square.bytes)
    #expect(again.isDone && again.error == nil && again.cover == nil && again.description == nil, "\(again)")
    for (picture, code) in [
      (Array(SampleCover.tall.dropLast(50)), .damaged), (SampleCover.bomb, .tooLarge),
      (SampleCover.tall(claiming: 65_500, by: 65_500), .tooLarge), (Array("no picture".utf8), .unknownFormat),
    ] as [([UInt8], TroubleCode)] {
      let document = await session.squareCover(picture)
      #expect(document.error?.code == code && document.cover == nil && document.faults.isEmpty, "\(document)")
    }
    session.end()
  }

  @Test @Core func aBookMayComeThroughAPipe() async throws {
    let session = try Session()
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    // The pipe is shorter than the book.
    let writing = ends[1]
    let bytes = Self.book.bytes
    Task.detached {
      var rest = bytes[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(max(0, rest.withUnsafeBytes { write(writing, $0.baseAddress, min($0.count, 4096)) }))
      }
      close(writing)
    }
    try check(await session.read(descriptor: ends[0], .auto))
    close(ends[0])
    session.end()
  }

  @Test @Core func aKilledReaderOfABookLosesAndRepeatsNothing() async throws {
    let session = try Session()
    var book = Book(
      (0..<40).map { part in
        .init("\(part).xhtml", body: (0..<200).map { "<p>Sentence \($0) of part \(part).</p>" }.joined())
      })
    book.manifest = "<item id='cov' href='c.png' properties='cover-image' media-type='image/png'/>"
    book.extra = [.init("OEBPS/c.png", Self.picture)]
    let undisturbed = await session.read(book.bytes, .epub)
    #expect(undisturbed.sentences.count == 8000 && undisturbed.chapters.count == 40 && undisturbed.faults.isEmpty)
    let disturbed = await session.readLosingAWorker(book.bytes, .epub) { $0.chapters.count > 9 }
    #expect(disturbed == undisturbed)
    session.end()
  }

  @Test @Core func aChapterThatFailsIsNamedAndTheRestIsThere_S3_17() async throws {
    let session = try Session()
    var archive = Self.book.archive
    let index = archive.parts.firstIndex { $0.name.hasSuffix("a.xhtml") }!
    archive.parts[index].method = 8
    let document = await session.read(archive.bytes, .epub)
    #expect(document.failedChapters == [0] && document.chapters.map(\.title) == ["One", "Two"])
    #expect(document.strings == ["Tea", "The end."] && document.isDone)
    session.end()
  }

  @Test @Core func everyKindIsFoundOutByItsBytesOrItsName() async throws {
    let session = try Session()
    let page = await session.read("<!doctype html><title>T</title><p>One. Two.</p>".utf8, .auto)
    #expect(page.strings == ["One.", "Two."] && page.description?.title == "T")
    let markdown = await session.read("# T\n\n*One*.".utf8, .auto, name: "a.md")
    #expect(markdown.strings == ["T", "One."] && markdown.chapters.map(\.title) == ["T"])
    let subtitles = await session.read("1\n00:00:01,0 --> 00:00:02,0\nOne\nand two.\n".utf8, .auto)
    #expect(subtitles.strings == ["One and two."])
    let text = await session.read("One. Two <b>".utf8, .auto, name: "a.txt")
    #expect(text.text == Array("One. Two <b>".utf8) && text.strings == ["One.", "Two <b>"])
    #expect(await session.read("{\\rtf1 One.}".utf8, .auto).error?.code == .unknownFormat)
    #expect(await session.read(ZIPWriter([.init("a", [1])]).bytes, .auto).error?.code == .unknownFormat)
    #expect(await session.read(Self.book.bytes.prefix(3000), .auto).error?.code == .damaged)
    session.end()
  }

  @Test @Core func textsInOldEncodingsAreRead() async throws {
    let session = try Session()
    let samples: [(text: String, bytes: [UInt8])] = [
      ("Grüße", [0x47, 0x72, 0xFC, 0xDF, 0x65]),
      ("吾輩は猫である。名前はまだ無い。", Samples.shiftJIS), ("吾輩は猫である。名前はまだ無い。", Samples.eucJP),
      ("Все счастливые семьи похожи друг на друга", Samples.windows1251),
      ("Plain, in sixteen bits.", "Plain, in sixteen bits.".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
    ]
    for (text, bytes) in samples {
      let document = await session.read(bytes)
      #expect(String(decoding: document.text, as: UTF8.self) == text)
    }
    // After much ASCII, at the border of one read.
    let front = [UInt8](repeating: 0x61, count: 4095) + [0x0A]
    let late = await session.read(front + Samples.eucJP)
    #expect(String(decoding: late.text, as: UTF8.self).hasSuffix("名前はまだ無い。"))
    // A stray byte in text that is clearly UTF-8 is one character.
    let stray = await session.read(Array("Schön. ".utf8) + [UInt8](repeating: 0x61, count: 5000) + [0xFF, 0x2E])
    #expect(String(decoding: stray.text, as: UTF8.self).hasSuffix("a\u{FFFD}."))
    let page = await session.read(Array("<html><meta charset=shift_jis><p>".utf8) + Samples.shiftJIS, .html)
    #expect(page.strings == ["吾輩は猫である。", "名前はまだ無い。"])
    session.end()
  }

  @Test @Core func aFileThatChangesWhileItIsReadIsNamed() async throws {
    let session = try Session()
    let book = Book(
      (0..<200).map { part in
        .init("\(part).xhtml", body: (0..<100).map { "<p>Sentence \($0) of part \(part).</p>" }.joined())
      })
    let descriptor = anonymousFile(book.bytes)
    defer { close(descriptor) }
    let document: Document = await withCheckedContinuation { continuation in
      var document = Document()
      let request = RequestBox()
      request.token = session.reader.read(descriptor, format: .epub) { event in
        document.take(event)
        if document.chapters.count == 1 { ftruncate(descriptor, 1000) }
        switch event {
        case .done, .failed: continuation.resume(returning: document)
        default: break
        }
      }
    }
    #expect(document.error?.code == .changed && !document.sentences.isEmpty)
    session.end()
  }

  @Test @Core func aHostileBookEndsWithinItsBounds() async throws {
    let session = try Session()
    var bomb = Book([.init("a.xhtml", body: "")]).archive
    let index = bomb.parts.firstIndex { $0.name.hasSuffix("a.xhtml") }!
    bomb.parts[index].bytes = ZIPWriter.deflatedLetters(80 << 20)
    bomb.parts[index].method = 8
    bomb.parts[index].length = 80 << 20
    #expect(await session.read(bomb.bytes, .epub).error?.code == .harmful)
    // One paragraph of 5 MB without a full stop.
    let long = Book([.init("a.xhtml", body: "<p>" + String(repeating: "word ", count: 1_000_000) + "</p>")])
    let document = await session.read(long.bytes, .epub)
    #expect(document.isDone && document.text.count > 4_999_000 && document.faults.isEmpty)
    session.end()
  }
}

/// Texts in the encodings of other systems.
private enum Samples {
  static let shiftJIS: [UInt8] = [
    0x8C, 0xE1, 0x94, 0x79, 0x82, 0xCD, 0x94, 0x4C, 0x82, 0xC5, 0x82, 0xA0, 0x82, 0xE9, 0x81, 0x42, 0x96, 0xBC, 0x91,
    0x4F, 0x82, 0xCD, 0x82, 0xDC, 0x82, 0xBE, 0x96, 0xB3, 0x82, 0xA2, 0x81, 0x42,
  ]
  static let eucJP: [UInt8] = [
    0xB8, 0xE3, 0xC7, 0xDA, 0xA4, 0xCF, 0xC7, 0xAD, 0xA4, 0xC7, 0xA4, 0xA2, 0xA4, 0xEB, 0xA1, 0xA3, 0xCC, 0xBE, 0xC1,
    0xB0, 0xA4, 0xCF, 0xA4, 0xDE, 0xA4, 0xC0, 0xCC, 0xB5, 0xA4, 0xA4, 0xA1, 0xA3,
  ]
  static let windows1251: [UInt8] = [
    0xC2, 0xF1, 0xE5, 0x20, 0xF1, 0xF7, 0xE0, 0xF1, 0xF2, 0xEB, 0xE8, 0xE2, 0xFB, 0xE5, 0x20, 0xF1, 0xE5, 0xEC, 0xFC,
    0xE8, 0x20, 0xEF, 0xEE, 0xF5, 0xEE, 0xE6, 0xE8, 0x20, 0xE4, 0xF0, 0xF3, 0xE3, 0x20, 0xED, 0xE0, 0x20, 0xE4, 0xF0,
    0xF3, 0xE3, 0xE0,
  ]
}
