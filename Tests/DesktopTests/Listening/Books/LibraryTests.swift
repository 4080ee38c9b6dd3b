import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing
import Vocabulary

@testable import Store

/// Each document keeps its own place for good.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct LibraryTests {
  @Test func theSameContentGoesOnAtItsSentenceWhereverItsFileLies_S2_28() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      let first = try await fixture.open(path, tracks: 3)
      #expect(try await fixture.chapter() == 1)
      try await fixture.remote.set(.rate, .double(4))
      try await fixture.remote(.goTo(try await fixture.tracks()[1].id))
      // A place in the third sentence.
      let last = try #require(try await fixture.hear(24).last)
      let starts = sentenceStarts(2, of: "Emma")
      let sentence = try #require(starts.lastIndex { $0 <= Int(last.range.scalars.start) })
      #expect(sentence >= 2, "\(last)")
      try await fixture.remote(.clear)
      let moved = fixture.desktop.directory + "/another name.epub"
      try FileManager.default.moveItem(atPath: path, toPath: moved)
      let track = try await fixture.open(moved, tracks: 3)
      #expect(track != first)
      #expect(try await fixture.chapter() == 2)
      let again = try #require(try await fixture.hear(2).first)
      #expect(starts.contains(Int(again.range.scalars.start)), "a sentence's start: \(again)")
      // One more word may have been on its way to the ear at the pause.
      #expect([starts[sentence], starts[min(sentence + 1, 11)]].contains(Int(again.range.scalars.start)))
      let document = try #require(try await fixture.documents().first)
      #expect(document.title == "Emma" && document.artists == ["Ann Author"] && document.kind == "book")
      #expect(document.uri == FileURI.uri(path: moved) && document.chapters == 3 && document.chapter == 1)
      #expect(try await fixture.documents().count == 1)
    }
  }

  @Test func aTextOfSeveralHeadingsIsCalledByTheFirstAsInTheQueue_S3_22() async throws {
    try await RestartableService.with { fixture in
      let text = "# The Sea\n\nIt rains.\n\n# The Hill\n\nWe climb it.\n"
      try await fixture.open(try fixture.file("walk.md", Array(text.utf8)), tracks: 2)
      #expect(try await fixture.tracks().map(\.album) == ["The Sea", "The Sea"])
      // The title is the same with the place, which is recorded every few seconds, and at the end.
      try await fixture.remote(.play)
      try await eventually("it is called so") { try await fixture.documents().map(\.title) == ["The Sea"] }
    }
  }

  /// Earlier versions named a book with a title page after its file: in the queue and in the library.
  @Test func aBookThatAFormerVersionCalledByItsFileGetsItsTitleAndKeepsItsPlace_S2_28_S3_22() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3, SpeakOptions(album: "emma.epub"))
      try await fixture.remote.set(.rate, .double(4))
      _ = try await fixture.hear(12)
      #expect(try await fixture.tracks().map(\.album) == ["emma.epub", "emma.epub", "emma.epub"])
      try await fixture.end(15)
      let library = try Database(path: fixture.folder + "/library.sqlite")
      try library.run("UPDATE document SET title = 'emma.epub'")
      library.close()
      try await fixture.begin()
      #expect(try await fixture.documents().map(\.title) == ["emma.epub"])
      let position = try await fixture.remote.position()
      #expect(position > 0)
      _ = try await fixture.hear(2)
      #expect(try await fixture.tracks().map(\.album) == ["Emma", "Emma", "Emma"])
      #expect(try await fixture.tracks().map(\.artists) == [["Ann Author"], ["Ann Author"], ["Ann Author"]])
      try await eventually("it is called so") { try await fixture.documents().map(\.title) == ["Emma"] }
      let after = try await fixture.remote.position()
      #expect(after > position && after < position + 30_000_000)
    }
  }

  @Test(arguments: [9, 15] as [CInt])
  func thePlaceOutlivesAKillToTheWordAndNothingStartsByItself_S0_02_S2_28(signal: CInt) async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      try await fixture.remote.set(.rate, .double(4))
      try await fixture.remote(.goTo(try await fixture.tracks()[2].id))
      let words = try await fixture.subscribe()
      try await fixture.remote(.play)
      try await eventually("words are heard") { words.arguments.count >= 14 }
      // In the middle of a word, and long before the library is written by itself.
      try await fixture.endAndBegin(signal)
      #expect(try fixture.problems() == [])
      try await fixture.remote.wait(.state, "paused")
      let (place, text) = (try await fixture.remote.position(), chapterText(3, of: "Emma"))
      #expect(words.words.mayBeKept(at: place, in: text), "\(place) after \(words.words.suffix(2))")
      try await eventually("the document is open") { try await fixture.documents().first?.isCurrent == true }
      try await fixture.remote(.clear)
      try await fixture.endAndBegin(9)
      try await fixture.open(path, tracks: 3)
      #expect(try await fixture.chapter() == 3)
      let starts = sentenceStarts(3, of: "Emma")
      let last = words.words.suffix(2).map { Int($0.range.scalars.start) }
      let again = Int(try #require(try await fixture.hear(1).first).range.scalars.start)
      var allowed = last.compactMap { word in starts.last { $0 <= word } }
      // From the silence after a sentence, the next one begins.
      if !words.words.contains(where: { $0.mediaMicroseconds.count == place }) {
        allowed += last.compactMap { word in starts.first { $0 > word } }
      }
      #expect(allowed.contains(again), "\(again) after \(last), kept at \(place)")
    }
  }

  @Test func aBeginningThatIsNotThereIsRefusedAndChangesNothing() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      for (from, paragraph, reason) in [
        (999, nil, "it has 3 chapters, and no chapter 999"),
        (1, 4, "its chapter 1 has 3 paragraphs, and no paragraph 4"),
        (3, 4, "its chapter 3 has 3 paragraphs, and no paragraph 4"), (nil, 4, "its chapter 1 has"),
      ] as [(Int?, Int?, String)] {
        var options = SpeakOptions()
        (options.fromChapter, options.fromParagraph) = (from, paragraph)
        #expect(await fixture.remote.failure(of: .open(uris: [FileURI.uri(path: path)], options)) == "OutOfRange")
        let argument = "\(from ?? 1)" + (paragraph.map { ":\($0)" } ?? "")
        let read = try await fixture.desktop.run(Project.program("aloud"), "read", "--from", argument, path)
        #expect(read.exitCode == 2 && read.errors.contains(reason), "\(read)")
      }
      #expect(try await fixture.tracks().count == 3)
      #expect(try await fixture.chapter() == 1)
    }
  }

  @Test func aDocumentIsForgottenWithItsMarksAndItsFileStays() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      _ = try await fixture.hear(3)
      try await fixture.remote(.addBookmark(note: "here"))
      let id = try #require(try await fixture.documents().first?.id)
      try await fixture.remote(.clear)
      try await fixture.remote(.forgetDocument(id))
      #expect(try await fixture.documents().isEmpty)
      #expect(try await fixture.bookmarks().isEmpty)
      #expect(await fixture.remote.failure(of: .forgetDocument(id)) == "NotFound")
      #expect(await fixture.remote.failure(of: .openDocument(id, SpeakOptions())) == "NotFound")
      #expect(FileManager.default.fileExists(atPath: path))
      try await fixture.endAndBegin(9)
      #expect(try await fixture.documents().isEmpty)
    }
  }

  @Test func aDocumentThatIsForgottenWhilePausedStaysForgottenUntilItIsHeard() async throws {
    try await RestartableService.with { fixture in
      try await fixture.open(try fixture.file("emma.epub", SampleBook.book("Emma")), tracks: 3)
      _ = try await fixture.hear(6)
      let id = try #require(try await fixture.documents().first?.id)
      try await fixture.remote(.forgetDocument(id))
      // The reading goes to another document, and back.
      try await fixture.open(try fixture.file("sense.epub", SampleBook.book("Sense")), tracks: 3)
      try await fixture.remote(.goTo(try await fixture.tracks()[3].id))
      _ = try await fixture.hear(1)
      #expect(try await fixture.documents().map(\.title) == ["Sense"])
      try await fixture.remote(.goTo(try await fixture.tracks()[0].id))
      _ = try await fixture.hear(3)
      #expect(try await fixture.documents().map(\.title).sorted() == ["Emma", "Sense"])
    }
  }

  @Test func aDocumentOfTheLibraryIsReadOnAndOneWhoseFileHasGoneIsNamed() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      try await fixture.remote.set(.rate, .double(4))
      // The first sentence has nine words; the place is in a later one.
      _ = try await fixture.hear(12)
      let id = try #require(try await fixture.documents().first?.id)
      // A queued document is sought, not queued twice.
      try await fixture.remote(.openDocument(id, SpeakOptions(paused: true)))
      #expect(try await fixture.tracks().count == 3)
      try await fixture.remote(.clear)
      try await fixture.remote(.openDocument(id, SpeakOptions()))
      try await fixture.remote.wait(.state, "speaking")
      #expect(try await fixture.remote.position() > 0)
      try await fixture.remote(.clear)
      try FileManager.default.removeItem(atPath: path)
      #expect(await fixture.remote.failure(of: .openDocument(id, SpeakOptions())) == "NoSuchFile")
      #expect(try await fixture.tracks().isEmpty)
      #expect(try await fixture.documents().count == 1)
    }
  }

  /// A text opened from the library counts for its caller, like any other.
  @Test func aTextThatHasGrownBeyondTheLimitIsRefused() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("notes.txt", "These are notes. They are short.".utf8)
      try await fixture.open(path, tracks: 1)
      try await fixture.remote(.addBookmark(note: ""))
      let id = try #require(try await fixture.documents().first?.id)
      try await fixture.remote(.clear)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.truncate(atOffset: 513 << 20)
      try file.close()
      #expect(await fixture.remote.failure(of: .openDocument(id, SpeakOptions())) == "TooLarge")
      #expect(await fixture.remote.failure(of: .goToBookmark(1)) == "TooLarge")
      let application: InterfaceName = "org.freedesktop.Application"
      let open = BusCall(
        ApplicationInterface.name, ApplicationInterface.path, application, "Open",
        [.strings([FileURI.uri(path: path)]), .vardict([:])])
      let error = await #expect(throws: BusError.self) { try await fixture.remote.bus.call(open) }
      #expect(error?.name == APIErrorCode.tooLarge.busName)
      #expect(try await fixture.tracks().isEmpty)
    }
  }

  @Test func clientsLearnWhatChangesInTheLibraryAndNotEveryPlaceInIt() async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      let other = try Remote(fixture.desktop)
      let signals = Signals(of: LibraryChangedSignal.member, on: other)
      try await other(.subscribe([.library]))
      let counts = Signals(of: "PropertiesChanged", on: remote)
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      #expect(try await fixture.documents().isEmpty, "nothing of it was heard")
      _ = try await fixture.hear(1)
      @Core func changes() -> [LibraryChangedSignal] {
        signals.arguments.compactMap { LibraryChangedSignal(arguments: $0) }
      }
      try await eventually("a document has come") { !changes().isEmpty }
      let id = try #require(try await fixture.documents().first?.id)
      #expect(changes().allSatisfy { $0.part == "documents" && $0.document == id })
      // Only the place changes.
      try await fixture.remote.set(.rate, .double(4))
      _ = try await fixture.hear(6)
      try await other.player("Pause")
      let before = changes().count
      _ = try await fixture.hear(12)
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
    try await RestartableService.with(configuration: "[service]\nprivate-titles = true\n") { fixture in
      try await fixture.open(try fixture.file("emma.epub", SampleBook.book("Emma")), tracks: 3)
      try await fixture.remote(.addBookmark(note: ""))
      let id = try #require(try await fixture.documents().first?.id)
      let playlists: InterfaceName = "org.mpris.MediaPlayer2.Playlists"
      let query: [BusValue] = [.uint32(0), .uint32(9), .string("User"), .bool(false)]
      let answer = try await fixture.remote.bus.call(
        BusCall(MPRISBus.name, MPRISBus.path, playlists, "GetPlaylists", query))
      #expect(answer.arguments.first?.asArray == [])
      let path = ObjectPath(stringLiteral: "/org/aloud/Aloud1/document/\(id)")
      await #expect(throws: BusError.self) {
        try await fixture.remote.bus.call(
          BusCall(MPRISBus.name, MPRISBus.path, playlists, "ActivatePlaylist", [.objectPath(path)]))
      }
    }
  }
}
