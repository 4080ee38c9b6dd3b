import DesktopSupport
import Documents
import EventLoop
import Glibc
import Speech
import Testing
import Vocabulary
import Workers

/// The events of a document, collected.
struct Document: Equatable, Sendable {
  var text: [UInt8] = []
  var sentences: [SentenceRecord] = []
  var times: [SentenceTime] = []
  var isDone = false
  var isRecording = false
  var error: Trouble?
  var faults: [String] = []
  var description: DocumentDescription?
  var cover: CoverImage?
  var chapters: [Chapter] = []
  var pages: [PageMark] = []
  var failedChapters: [Int] = []
  /// The language of each sentence.
  var languages: [String] = []

  mutating func take(_ event: DocumentEvent) {
    if isDone || isRecording || error != nil { faults.append("an event after the end") }
    switch event {
    case .text(let chunk): text += chunk
    case .description(let description):
      if self.description != nil || !text.isEmpty { faults.append("a description that comes late") }
      self.description = description
    case .cover(let image):
      if cover != nil { faults.append("another cover") }
      cover = image
    case .chapter(let chapter):
      if chapter.index != chapters.count { faults.append("chapter \(chapter.index) after \(chapters.count)") }
      if let last = sentences.last, last.span.utf8.upperBound > chapter.start.utf8 { faults.append("a late chapter") }
      chapters.append(chapter)
    case .chapterFailed(let index, _): failedChapters.append(index)
    case .page(let page): pages.append(page)
    case .sentences(let batch, let language):
      if chapters.isEmpty { faults.append("a sentence before the first chapter") }
      sentences += batch
      languages += batch.map { _ in language }
      if let last = batch.last, last.span.utf8.upperBound > text.count { faults.append("a sentence before its text") }
    case .times(let batch):
      times += batch
      if times.count > sentences.count { faults.append("a time before its sentence") }
    case .done: isDone = true
    case .recording: isRecording = true
    case .failed(let error): self.error = error
    }
  }

  var strings: [String] { sentences.map { String(decoding: text[$0.span.utf8], as: UTF8.self) } }
}

