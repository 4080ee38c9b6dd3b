import Documents
import EventLoop
import Glibc
import Testing
import Vocabulary
import Workers

/// The confined worker that tells the files of a playlist.
@Suite(.timeLimit(.minutes(3)))
struct PlaylistWorkerTests {
  init() { TestLoop.start() }

  @Core
  private func read(_ bytes: [UInt8], name: String) async throws -> Result<[PlaylistEntry], Trouble> {
    let session = try Session()
    let descriptor = anonymousFile(bytes)
    defer {
      close(descriptor)
      session.end()
    }
    return await withCheckedContinuation { continuation in
      _ = session.reader.entries(of: descriptor, name: name) { continuation.resume(returning: $0) }
    }
  }

  private func code(_ result: Result<[PlaylistEntry], Trouble>) -> TroubleCode? {
    if case .failure(let error) = result { error.code } else { nil }
  }

  @Test @Core func theFilesComeInTheOrderOfTheList_S2_30() async throws {
    let lines = (0..<PlaylistEntry.maximumCount).map { "#EXTINF:1,Title \($0)\nfolder/\($0).mp3" }
    let entries = try await read(Array(lines.joined(separator: "\n").utf8), name: "a.m3u").get()
    #expect(
      entries == (0..<PlaylistEntry.maximumCount).map { PlaylistEntry(["folder/\($0).mp3"], title: "Title \($0)") })
    let xspf = "<playlist><trackList><track><location>a%20b</location></track></trackList></playlist>"
    #expect(try await read(Array(xspf.utf8), name: "").get() == [PlaylistEntry(["a%20b"])])
  }

  @Test @Core func aListInAnyEncodingIsRead() async throws {
    let text = "#EXTM3U\n#EXTINF:1,Grüße aus Köln\nmusik/schöne Grüße.mp3\n"
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let entry = try #require(try await read(latin, name: "a.m3u").get().first)
    #expect(entry.title == "Grüße aus Köln" && entry.locations.first == "musik/schöne Grüße.mp3")
    #expect(entry.locations.count == 2 && FileName.bytes(entry.locations[1]).contains(0xF6))
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let same = PlaylistEntry(["musik/schöne Grüße.mp3"], title: "Grüße aus Köln")
    #expect(try await read(wide, name: "a.m3u").get() == [same])
  }

  @Test @Core func whatIsNoListIsRefused() async throws {
    #expect(code(try await read(Array("A text.".utf8), name: "a.txt")) == .unknownFormat)
    #expect(code(try await read(Array("#EXTM3U\n#EXT-X-VERSION:3\na.ts\n".utf8), name: "")) == .unknownFormat)
    #expect(code(try await read(Array("[playlist]\n".utf8), name: "")) == .empty)
    #expect(code(try await read(Array("<playlist>".utf8), name: "")) == .damaged)
  }

  /// The reader of documents leaves lists to the service, which may open files.
  @Test @Core func aListIsNotReadAsADocument() async throws {
    let session = try Session()
    let document = await session.read("#EXTM3U\na.mp3\n".utf8, .auto, name: "a.m3u")
    #expect(document.error?.code == .unknownFormat && document.text == [])
    session.end()
  }
}
