import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import MPRIS
import Testing
import Vocabulary

/// Books to read.
enum Library {
  /// A picture that need not be decodable.
  static let cover: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [UInt8](repeating: 7, count: 200)

  static func chapter(_ number: Int) -> Book.Part {
    Book.Part("c\(number).xhtml", body: "<h1>Chapter \(number)</h1><p>These are the words of number \(number).</p>")
  }

  /// The text of a chapter as it is read.
  static func text(_ number: Int) -> String { "Chapter \(number)\n\nThese are the words of number \(number)." }

  /// A book of three chapters, with contents and a cover.
  static func book(_ parts: [Book.Part] = (1...3).map(chapter)) -> Book {
    var book = Book(parts)
    book.metadata += "<dc:date>1998-05-04</dc:date><meta name='cover' content='cover'/>"
    book.manifest = "<item id='cover' href='cover.jpg' media-type='image/jpeg' properties='cover-image'/>"
    book.extra = [.init("OEBPS/cover.jpg", cover)]
    let entries = parts.enumerated().map { "<li><a href='\($1.path)'>Chapter \($0 + 1)</a></li>" }
    book.contents = "<ol>\(entries.joined())</ol>"
    return book
  }
}

extension Remote {
  func tracks() async throws -> [TrackEntry] {
    guard case .array(_, let rows) = try await self(.listTracks).first else { return [] }
    return rows.compactMap { $0.asVardict.flatMap(TrackEntry.init) }
  }

  /// Opens a file and returns its first track.
  func open(_ path: String, _ options: SpeakOptions = SpeakOptions()) async throws -> ObjectPath {
    try await self(.open(uris: [FileURI.uri(path: path)], options)).first?.asObjectPaths?.first ?? "/"
  }

  /// Waits until this number of tracks is in the queue.
  func tracks(_ count: Int) async throws -> [TrackEntry] {
    try await eventually("there are \(count) tracks") {
      let tracks = try await self.tracks()
      return tracks.count == count ? tracks : nil
    }
  }
}

