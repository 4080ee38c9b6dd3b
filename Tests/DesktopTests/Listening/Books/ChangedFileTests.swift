import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// Files that change or disappear while they are read.
@Suite(.serialized, .timeLimit(.minutes(4)))
struct ChangedFileTests {
  /// A change of a file.
  enum Change: CaseIterable {
    /// Another file takes its name.
    case replaced
    case removed
    case truncated
    case appended
    /// Something else is written into the file.
    case rewritten

    /// True if the opened file is unchanged.
    var leavesTheFileAlone: Bool { self == .replaced || self == .removed }

    func apply(to path: String) throws {
      let url = URL(fileURLWithPath: path)
      switch self {
      case .replaced: try Data("Another text.".utf8).write(to: url, options: .atomic)
      case .removed: try FileManager.default.removeItem(at: url)
      case .truncated: #expect(truncate(path, 1000) == 0)
      case .appended:
        let file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
        try file.write(contentsOf: Data("And some words more.".utf8))
        try file.close()
      case .rewritten:
        let file = try FileHandle(forWritingTo: url)
        try file.write(contentsOf: Data(PDFWriter([PDFWriter.column(["Something else."])]).bytes))
        try file.close()
      }
    }
  }

  enum Kind: String, CaseIterable {
    case epub, pdf, txt

    /// The text is so long that no worker has finished it when the first words are in the queue.
    var bytes: [UInt8] { Self.files[self] ?? [] }

