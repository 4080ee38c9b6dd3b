import AloudAPI
import BusValues
import Documents
import EventLoop
import Playback
import Speech
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The places, rates and bookmarks that documents keep.
@Suite(.timeLimit(.minutes(1)))
struct LibraryRuleTests {
  private static let paused = SpeakOptions(paused: true)
  private static let path = "/books/emma.epub"
  /// Six sentences in three paragraphs; the second one of a paragraph begins after 19 letters.
  private static let chapters = (1...3).map { chapter in
    (1...3).map { "This is c\(chapter), p\($0), s1. This is c\(chapter), p\($0), s2." }.joined(separator: "\n")
  }
  private static let sentence = 20

  private func emma(_ body: @Core (ManualService) throws -> Void) async rethrows {
    try await ManualService.play { service in
      var script = Script(title: "Emma", Self.chapters)
      script.authors = ["Ann Author"]
      service.files.put(script, at: Self.path)
      service.read(Self.path, Self.paused)
      service.pass(50)
      try body(service)
    }
  }

  /// Opens a document that is not in the queue, and returns the place at which the reading resumes.
  @Core private func reopened(
    _ service: ManualService, _ path: String = LibraryRuleTests.path, _ options: SpeakOptions = SpeakOptions()
  ) -> (title: String, scalar: Int) {
    service.session.send(.clear(.removed))
    service.pass(20)
    service.forget()
    service.read(path, options)
    service.pass(1000)
    service.session.send(.pause(.user))
    service.pass(20)
    return service.words.first.map { ($0.title, $0.scalar) } ?? ("", -1)
  }

  @Core private func goTo(_ service: ManualService, chapter: Int, passing milliseconds: Int) {
    service.session.send(.goTo(service.player.ids[chapter - 1]))
    service.session.send(.play)
    service.pass(milliseconds)
    service.session.send(.pause(.user))
    service.pass(20)
  }

  @Core private func document(_ service: ManualService) -> KeptDocument? { service.library.catalogue.all.first }

  // MARK: Places

  @Test func theSameContentGoesOnAtItsSentenceWhereverItsFileLies_S2_28() async {
    await emma { service in
      // Into the third sentence of the second chapter.
      goTo(service, chapter: 2, passing: 5200)
      service.session.send(.clear(.removed))
      service.files.move(Self.path, to: "/books/another name.epub")
      let place = reopened(service, "/books/another name.epub")
      #expect(place == ("Chapter 2", 2 * Self.sentence))
      let kept = document(service)
      #expect(kept?.title == "Emma" && kept?.authors == ["Ann Author"] && kept?.kind == .book)
      #expect(kept?.path == "/books/another name.epub" && kept?.chapters == 3)
      #expect(service.library.catalogue.all.count == 1)
    }
  }

  @Test func openingAgainAndAgainWithoutListeningDoesNotCreepBack_S2_28() async {
    await emma { service in
      goTo(service, chapter: 1, passing: 5200)
      var places: Set<Microseconds> = []
      for _ in 0..<4 {
        service.session.send(.clear(.removed))
        service.read(Self.path, Self.paused)
        service.pass(5000)
        places.insert(service.session.position)
      }
      #expect(places.count == 1 && places.first! > 0, "\(places)")
    }
  }

  @Test func switchingFromOneToAnotherAndBackReturnsToItsPlaceAndSpeed_S2_28() async {
    await emma { service in
      service.files.put(Script("These are notes. They are short. But several."), at: "/notes.txt")
      goTo(service, chapter: 1, passing: 5200)
      service.session.send(.setRate(4))
      service.session.send(.clear(.removed))
      service.read("/notes.txt")
      service.pass(2500)
      service.session.send(.setRate(2.5))
      #expect(reopened(service) == ("Emma", 2 * Self.sentence))
      #expect(service.player.rate == 4)
      #expect(reopened(service, "/notes.txt") == ("notes", 17) && service.player.rate == 2.5)
      #expect(service.library.catalogue.all.count == 2)
    }
  }

  @Test func aDocumentHeardToItsEndBeginsAgain_S2_28() async {
    await ManualService.play { service in
      service.files.put(Script("These are notes. They end here."), at: "/notes.txt")
      service.read("/notes.txt")
      service.pass(50)
      service.passAll()
      #expect(service.titles.isEmpty)
      #expect(document(service)?.finished != nil && document(service)?.place == nil)
      #expect(reopened(service, "/notes.txt") == ("notes", 0))
      #expect(document(service)?.finished == nil)
    }
  }