/// A file that has no name.
func anonymousFile(_ bytes: some Sequence<UInt8>) -> CInt {
  var name = Array("/tmp/aloud-test-XXXXXX".utf8CString)
  let descriptor = mkstemp(&name)
  unlink(name)
  let bytes = Array(bytes)
  var done = 0
  while done < bytes.count {
    done += bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
  return descriptor
}

extension Session {
  func read(
    _ bytes: some Sequence<UInt8>, _ kind: DocumentFormat = .text, name: String = "", language: String = "",
    isTimed: Bool = false
  ) async -> Document {
    let descriptor = anonymousFile(bytes)
    defer { close(descriptor) }
    return await read(descriptor: descriptor, kind, name: name, language: language, isTimed: isTimed)
  }

  func read(
    descriptor: CInt, _ kind: DocumentFormat = .text, name: String = "", language: String = "",
    isTimed: Bool = false
  ) async -> Document {
    await withCheckedContinuation { continuation in
      var document = Document()
      _ = reader.read(descriptor, format: kind, language: language, name: name, isTimed: isTimed) { event in
        document.take(event)
        switch event {
        case .done, .recording, .failed: continuation.resume(returning: document)
        default: break
        }
      }
    }
  }

  func squareCover(_ picture: [UInt8]) async -> Document {
    let descriptor = anonymousFile(picture)
    defer { close(descriptor) }
    return await withCheckedContinuation { continuation in
      var document = Document()
      _ = reader.squareCover(descriptor) { event in
        document.take(event)
        switch event {
        case .done, .recording, .failed: continuation.resume(returning: document)
        default: break
        }
      }
    }
  }

  /// Reads with a worker that is killed once, after so much text.
  func readLosingAWorker(
    _ bytes: some Sequence<UInt8>, _ kind: DocumentFormat = .text, when isTime: @escaping (Document) -> Bool
  ) async -> Document {
    let descriptor = anonymousFile(bytes)
    defer { close(descriptor) }
    return await withCheckedContinuation { continuation in
      var document = Document()
      var isKilled = false
      _ = reader.read(descriptor, format: kind) { [reader] event in
        document.take(event)
        if !isKilled, isTime(document), let worker = reader.processIDs.first {
          isKilled = true
          kill(worker, SIGKILL)
        }
        switch event {
        case .done, .recording, .failed: continuation.resume(returning: document)
        default: break
        }
      }
    }
  }
}

@Suite(.timeLimit(.minutes(3)), .serialized)
struct DocumentReaderTests {
  init() { TestLoop.start() }

  @Test @Core func aTextBecomesItsSentences() async throws {
    let session = try Session()
    let document = await session.read(
      "Chapter 1\n\nDr. Smith came in. He said: \"Hello!\" and left\nwithout a word.\n\n* * *\n\nThe end. 😀".utf8)
    #expect(document.error == nil && document.isDone && document.faults.isEmpty)
    #expect(
      document.strings
        == ["Chapter 1", "Dr. Smith came in.", "He said: \"Hello!\" and left\nwithout a word.", "The end.", "😀"])
    #expect(document.sentences.map(\.flags) == [.endsParagraph, [], .endsParagraph, [], .endsParagraph])
    #expect(document.sentences.map(\.block) == [.heading] + [BlockClass](repeating: .paragraph, count: 4))
    #expect(document.chapters.map(\.title) == ["Chapter 1"])
    session.end()
  }

  @Test @Core func offsetsNameTheSameCharactersInEveryUnit() async throws {
    let session = try Session()
    let text = "Grüße 😀.\r\n\r\n世界。שלום! e\u{301}té\nx\n\n👩‍👩‍👧 Ende."
    let document = await session.read([0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(document.text == Array(text.utf8))
    let scalars = Array(text.unicodeScalars)
    let units = Array(text.utf16)
    for (record, string) in zip(document.sentences, document.strings) {
      #expect(scalars[record.span.scalars].elementsEqual(string.unicodeScalars))
      #expect(
        String(decoding: units[record.span.utf16], as: UTF16.self).unicodeScalars.elementsEqual(string.unicodeScalars))
    }
    #expect(document.strings.first == "Grüße 😀." && document.strings.last == "👩‍👩‍👧 Ende.")
    session.end()
  }

  @Test @Core func markedUTF16IsReadToo() async throws {
    let session = try Session()
    let text = "Hällo 😀. Welt."
    for bigEndian in [false, true] {
      let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit in
        bigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
      }
      let document = await session.read(bytes)
      #expect(document.text == Array(text.utf8) && document.strings == ["Hällo 😀.", "Welt."])
    }
    session.end()
  }

  @Test @Core func aTextThatCannotBeDecodedFailsByName() async throws {
    let session = try Session()
    let halved = await session.read([0xFF, 0xFE, 0x61, 0, 0, 0xD8, 0x61, 0])
    #expect(halved.error?.code == .wrongEncoding)
    #expect(halved.error?.detail.contains("byte 4") == true)
    #expect(await session.read([0x7F, 0x45, 0x4C, 0x46, 0, 1]).error?.code == .notText)
    #expect(await session.read([]).error?.code == .empty)
    #expect(await session.read(" \n * * *\n\u{301}".utf8).error?.code == .empty)
    session.end()
  }

  @Test @Core func anUnreadableFileFails() async throws {
    let session = try Session()
    for path in ["/tmp", "/dev/null", "/dev/zero"] {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      #expect(await session.read(descriptor: descriptor).error?.code == .unreadable, "\(path)")
      close(descriptor)
    }
    #expect(await session.read(descriptor: -1).error?.code == .unreadable)
    #expect(await session.read(descriptor: 9999).error?.code == .unreadable)
    session.end()
  }

  @Test @Core func anEnormousFileIsRefusedUnread() async throws {
    let session = try Session()
    let descriptor = anonymousFile([])
    ftruncate(descriptor, 1 << 40)
    #expect(await session.read(descriptor: descriptor).error?.code == .tooLarge)
    close(descriptor)
    session.end()
  }

  @Test @Core func aPipeIsReadAsItComes() async throws {
    let session = try Session()
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    let text = "First sentence. Second sentence. Third one. The fou"
    write(ends[1], text, text.utf8.count)
    var document = Document()
    _ = session.reader.read(ends[0]) { document.take($0) }
    // The writer has not closed its end.
    #expect(await eventually { !document.sentences.isEmpty })
    #expect(document.strings.first == "First sentence.")
    write(ends[1], "rth.", 4)
    close(ends[1])
    close(ends[0])
    #expect(await eventually { document.isDone })
    #expect(document.strings == ["First sentence.", "Second sentence.", "Third one.", "The fourth."])
    session.end()
  }

  @Test @Core func aKilledReaderLosesAndRepeatsNothing() async throws {
    let session = try Session()
    let text = (0..<20_000).map { "Sentence number \($0) of this long document." }.joined(separator: "\n\n")
    let undisturbed = await session.read(text.utf8)
    #expect(undisturbed.sentences.count == 20_000 && undisturbed.text == Array(text.utf8))
    let disturbed = await session.readLosingAWorker(text.utf8) { $0.sentences.count > 1000 }
    #expect(disturbed == undisturbed)
    session.end()
  }

  @Test @Core func aPausedDocumentWaitsAndTakesNoMemory() async throws {
    let session = try Session()
    let text = String(repeating: "A sentence of some length for a document that is long. ", count: 100_000)
    let descriptor = anonymousFile(text.utf8)
    defer { close(descriptor) }
    var document = Document()
    let request = RequestBox()
    var bytesAtPause = 0
    request.token = session.reader.read(descriptor) { event in
      document.take(event)
      if bytesAtPause == 0 && document.text.count > 200_000 {
        bytesAtPause = document.text.count
        session.reader.pause(request.token!)
      }
    }
    #expect(await eventually { bytesAtPause > 0 })
    let worker = try #require(session.reader.processIDs.first)
    // It blocks in a send when its socket is full.
    #expect(await eventually { contents(of: "/proc/\(worker)/stat").contains(") S ") })
    #expect(document.text.count == bytesAtPause)
    if !isSanitized { #expect(privateKilobytes(of: worker) < 16_000) }
    session.reader.resume(request.token!)
    #expect(await eventually { document.isDone })
    #expect(document.text.count == text.utf8.count && document.sentences.count == 100_000 && document.faults.isEmpty)
    session.end()
  }

  @Test @Core func aCancelledDocumentSaysNothingMore() async throws {
    let session = try Session()
    let descriptor = anonymousFile(String(repeating: "A sentence. ", count: 50_000).utf8)
    defer { close(descriptor) }
    var events = 0
    var token: RequestToken?
    var worker: Int32 = 0
    await withCheckedContinuation { continuation in
      token = session.reader.read(descriptor) { _ in
        events += 1
        guard events == 1 else { return }
        worker = session.reader.processIDs.first ?? 0
        session.reader.cancel(token!)
        continuation.resume()
      }
    }
    #expect(session.reader.isIdle)
    #expect(await eventually { kill(worker, 0) != 0 })
    #expect(events == 1)
    session.end()
  }

  @Test @Core func aWarmReaderIsUsed() async throws {
    let session = try Session()
    session.reader.warm()
    let document = await session.read("One. Two.".utf8)
    #expect(document.strings == ["One.", "Two."] && document.isDone)
    session.end()
  }

  @Test @Core func whileATextIsHeardNoReaderIsKept() throws {
    let clock = ManualScheduler()
    let reader = DocumentReader(try WorkerExecutable.read.program(), scheduler: clock)
    reader.warm()
    clock.advance(by: .seconds(100))
    #expect(reader.isWarm)
    reader.setStandby(false)
    clock.advance(by: .seconds(6))
    reader.warm()
    clock.advance(by: .seconds(9))
    #expect(reader.isWarm)
    clock.advance(by: .seconds(1))
    #expect(!reader.isWarm)
    reader.warm()
    clock.advance(by: .seconds(1))
    #expect(reader.isWarm)
    clock.advance(by: .seconds(9))
    #expect(!reader.isWarm)
    reader.setStandby(true)
    clock.advance(by: .seconds(1))
    #expect(reader.isWarm)
    clock.advance(by: .seconds(100))
    #expect(reader.isWarm)
  }

  @Test @Core func sentencesOfOneWordWithoutEndAreToldTogether() async throws {
    let session = try Session()
    let text = String(repeating: "No.\n\n", count: 130_000)
    let document = await session.read(text.utf8)
    #expect(document.isDone && document.faults.isEmpty && document.text.count == text.utf8.count)
    let most = JoinedSentences.usualCount + text.utf8.count / JoinedSentences.shortAverage + 100
    #expect(document.sentences.count < most)
    #expect(document.sentences.last?.span.utf8.upperBound == text.utf8.count - 2)
    session.end()
  }

  @Test @Core func theTextOfAChapterComesAfterItsBeginning() async throws {
    // Otherwise the text would go to the chapter before, from there to this one, and so on through all chapters of one
    // read.
    let session = try Session()
    let text = (1...300).map { "Chapter \($0)\n\nIt is so.\n\n" }.joined()
    let descriptor = anonymousFile(text.utf8)
    defer { close(descriptor) }
    let early = await withCheckedContinuation { continuation in
      var (bytes, early) = (0, 0)
      _ = session.reader.read(descriptor) { event in
        switch event {
        case .text(let chunk): bytes += chunk.count
        case .chapter(let chapter): early += bytes - chapter.start.utf8
        case .done, .recording, .failed: continuation.resume(returning: early)
        default: break
        }
      }
    }
    // The exception is the part of a heading that one read brought and the next one completes.
    #expect(early < 30)
    session.end()
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))]) @Core
  func randomBytesEnd(seed: UInt64) async throws {
    let session = try Session()
    var generator = SeededGenerator(seed: seed)
    for round in 0..<30 {
      let bytes = (0..<Int.random(in: 1...3000, using: &generator)).map { _ in
        round % 2 == 0
          ? UInt8.random(in: 0...255, using: &generator) : UInt8.random(in: 9...126, using: &generator)
      }
      let document = await session.read(bytes, round % 3 == 0 ? .auto : .text)
      #expect(document.isDone != (document.error != nil))
      #expect(document.faults.isEmpty)
    }
    session.end()
  }
}
