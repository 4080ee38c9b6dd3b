import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// The covers of books, as desktops show them.
  struct BookCoverTests {
    /// GNOME's card draws every cover as a square, and distorts others.
    @Test func aCoverThatIsNoSquareStandsInOne_D6() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        var book = Library.book()
        book.extra = [.init("OEBPS/cover.jpg", SampleCover.tall)]
        let path = try scene.file("The Book.epub", book.bytes)
        func art() async throws -> String {
          let shown = try await scene.desktop.run("playerctl", "-p", "aloud", "metadata", "mpris:artUrl")
          return try FileURI.path(of: shown.output.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        func side(_ file: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: file))[16..<24]) }
        _ = try await remote.open(path, SpeakOptions(paused: true))
        _ = try await remote.tracks(3)
        try await eventually("the player has the square one") {
          let uri = try await remote.player(get: "Metadata").asVardict?["mpris:artUrl"]?.asString
          return uri?.hasSuffix("-square.png") == true
        }
        let square = try await art()
        #expect(try side(square) == [0, 0, 0, 40, 0, 0, 0, 40])
        #expect(try await remote.tracks(3).count == 3)
        try await remote.player("Next")
        #expect(try await art() == square, "each chapter has it")
        // A bookmark brings the book into the library before it is heard.
        try await remote(.addBookmark(note: ""))
        let entry = try await eventually("the library has it") {
          let entry = try await remote.documents().first
          return entry?.artURL == FileURI.uri(path: square) ? entry : nil
        }
        #expect(entry.title == "The Book")
        // The square is known now: it is there from the first moment on, and is not made again.
        let made = try FileManager.default.attributesOfItem(atPath: square)[.systemFileNumber] as? Int
        try await remote(.clear)
        _ = try await remote.open(path, SpeakOptions(paused: true))
        #expect(try await art() == square)
        #expect(try FileManager.default.attributesOfItem(atPath: square)[.systemFileNumber] as? Int == made)
      }
    }

    @Test func aLateCoverBringsNoBookIntoTheLibrary() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        var book = Library.book()
        book.extra = [.init("OEBPS/cover.jpg", SampleCover.tall)]
        _ = try await remote.open(try scene.file("The Book.epub", book.bytes), SpeakOptions(paused: true))
        try await eventually("the player has the square cover") {
          let uri = try await remote.player(get: "Metadata").asVardict?["mpris:artUrl"]?.asString
          return uri?.hasSuffix("-square.png") == true
        }
        #expect(try await remote.documents().isEmpty)
      }
    }

    @Test func aCoverThatCannotBeReadStaysAsItIsAndTheBookIsRead() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        var book = Library.book()
        let bomb = SampleCover.bomb
        book.extra = [.init("OEBPS/cover.jpg", bomb)]
        let path = try scene.file("The Book.epub", book.bytes)
        _ = try await remote.open(path, SpeakOptions(paused: true))
        #expect(try await remote.tracks(3).count == 3)
        let cache = (scene.desktop.environment["XDG_CACHE_HOME"] ?? "") + "/aloud/covers/"
        // The failure is kept too, so that there is only one attempt.
        let kept = try await eventually("it is known that there is no square") {
          try FileManager.default.contentsOfDirectory(atPath: cache).first { $0.hasSuffix("-square.png") }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: cache + kept)).isEmpty)
        let shown = try await scene.desktop.run("playerctl", "-p", "aloud", "metadata", "mpris:artUrl")
        let art = try FileURI.path(of: shown.output.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(try Data(contentsOf: URL(fileURLWithPath: art)) == Data(bomb))
      }
    }
  }
}