  @Test func aBookIsFinishedWithItsLastChapterOnly_S2_28() async {
    await emma { service in
      goTo(service, chapter: 1, passing: 20_000)
      #expect(service.current == "Chapter 2" && document(service)?.finished == nil)
      service.session.send(.play)
      service.passAll()
      #expect(document(service)?.finished != nil)
    }
  }

  @Test(
    arguments: [
      (true, nil, nil, 1, 0), (false, 2, nil, 2, 0), (false, 3, 2, 3, 2), (false, nil, 3, 1, 4), (true, 2, 1, 2, 0),
    ] as [(Bool, Int?, Int?, Int, Int)])
  func theListenerMayBeginElsewhere(again: Bool, from: Int?, paragraph: Int?, chapter: Int, sentence: Int) async {
    await emma { service in
      goTo(service, chapter: 1, passing: 5200)
      var options = SpeakOptions()
      (options.again, options.fromChapter, options.fromParagraph) = (again, from, paragraph)
      // The first chapter is the only one that is known then.
      let title = chapter == 1 ? "Emma" : "Chapter \(chapter)"
      #expect(reopened(service, Self.path, options) == (title, sentence * Self.sentence))
    }
  }

  @Test func aDocumentThatWasOnlyOpenedKeepsThePlaceOfItsReading_S2_28() async {
    await emma { service in
      goTo(service, chapter: 2, passing: 5200)
      let place = document(service)?.place
      service.session.send(.clear(.removed))
      service.read(Self.path, Self.paused)
      service.pass(100)
      service.session.send(.clear(.removed))
      #expect(document(service)?.place == place && place != nil)
    }
  }

  @Test func thePlaceIsNotedWhileItIsHeard_S2_28() async {
    await emma { service in
      service.session.send(.play)
      service.pass(5100)
      let first = document(service)?.place
      service.pass(5000)
      #expect(first != nil && document(service)?.place != first && document(service)?.chapters == 3)
    }
  }

  @Test func aTextWithoutAFileIsInNoLibrary() async {
    await ManualService.play { service in
      service.say("Nobody could find this again.")
      service.pass(500)
      #expect(service.library.catalogue.all.isEmpty)
      #expect(throws: APIError.self) { try service.libraryCalls.mark("") }
    }
  }

  // MARK: The first word

  @Test func aDocumentIsInTheLibraryFromItsFirstWordOn_S2_28() async {
    await ManualService.play { service in
      for number in 1...30 {
        service.files.put(Script("This is number \(number). It goes on."), at: "/many/\(number).txt")
        service.read("/many/\(number).txt", SpeakOptions(whenBusy: .queue, paused: true))
        service.pass(5)
      }
      #expect(service.player.ids.count == 30 && service.library.catalogue.all.isEmpty)
      service.session.send(.play)
      service.pass(700)
      #expect(!service.words.isEmpty)
      #expect(service.library.catalogue.all.map(\.title) == ["1"])
      // The second one is there once it is heard, and none of those that are skipped or removed.
      service.session.send(.goTo(service.player.ids[9]))
      service.pass(1000)
      #expect(Set(service.library.catalogue.all.map(\.title)) == ["1", "10"])
      service.session.send(.clear(.removed))
      service.pass(300)
      #expect(service.library.catalogue.all.count == 2)
      #expect(service.library.catalogue.all.allSatisfy { $0.heard != nil })
    }
  }

  @Test func whatWasOpenedAndNotHeardIsInNoLibraryAfterARestartEither_S2_28() async {
    await emma { service in
      #expect(service.library.catalogue.all.isEmpty)
      let next = service.successor()
      #expect(next.library.catalogue.all.isEmpty && next.player.ids.count == 3)
      next.session.send(.play)
      next.pass(1000)
      #expect(next.library.catalogue.all.map(\.title) == ["Emma"] && document(next)?.authors == ["Ann Author"])
      #expect(document(next)?.kind == .book && document(next)?.heard != nil)
    }
  }

  @Test func aDocumentOpenedElsewhereIsInTheLibraryWithItsPlace_S2_28() async {
    await emma { service in
      service.session.send(.clear(.removed))
      var options = SpeakOptions()
      (options.fromChapter, options.fromParagraph) = (2, 2)
      service.read(Self.path, options)
      service.pass(500)
      service.session.send(.clear(.removed))
      #expect(document(service)?.place?.chapter == 1 && document(service)?.place?.starts.first == 2 * Self.sentence)
    }
  }