extension ListeningTests {
  /// A book plays like an audiobook.
  struct BookTests {
    @Test func aBookIsItsChaptersAsTracksWithCoverAndAuthor_S3_18_S3_22() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        let path = try scene.file("The Book.epub", Library.book().bytes)
        let track = try await remote.open(path, SpeakOptions(paused: true))
        let tracks = try await remote.tracks(3)
        #expect(tracks.map(\.title) == ["Chapter 1", "Chapter 2", "Chapter 3"])
        #expect(tracks.map(\.trackNumber) == [1, 2, 3])
        #expect(tracks.allSatisfy { $0.album == "The Book" && $0.artists == ["Ann Author"] && $0.document == track })
        #expect(tracks.first?.id == track && tracks.first?.language == "en")
        // As clients see it.
        func shown(_ format: String) async throws -> String {
          let result = try await scene.desktop.run("playerctl", "-p", "aloud", "metadata", "--format", format)
          return result.output.trimmingCharacters(in: CharacterSet.whitespacesAndNewlines)
        }
        #expect(
          try await shown("{{title}}|{{artist}}|{{album}}|{{xesam:trackNumber}}|{{xesam:contentCreated}}|{{xesam:url}}")
            == "Chapter 1|Ann Author|The Book|1|1998-05-04T00:00:00Z|\(FileURI.uri(path: path))")
        let art = try await shown("{{mpris:artUrl}}")
        let file = try FileURI.path(of: art)
        let cache = (scene.desktop.environment["XDG_CACHE_HOME"] ?? "") + "/aloud/covers/"
        #expect(file.hasPrefix(cache) && file.hasSuffix(".jpg"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(Library.cover))
        let mode = try FileManager.default.attributesOfItem(atPath: cache)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        // The card changes with the chapter.
        try await remote.player("Next")
        #expect(try await shown("{{title}}|{{xesam:trackNumber}}|{{mpris:artUrl}}") == "Chapter 2|2|\(art)")
      }
    }

    @Test func anUnreadableDocumentIsOneClearErrorAndTheQueueStays_S3_17() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        var locked = Library.book()
        locked.extra.append(
          .init(
            "META-INF/encryption.xml",
            Array(
              """
              <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
              xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
              <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
              <enc:CipherData><enc:CipherReference URI="OEBPS/c1.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>
              """.utf8)))
        let cases: [(String, [UInt8], APIErrorCode)] = [
          ("locked.epub", locked.bytes, .locked),
          ("half.epub", Array(Library.book().bytes.prefix(700)), .damaged),
          ("archive.zip", ZIPWriter([.init("a.txt", Array("words".utf8))]).bytes, .unsupported),
        ]
        for (name, bytes, code) in cases {
          let path = try scene.file(name, bytes)
          let call = AloudCall.open(uris: [FileURI.uri(path: path)], SpeakOptions())
          #expect(await remote.failure(of: call) == code.rawValue, "\(name)")
          let result = try await scene.desktop.run(Project.program("aloud"), "read", path)
          #expect(result.status == .exited(6) && result.errors.split(separator: "\n").count <= 2, "\(name): \(result)")
        }
        #expect(try await remote.tracks().isEmpty)
      }
    }

    @Test func aPlaceOfTheWholeBookIsOneOfItsChapters_S3_22() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        let path = try scene.file("book.epub", Library.book().bytes)
        _ = try await remote.open(path, SpeakOptions(paused: true))
        let tracks = try await eventually("all lengths are exact") {
          let tracks = try await remote.tracks(3)
          return tracks.allSatisfy(\.isLengthExact) ? tracks : nil
        }
        let lengths = tracks.compactMap(\.lengthMicroseconds)
        let whole = lengths.reduce(0, +)
        @Core func book() async throws -> DocumentEntry? {
          DocumentEntry(try await remote.get(.document).asVardict ?? [:])
        }
        var entry = try #require(try await book())
        #expect(entry.title == "The Book" && entry.chapter == 1 && entry.chapters == 3 && entry.isWhole)
        #expect(entry.lengthMicroseconds == whole && entry.isLengthExact && entry.positionMicroseconds == 0)
        // A second into the last chapter, and the middle of the book, which is in the second chapter.
        let place = lengths[0] + lengths[1] + 1_000_000
        try await remote(.setPosition(microseconds: place, track: nil, of: .document))
        entry = try #require(try await book())
        #expect(entry.chapter == 3 && abs((entry.positionMicroseconds - place).count) < 100)
        #expect(abs(try await remote.position() - 1_000_000) < 100)
        let result = try await scene.desktop.run(Project.program("aloud"), "seek", "50%")
        #expect(result.status == .exited(0), "\(result)")
        entry = try #require(try await book())
        #expect(entry.chapter == 2 && abs(entry.positionMicroseconds.count - whole.count / 2) < 100)
        // A fraction of the chapter, and a place after the end of the book.
        try await remote(.setPositionFraction(0))
        #expect(try await book()?.positionMicroseconds == lengths[0])
        let beyond = AloudCall.setPosition(microseconds: whole + 1, track: nil, of: .document)
        #expect(await remote.failure(of: beyond) == "OutOfRange")
        let status = try await scene.desktop.run(Project.program("aloud"), "status").output
        #expect(status.contains("The Book: chapter 2 of 3") && status.contains("left"), "\(status)")
        let queue = try await scene.desktop.run(Project.program("aloud"), "queue").output
        #expect(queue.hasPrefix("The Book - Ann Author\n") && queue.split(separator: "\n").count == 4, "\(queue)")
      }
    }

    @Test func booksOpenedTogetherStandOneAfterTheOther_S2_30() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        let first = try scene.file("first.epub", Library.book().bytes)
        let text = try scene.file("text.txt", "Some words in between.".utf8)
        var other = Library.book()
        other.metadata = other.metadata.replacing("The Book", with: "The Other Book")
        let second = try scene.file("second.epub", other.bytes)
        let result = try await scene.desktop.run(Project.program("aloud"), "read", first, text, second)
        #expect(result.status == .exited(0), "\(result)")
        try await remote(.pause(.immediate))
        let tracks = try await remote.tracks(7)
        #expect(
          tracks.map { $0.album ?? $0.title }.map { String($0.prefix(9)) }
            == ["The Book", "The Book", "The Book", "text", "The Other", "The Other", "The Other"])
        #expect(tracks.map(\.trackNumber) == [1, 2, 3, nil, 1, 2, 3])
        // All files are opened or none, including the chapters that arrived meanwhile.
        let uris = [first, "/there/is/no/such.epub"].map { FileURI.uri(path: $0) }
        #expect(await remote.failure(of: .open(uris: uris, SpeakOptions())) == "NoSuchFile")
        #expect(try await remote.tracks().map(\.id) == tracks.map(\.id))
      }
    }

    @Test func aClientThatWaitsForABookWaitsForItsLastChapter_S3_16() async throws {
      try await Scene.with { scene in
        try await scene.remote.set(.rate, .double(6))
        let path = try scene.file("book.epub", Library.book().bytes)
        let start = Remote.now
        let result = try await scene.desktop.run(Project.program("aloud"), "read", "--wait", path)
        #expect(result.status == .exited(0), "\(result)")
        #expect(scene.recorder.all("UtteranceFinished", since: start).count == 3)
      }
    }

    /// The sound between two chapters.
    struct Measured {
      @Test(arguments: SpeakingVoices.readers)
      func oneChapterFollowsAnotherWithoutAGap_S3_16(voices: SpeakingVoices) async throws {
        // A chapter ends like a paragraph: the only silence is that, and the one that the voice leaves after a
        // sentence.
        try await Scene.with(configuration: "[speech]\nparagraph-gap = \"100ms\"\n", voices: voices) { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          let path = try scene.file("book.epub", Library.book().bytes)
          let start = Remote.now
          let track = try await remote.open(path)
          let end = try await recorder.wait(for: "UtteranceFinished", count: 3, since: start).moment
          let words = recorder.all("Word", since: start)
          #expect(words.count == 3 * 9)
          // Offsets count from the start of each chapter.
          #expect(words.filter { $0.ranges?.scalars.lowerBound == 0 }.count == 3)
          let recording = try await recorder.recording(until: end)
          let starts = words.indices.filter { words[$0].ranges?.scalars.lowerBound == 0 }
          let silences = starts.dropFirst().map { index in
            recording.longestSilence(words[index - 1].moment, words[index].moment + 20 * milliseconds) / milliseconds
          }
          // A natural voice leaves 120 ms behind a sentence and 40 ms before one; its last sound fades, and its first one
          // may be soft.
          let longest: Int64 = voices.isNatural ? 100 + 120 + 40 + 200 : 250
          #expect(silences.count == 2 && silences.allSatisfy { $0 < longest }, "\(silences) ms in the book of \(track)")
        }
      }
    }
  }
}