    private static let files = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.made) })

    private var made: [UInt8] {
      switch self {
      case .epub:
        let body = String(repeating: "<p>A long chapter has many sentences, and this is one of them.</p>", count: 1500)
        let parts = (1...100).map { Book.Part("c\($0).xhtml", body: "<h1>Chapter \($0)</h1>\(body)") }
        return Library.book(parts).bytes
      case .pdf:
        let pages = (0..<1500).map { page in PDFWriter.column((0..<20).map { "Sentence \($0) of page \(page)." }) }
        return PDFWriter(pages).bytes
      case .txt:
        let line = "A long text has many sentences, and this is one of them.\n"
        return Array(String(repeating: line, count: 150_000).utf8)
      }
    }
  }

  @Test(arguments: zip(Kind.allCases, [Change.rewritten, .replaced, .truncated]))
  func aFileThatChangesDuringTheReadingIsNamedAndTheRestStays_S3_17(kind: Kind, change: Change) async throws {
    try await Scene.inDesktop { desktop in
      let scene = Scene(desktop: desktop, service: try await desktop.startService(), remote: try Remote(desktop))
      let remote = scene.remote
      let path = try scene.file("long.\(kind)", kind.bytes)
      _ = try await remote.open(path, SpeakOptions(paused: true))
      let reader = try #require(Self.readers(of: path, below: scene.service.pid).first, "it has been read already")
      kill(reader, SIGSTOP)
      let behind = try await remote.speak("The text behind it.", SpeakOptions(paused: true))
      try change.apply(to: path)
      kill(reader, SIGCONT)
      try await eventually("the reader ends") { Self.readers(of: path, below: scene.service.pid).isEmpty }
      if change.leavesTheFileAlone {
        if kind == .epub { _ = try await remote.tracks(101) }
        #expect(try await remote.text(.lastError).isEmpty)
      } else {
        try await eventually("it is named") { try await !remote.text(.lastError).isEmpty }
        let error = try await remote.text(.lastError)
        #expect(error.contains("'long.\(kind)' ends early: the file changed while it was being read"), "\(error)")
        #expect(error.contains("open it again"), "\(error)")
      }
      // The text that was read is there to be heard, and so is the text after it.
      let tracks = try await remote.tracks()
      #expect(tracks.last?.id == behind && tracks.first?.isCurrent == true && tracks.count > 1)
      #expect(try await remote.text(.state) == "paused")
      try await remote.set(.rate, .double(6))
      try await remote(.play)
      try await eventually("it is heard") { try await remote.position() > 500_000 }
      // The moment may be between two sentences.
      try await remote.wait(.state, "speaking")
      try await remote(.goTo(behind))
      try await remote(.play)
      try await remote.wait(.state, "idle")
    }
  }

  @Test(arguments: [Change.removed, .appended])
  func aFileThatWasReadMayChange(change: Change) async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      let path = try fixture.file("book.epub", Library.book().bytes)
      try await fixture.open(path, tracks: 3)
      try await eventually("it has been read") { try await fixture.whole()?.isWhole == true }
      try change.apply(to: path)
      let finished = Signals(of: UtteranceFinishedSignal.member, on: remote)
      try await remote(.subscribe([.utterance]))
      try await remote.set(.rate, .double(6))
      try await remote(.play)
      try await eventually("all chapters are heard") { finished.arguments.count == 3 }
      #expect(try await remote.text(.lastError).isEmpty)
    }
  }

  /// The replacement of a book that the returning service finds.
  enum Found: CaseIterable {
    case nothing, half
  }

  @Test(arguments: Found.allCases)
  func aBookThatIsNotThereAnyMoreIsNamedAndTheRestStays_S3_17(found: Found) async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      let path = try fixture.file("book.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      let behind = try await remote.speak("The text behind it.", SpeakOptions(whenBusy: .queue))
      _ = try await fixture.exactBook()
      try await remote(.next(.track))
      let heard = try #require(try await fixture.hear(5).last)
      try await fixture.end(15)
      let away = path + ".away"
      try FileManager.default.moveItem(atPath: path, toPath: away)
      let reason: String
      switch found {
      case .nothing: reason = "there is no file '\(path)'"
      case .half:
        _ = try fixture.file("book.epub", SampleBook.book("Emma").prefix(700))
        reason = "damaged"
      }
      try await fixture.begin()
      try await eventually("it is named") { try await !remote.text(.lastError).isEmpty }
      let error = try await remote.text(.lastError)
      #expect(error.contains(reason) && error.contains("book.epub"), "\(error)")
      #expect(try await fixture.tracks().map(\.id) == [behind])
      let words = try await fixture.subscribe()
      try await remote(.play)
      try await eventually("the text after it is heard") { words.words.last?.track == behind }
      try await remote.wait(.state, "idle")
      // The place is kept until the book comes back.
      if found != .nothing { try FileManager.default.removeItem(atPath: path) }
      try FileManager.default.moveItem(atPath: away, toPath: path)
      try await fixture.open(path, tracks: 3)
      #expect(try await fixture.chapter() == 2)
      let again = try #require(try await fixture.hear(1).first)
      let sentence = sentenceStarts(2, of: "Emma").last { $0 <= Int(heard.range.scalars.start) }
      #expect(Int(again.range.scalars.start) == sentence)
    }
  }

  @Test func badFilesAmongGoodOnesAreNamedAndTheGoodOnesAreRead_S2_30_S3_17() async throws {
    try await RestartableService.with { fixture in
      let folder = fixture.desktop.directory
      let good = try ["a", "c"].map { try fixture.file("\($0).epub", SampleBook.book("Book \($0)")) }
      let half = try fixture.file("half.epub", SampleBook.book("Half").prefix(700))
      let binary = try fixture.file("program", [0x7F, 0x45, 0x4C, 0x46, 0, 0, 0, 1])
      let empty = try fixture.file("empty.txt", [])
      let hollow = folder + "/hollow"
      try FileManager.default.createDirectory(atPath: hollow, withIntermediateDirectories: false)
      let pipe = folder + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      let socket = folder + "/socket"
      let bound = try #require(Self.bind(socket))
      defer { close(bound) }
      for (bad, status, reason) in [
        (half, 6 as Int32, "damaged"), (binary, 6, "binary"), (empty, 2, "empty"), (pipe, 2, "FIFO"),
        (socket, 2, "socket"), ("/dev/zero", 2, "device"), (hollow, 2, "no document"), (folder + "/none", 2, "no such"),
      ] {
        let result = try await fixture.desktop.run(Project.program("aloud"), "read", good[0], bad, good[1])
        try await fixture.remote(.pause(.immediate))
        let lines = result.errors.split(separator: "\n")
        #expect(result.exitCode == status, "\(bad): \(result)")
        #expect(lines.count == 2 && lines[1].contains("try: "), "\(bad): \(result)")
        #expect(lines.first?.contains(bad) == true && lines.first?.contains(reason) == true, "\(bad): \(result)")
        let tracks = try await fixture.remote.tracks(6)
        #expect(tracks.map(\.album) == ["Book a", "Book a", "Book a", "Book c", "Book c", "Book c"])
        #expect(tracks.first?.isCurrent == true)
        try await fixture.remote(.hush)
      }
    }
  }

  // MARK: Helpers

  /// The workers that have a file open.
  private static func readers(of path: String, below service: Int32) -> [Int32] {
    descendants(of: service, named: "aloud-read").filter { process in
      let folder = "/proc/\(process)/fd"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.contains {
        // The link of a removed or renamed file has a suffix.
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?.hasPrefix(path) == true
      }
    }
  }

  private static func bind(_ path: String) -> CInt? {
    let descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return descriptor >= 0 && result == 0 ? descriptor : nil
  }
}
