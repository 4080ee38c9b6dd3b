import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import MPRIS
import Testing

/// Books to read.
enum Library {
  /// A picture that nobody needs to be able to draw.
  static let cover: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [UInt8](repeating: 7, count: 200)

  static func chapter(_ number: Int) -> Book.Part {
    Book.Part("c\(number).xhtml", body: "<h1>Chapter \(number)</h1><p>These are the words of number \(number).</p>")
  }

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

  /// Waits until so many tracks are in the queue.
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
        // As any client sees it.
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

    @Test func oneChapterFollowsAnotherWithoutAGap_S3_16() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let path = try scene.file("book.epub", Library.book().bytes)
        let start = Remote.now
        let track = try await remote.open(path)
        let end = try await ear.wait(for: "UtteranceFinished", count: 3, since: start).moment
        let words = ear.all("Word", since: start)
        #expect(words.count == 3 * 9)
        // Offsets count from the start of the chapter.
        #expect(words.filter { $0.ranges?.scalars.lowerBound == 0 }.count == 3)
        let recording = try await ear.recording(until: end)
        let silence = recording.longestSilence(words.first?.moment ?? start, end) / milliseconds
        #expect(silence < 900, "\(silence) ms of silence in the book of \(track)")
      }
    }

    @Test func aDocumentOfOneChapterLooksLikeAnyText_S3_22() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        let page = """
          <!doctype html><html lang="de"><head><title>Vom Lesen</title></head><body><nav><a href="/">Start</a></nav>
          <article><h1>Vom Lesen</h1><p>\(String(repeating: "Das ist ein Satz, der gelesen wird. ", count: 20))</p>
          </article></body></html>
          """
        let path = try scene.file("page.html", page.utf8)
        _ = try await remote.open(path, SpeakOptions(paused: true))
        let tracks = try await remote.tracks(1)
        #expect(tracks.first?.title == "Vom Lesen" && tracks.first?.album == nil && tracks.first?.trackNumber == nil)
        // Its language chooses the voice.
        #expect(tracks.first?.language == "de")
        #expect(try await remote.text(.voice) == "gmw/de")
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
          #expect(result.status == 6 && result.errors.split(separator: "\n").count <= 2, "\(name): \(result)")
        }
        #expect(try await remote.tracks().isEmpty)
      }
    }

    @Test func theReadingStopsInFrontOfAChapterThatCannotBeRead_S3_17() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        var parts = (1...3).map(Library.chapter)
        parts[1].content = "not markup at all"
        let path = try scene.file("book.epub", Library.book(parts).bytes)
        let start = Remote.now
        let track = try await remote.open(path)
        // The good chapter, then the message, and nothing behind it.
        try await ear.wait(for: "UtteranceFinished", count: 2, since: start)
        try await remote.wait(.state, "error")
        try await remote.wait(.playbackStatus, "Stopped")
        #expect(try await remote.text(.lastError).contains("Chapter 2"))
        let failed = ear.all("Failed", since: start)
        #expect(failed.count == 1 && failed.first?.words.first == track.text)
        let tracks = try await remote.tracks(2)
        #expect(tracks.map(\.title) == ["Chapter 1", "Chapter 3"])
        #expect(tracks.first?.isCurrent == true)
        // At the last sentence of the good one; and Next goes on behind the bad one.
        #expect(try await remote.position() > 500_000)
        try await remote(.next(.track))
        try await remote(.play)
        let word = try await ear.wait(for: "Word", since: Remote.now)
        #expect(word.words.first == tracks.last?.id.text)
      }
    }
  }
}