  @Test func whatTheListenerSetsBeforeTheFirstWordIsKept_X6_S2_28() async throws {
    try await emma { service in
      _ = try service.libraryCalls.mark("to begin here")
      #expect(service.library.catalogue.all.count == 1 && document(service)?.heard == nil)
    }
    await emma { service in
      service.session.send(.setRate(1.5))
      #expect(document(service)?.rate == 1.5 && document(service)?.heard == nil)
      service.session.send(.clear(.removed))
      service.read(Self.path, Self.paused)
      service.pass(50)
      #expect(service.player.rate == 1.5)
    }
  }

  @Test func aDocumentOfAnEarlierVersionThatWasNeverHeardKeepsWhatItHas_S2_28() async {
    await emma { service in
      service.session.send(.play)
      service.pass(500)
      var old = document(service)!
      (old.heard, old.place, old.rate) = (nil, nil, 2)
      let next = ManualService(files: service.files)
      next.library.catalogue.put(old)
      next.read(Self.path, Self.paused)
      next.pass(50)
      #expect(next.player.rate == 2 && next.library.catalogue.all.count == 1)
      next.session.send(.clear(.removed))
      #expect(document(next)?.rate == 2 && document(next)?.heard == nil)
    }
  }

  @Test func aRemovedDocumentThatIsPausedStaysRemoved_S2_28() async {
    await emma { service in
      service.session.send(.setRate(1.5))
      goTo(service, chapter: 1, passing: 3000)
      service.library.catalogue.remove(document(service)!.id)
      service.session.send(.clear(.removed))
      service.pass(300)
      #expect(service.library.catalogue.all.isEmpty)
    }
  }

  // MARK: Rates

  @Test func theRateOfABookStaysWithIt_X6_S2_28() async {
    await emma { service in
      service.session.send(.setRate(1.5))
      #expect(service.player.rate == 1.5 && service.session.snapshot.globalRate == 1)
      service.session.send(.clear(.removed))
      service.say("A note.", Self.paused)
      service.pass(50)
      #expect(service.player.rate == 1)
      // Beside what is said the rate of everything changes.
      service.session.send(.setRate(2))
      service.session.send(.clear(.removed))
      service.read(Self.path, Self.paused)
      service.pass(50)
      #expect(service.player.rate == 1.5)
      service.library.forgetRate()
      #expect(service.player.rate == 2 && document(service)?.rate == nil)
    }
  }

  @Test func oneRateForEverythingTakesThatOfEachDocumentAway_X6() async {
    await emma { service in
      service.session.send(.setRate(1.5))
      service.session.send(.clear(.removed))
      service.library.setRateOfAll(3)
      service.read(Self.path, Self.paused)
      service.pass(50)
      #expect(service.player.rate == 3 && document(service)?.rate == nil)
    }
  }

  // MARK: Bookmarks

  @Test func aBookmarkKeepsTheSentenceAndLeadsBackToIt_S2_28() async throws {
    try await emma { service in
      goTo(service, chapter: 2, passing: 3000)
      let mark = try service.libraryCalls.mark("schön").mark
      #expect(mark.number == 1 && mark.note == "schön" && mark.place.chapter == 1)
      #expect(mark.sentence == "This is c2, p1, s2." && mark.place.scalar == Self.sentence)
      // Another one, before it: they are listed in the order of the text.
      goTo(service, chapter: 1, passing: 300)
      #expect(try service.libraryCalls.mark("").isNew)
      #expect(service.library.catalogue.bookmarks(of: nil).map(\.number) == [2, 1])
      // In the queue it is gone to, and stays paused.
      service.libraryCalls.go(to: mark, playing: false, for: ManualService.client) { _ in }
      #expect(service.current == "Chapter 2" && service.session.snapshot.status == .paused)
      // Otherwise it is opened there.
      service.session.send(.clear(.removed))
      service.forget()
      service.libraryCalls.go(to: mark, playing: false, for: ManualService.client) { _ in }
      service.pass(500)
      #expect(service.words.first.map { [$0.title, $0.word] } == ["Chapter 2", "This"])
      #expect(service.words.first?.scalar == Self.sentence)
    }
  }

