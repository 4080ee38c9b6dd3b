import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing

@testable import Store

/// Each document keeps its own place for good.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct LibraryTests {
  @Test func theSameContentGoesOnAtItsSentenceWhereverItsFileLies_S2_28() async throws {
    try await Lives.with { lives in
      let path = try lives.file("emma.epub", SampleBook.book("Emma"))
      let first = try await lives.open(path, tracks: 3)
      #expect(try await lives.chapter() == 1)
      try await lives.remote.set(.rate, .double(4))
      try await lives.remote(.goTo(try await lives.tracks()[1].id))
      // A place in the third sentence.
      let last = try #require(try await lives.hear(24).last)
      let starts = sentenceStarts(2, of: "Emma")
      let sentence = try #require(starts.lastIndex { $0 <= Int(last.range.scalars.start) })
      #expect(sentence >= 2, "\(last)")
      try await lives.remote(.clear)
      let moved = lives.desktop.directory + "/another name.epub"
      try FileManager.default.moveItem(atPath: path, toPath: moved)
      let track = try await lives.open(moved, tracks: 3)
      #expect(track != first)
      #expect(try await lives.chapter() == 2)
      let again = try #require(try await lives.hear(2).first)
      #expect(starts.contains(Int(again.range.scalars.start)), "a sentence's start: \(again)")
      // One more word may have been on its way to the ear at the pause.
      #expect([starts[sentence], starts[min(sentence + 1, 11)]].contains(Int(again.range.scalars.start)))
      let document = try #require(try await lives.documents().first)
      #expect(document.title == "Emma" && document.artists == ["Ann Author"] && document.kind == "book")
      #expect(document.uri == FileURI.uri(path: moved) && document.chapters == 3 && document.chapter == 1)
      #expect(try await lives.documents().count == 1)
    }
  }

  @Test func aTextOfSeveralHeadingsIsCalledByTheFirstAsInTheQueue_S3_22() async throws {
    try await Lives.with { lives in
      let text = "# The Sea\n\nIt rains.\n\n# The Hill\n\nWe climb it.\n"
      try await lives.open(try lives.file("walk.md", Array(text.utf8)), tracks: 2)
      #expect(try await lives.tracks().map(\.album) == ["The Sea", "The Sea"])
      // The title is the same with the place, which is recorded every few seconds, and at the end.
      try await lives.remote(.play)
      try await eventually("it is called so") { try await lives.documents().map(\.title) == ["The Sea"] }
    }
  }

  /// Earlier versions named a book with a title page after its file: in the queue and in the library.
  @Test func aBookThatAFormerVersionCalledByItsFileGetsItsTitleAndKeepsItsPlace_S2_28_S3_22() async throws {
    try await Lives.with { lives in
      let path = try lives.file("emma.epub", SampleBook.book("Emma"))
      try await lives.open(path, tracks: 3, SpeakOptions(album: "emma.epub"))
      try await lives.remote.set(.rate, .double(4))
      _ = try await lives.hear(12)
      #expect(try await lives.tracks().map(\.album) == ["emma.epub", "emma.epub", "emma.epub"])
      try await lives.end(15)
      let library = try Database(path: lives.folder + "/library.sqlite")
      try library.run("UPDATE document SET title = 'emma.epub'")
      library.close()
      try await lives.begin()
      #expect(try await lives.documents().map(\.title) == ["emma.epub"])
      let position = try await lives.remote.position()
      #expect(position > 0)
      _ = try await lives.hear(2)
      #expect(try await lives.tracks().map(\.album) == ["Emma", "Emma", "Emma"])
      #expect(try await lives.tracks().map(\.artists) == [["Ann Author"], ["Ann Author"], ["Ann Author"]])
      try await eventually("it is called so") { try await lives.documents().map(\.title) == ["Emma"] }
      let after = try await lives.remote.position()
      #expect(after > position && after < position + 30_000_000)
    }
  }

  @Test(arguments: [9, 15] as [CInt])
  func thePlaceOutlivesAKillToTheWordAndNothingStartsByItself_S0_02_S2_28(signal: CInt) async throws {
    try await Lives.with { lives in
      let path = try lives.file("emma.epub", SampleBook.book("Emma"))
      try await lives.open(path, tracks: 3)
      try await lives.remote.set(.rate, .double(4))
      try await lives.remote(.goTo(try await lives.tracks()[2].id))
      let words = try await lives.subscribe()
      try await lives.remote(.play)
      try await eventually("words are heard") { words.arguments.count >= 14 }
      // In the middle of a word, and long before the library is written by itself.
      try await lives.endAndBegin(signal)
      #expect(try lives.problems() == [])
      try await lives.remote.wait(.state, "paused")
      let heard = words.words.suffix(2).map(\.mediaMicroseconds)
      #expect(heard.contains(try await lives.remote.position()))
      try await eventually("the document is open") { try await lives.documents().first?.isCurrent == true }
      try await lives.remote(.clear)
      try await lives.endAndBegin(9)
      try await lives.open(path, tracks: 3)
      #expect(try await lives.chapter() == 3)
      let starts = sentenceStarts(3, of: "Emma")
      let last = Int(try #require(words.words.last).range.scalars.start)
      let again = Int(try #require(try await lives.hear(1).first).range.scalars.start)
      let before = words.words.suffix(2).compactMap { word in starts.last { $0 <= Int(word.range.scalars.start) } }
      #expect(before.contains(again), "\(again) after \(last)")
    }
  }

  @Test func aBeginningThatIsNotThereIsRefusedAndChangesNothing() async throws {
    try await Lives.with { lives in
      let path = try lives.file("emma.epub", SampleBook.book("Emma"))
      try await lives.open(path, tracks: 3)
      for (from, paragraph, reason) in [
        (999, nil, "it has 3 chapters, and no chapter 999"),
        (1, 4, "its chapter 1 has 3 paragraphs, and no paragraph 4"),
        (3, 4, "its chapter 3 has 3 paragraphs, and no paragraph 4"), (nil, 4, "its chapter 1 has"),
      ] as [(Int?, Int?, String)] {
        var options = SpeakOptions()
        (options.fromChapter, options.fromParagraph) = (from, paragraph)
        #expect(await lives.remote.failure(of: .open(uris: [FileURI.uri(path: path)], options)) == "OutOfRange")
        let argument = "\(from ?? 1)" + (paragraph.map { ":\($0)" } ?? "")
        let read = try await lives.desktop.run(Project.program("aloud"), "read", "--from", argument, path)
        #expect(read.exitCode == 2 && read.errors.contains(reason), "\(read)")
      }
      #expect(try await lives.tracks().count == 3)
      #expect(try await lives.chapter() == 1)
    }
  }

  @Test func aDocumentIsForgottenWithItsMarksAndItsFileStays() async throws {
    try await Lives.with { lives in
      let path = try lives.file("emma.epub", SampleBook.book("Emma"))
      try await lives.open(path, tracks: 3)
      _ = try await lives.hear(3)
      try await lives.remote(.addBookmark(note: "here"))
      let id = try #require(try await lives.documents().first?.id)
      try await lives.remote(.clear)
      try await lives.remote(.forgetDocument(id))
      #expect(try await lives.documents().isEmpty)
      #expect(try await lives.bookmarks().isEmpty)
      #expect(await lives.remote.failure(of: .forgetDocument(id)) == "NotFound")
      #expect(await lives.remote.failure(of: .openDocument(id, SpeakOptions())) == "NotFound")
      #expect(FileManager.default.fileExists(atPath: path))
      try await lives.endAndBegin(9)
      #expect(try await lives.documents().isEmpty)
    }
  }

  @Test func aDocumentOfTheLibraryIsReadOnAndOneWhoseFileHasGoneIsNamed() async throws {
    try await Lives.with { lives in
      let path = try lives.file("emma.epub", SampleBook.book("Emma"))
      try await lives.open(path, tracks: 3)
      try await lives.remote.set(.rate, .double(4))
      // The first sentence has nine words; the place is in a later one.
      _ = try await lives.hear(12)
      let id = try #require(try await lives.documents().first?.id)
      // A queued document is sought, not queued twice.
      try await lives.remote(.openDocument(id, SpeakOptions(paused: true)))
      #expect(try await lives.tracks().count == 3)
      try await lives.remote(.clear)
      try await lives.remote(.openDocument(id, SpeakOptions()))
      try await lives.remote.wait(.state, "speaking")
      #expect(try await lives.remote.position() > 0)
      try await lives.remote(.clear)
      try FileManager.default.removeItem(atPath: path)
      #expect(await lives.remote.failure(of: .openDocument(id, SpeakOptions())) == "NoSuchFile")
      #expect(try await lives.tracks().isEmpty)
      #expect(try await lives.documents().count == 1)
    }
  }

  /// A text opened from the library counts for its caller, like any other.
  @Test func aTextThatHasGrownBeyondTheLimitIsRefused() async throws {
    try await Lives.with { lives in
      let path = try lives.file("notes.txt", "These are notes. They are short.".utf8)
      try await lives.open(path, tracks: 1)
      try await lives.remote(.addBookmark(note: ""))
      let id = try #require(try await lives.documents().first?.id)
      try await lives.remote(.clear)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.truncate(atOffset: 513 << 20)
      try file.close()
      #expect(await lives.remote.failure(of: .openDocument(id, SpeakOptions())) == "TooLarge")
      #expect(await lives.remote.failure(of: .goToBookmark(1)) == "TooLarge")
      let application: InterfaceName = "org.freedesktop.Application"
      let open = BusCall(
        ApplicationInterface.name, ApplicationInterface.path, application, "Open",
        [.strings([FileURI.uri(path: path)]), .vardict([:])])
      let error = await #expect(throws: BusError.self) { try await lives.remote.bus.call(open) }
      #expect(error?.name == APIErrorCode.tooLarge.busName)
      #expect(try await lives.tracks().isEmpty)
    }
  }

  @Test func clientsLearnWhatChangesInTheLibraryAndNotEveryPlaceInIt() async throws {
    try await Lives.with { lives in
      let remote = lives.remote
      let other = try Remote(lives.desktop)
      let signals = Signals(of: LibraryChangedSignal.member, on: other)
      try await other(.subscribe([.library]))
      let counts = Signals(of: "PropertiesChanged", on: remote)
      let path = try lives.file("emma.epub", SampleBook.book("Emma"))
      try await lives.open(path, tracks: 3)
      @Core func changes() -> [LibraryChangedSignal] {
        signals.arguments.compactMap { LibraryChangedSignal(arguments: $0) }
      }
      try await eventually("a document has come") { !changes().isEmpty }
      let id = try #require(try await lives.documents().first?.id)
      #expect(changes().allSatisfy { $0.part == "documents" && $0.document == id })
      // Only the place changes.
      try await lives.remote.set(.rate, .double(4))
      _ = try await lives.hear(6)
      try await other.player("Pause")
      let before = changes().count
      _ = try await lives.hear(12)
      try await other.player("Pause")
      #expect(changes().count == before)
      try await remote(.addBookmark(note: "here"))
      try await eventually("a bookmark has come") { changes().last == LibraryChangedSignal(.bookmarks, document: id) }
      // The pause is the only change.
      @Core func count() -> UInt32? {
        counts.arguments.compactMap { arguments -> UInt32? in
          guard arguments.first?.asString == PlaylistsInterface.name.text else { return nil }
          return arguments[1].asVardict?["PlaylistCount"]?.asUInt32
        }.last
      }
      try await eventually("desktops count it") { count() == 2 }
      try await remote(.removeBookmark(1))
      try await eventually("and that it has gone") { count() == 1 }
      #expect(changes().count == before + 2)
      try await remote(.forgetDocument(id))
      try await eventually("the document has gone") { changes().last?.part == "documents" && count() == 0 }
    }
  }

  @Test func aPrivateLibraryIsShownOnNoScreen() async throws {
    try await Lives.with(configuration: "[service]\nprivate-titles = true\n") { lives in
      try await lives.open(try lives.file("emma.epub", SampleBook.book("Emma")), tracks: 3)
      let id = try #require(try await lives.documents().first?.id)
      let playlists: InterfaceName = "org.mpris.MediaPlayer2.Playlists"
      let query: [BusValue] = [.uint32(0), .uint32(9), .string("User"), .bool(false)]
      let answer = try await lives.remote.bus.call(
        BusCall(MPRISBus.name, MPRISBus.path, playlists, "GetPlaylists", query))
      #expect(answer.arguments.first?.asArray == [])
      let path = ObjectPath(stringLiteral: "/org/aloud/Aloud1/document/\(id)")
      await #expect(throws: BusError.self) {
        try await lives.remote.bus.call(
          BusCall(MPRISBus.name, MPRISBus.path, playlists, "ActivatePlaylist", [.objectPath(path)]))
      }
    }
  }
}