  @Test func aSentenceHasOneBookmark_S2_28() async throws {
    try await emma { service in
      goTo(service, chapter: 1, passing: 300)
      let first = try service.libraryCalls.mark("")
      let again = try service.libraryCalls.mark("with a note")
      #expect(first.isNew && !again.isNew && again.mark.number == first.mark.number && again.mark.note == "with a note")
      service.library.catalogue.removeBookmark(first.mark.number)
      #expect(try service.libraryCalls.mark("third").mark.number == 2, "a number is never used again")
    }
  }

  @Test func nextGoesToABookmark_S2_28() async throws {
    try await emma { service in
      goTo(service, chapter: 1, passing: 3000)
      _ = try service.libraryCalls.mark("")
      service.session.send(.seek(to: 0))
      try service.transport.step(.forward, .bookmark)
      #expect(service.session.textPlace?.sentence == 1)
    }
  }

  // MARK: Documents of the library

  @Test func aDocumentIsReadOnAndOneWhoseFileHasGoneIsNamed() async throws {
    try await emma { service in
      goTo(service, chapter: 2, passing: 3000)
      service.session.send(.clear(.removed))
      service.forget()
      let kept = try #require(document(service))
      service.libraryCalls.open(kept, SpeakOptions(), at: .whenBusy(nil), for: ManualService.client) { _ in }
      service.pass(500)
      #expect(service.words.first?.title == "Chapter 2")
      service.session.send(.clear(.removed))
      service.files.remove(Self.path)
      var error = ""
      service.libraryCalls.open(kept, SpeakOptions(), at: .whenBusy(nil), for: ManualService.client) {
        if case .failure(let failure) = $0 { error = failure.name }
      }
      service.pass(100)
      #expect(error == APIErrorCode.noSuchFile.busName && service.titles.isEmpty)
      #expect(service.library.catalogue.all.count == 1)
    }
  }

  @Test func aDocumentFromElsewhereTakesThePlaceOfItself() async throws {
    try await emma { service in
      goTo(service, chapter: 1, passing: 300)
      let kept = try #require(document(service))
      var options = Self.paused
      options.fromChapter = 2
      service.libraryCalls.open(kept, options, at: .whenBusy(nil), for: ManualService.client) { _ in }
      service.pass(100)
      #expect(service.titles == ["Chapter 1", "Chapter 2", "Chapter 3"] && service.current == "Chapter 2")
    }
  }

  @Test func aDocumentIsForgottenWithItsMarks() async throws {
    try await emma { service in
      goTo(service, chapter: 1, passing: 300)
      _ = try service.libraryCalls.mark("here")
      let id = try #require(document(service)?.id)
      service.session.send(.clear(.removed))
      service.library.catalogue.remove(id)
      #expect(service.library.catalogue.all.isEmpty && service.library.catalogue.bookmarks(of: nil).isEmpty)
      #expect(reopened(service) == ("Emma", 0))
    }
  }

  @Test func aFolderIsReadOneAfterTheOtherAndWhatHasGoneIsLeftOut() async {
    await ManualService.play { service in
      for name in ["a", "b", "c"] {
        service.files.put(Script("This is \(name)."), at: "/folder/\(name).txt")
        service.read("/folder/\(name).txt")
        service.pass(500)
      }
      service.session.send(.clear(.removed))
      service.files.remove("/folder/b.txt")
      service.forget()
      let documents = service.library.catalogue.all.sorted { $0.path < $1.path }
      service.libraryCalls.openNow(documents, for: ManualService.client) { _ in }
      service.pass(100)
      #expect(service.titles == ["a", "c"] && service.current == "a")
      service.passAll()
      #expect(service.told.filter { $0.hasPrefix("finished") } == ["finished a", "finished c"])
    }
  }

  @Test func aBookThatAFormerVersionCalledByItsFileGetsItsTitle_S2_28_S3_22() async {
    await ManualService.play { former in
      former.files.put(Script(title: "Emma", Self.chapters), at: Self.path)
      former.read(Self.path, SpeakOptions(album: "emma.epub", paused: true))
      former.pass(50)
      #expect(former.player.entries.map(\.metadata.album) == ["emma.epub", "emma.epub", "emma.epub"])
      let service = former.successor()
      service.session.send(.play)
      service.pass(1000)
      #expect(service.player.entries.map(\.metadata.album) == ["Emma", "Emma", "Emma"])
      #expect(service.library.catalogue.all.map(\.title) == ["Emma"])
    }
  }
}
