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

  private func emma(_ body: @Core (HandHouse) throws -> Void) async rethrows {
    try await HandHouse.play { house in
      var script = Script(title: "Emma", Self.chapters)
      script.authors = ["Ann Author"]
      house.files.put(script, at: Self.path)
      house.read(Self.path, Self.paused)
      house.pass(50)
      try body(house)
    }
  }

  /// Opens a document that is not in the queue, and returns the place at which the reading resumes.
  @Core private func reopened(
    _ house: HandHouse, _ path: String = LibraryRuleTests.path, _ options: SpeakOptions = SpeakOptions()
  ) -> (title: String, scalar: Int) {
    house.session.send(.clear(.removed))
    house.pass(20)
    house.forget()
    house.read(path, options)
    house.pass(1000)
    house.session.send(.pause(.user))
    house.pass(20)
    return house.words.first.map { ($0.title, $0.scalar) } ?? ("", -1)
  }

  @Core private func goTo(_ house: HandHouse, chapter: Int, passing milliseconds: Int) {
    house.session.send(.goTo(house.player.ids[chapter - 1]))
    house.session.send(.play)
    house.pass(milliseconds)
    house.session.send(.pause(.user))
    house.pass(20)
  }

  @Core private func document(_ house: HandHouse) -> KeptDocument? { house.library.catalogue.all.first }

  // MARK: Places

  @Test func theSameContentGoesOnAtItsSentenceWhereverItsFileLies_S2_28() async {
    await emma { house in
      // Into the third sentence of the second chapter.
      goTo(house, chapter: 2, passing: 5200)
      house.session.send(.clear(.removed))
      house.files.move(Self.path, to: "/books/another name.epub")
      let place = reopened(house, "/books/another name.epub")
      #expect(place == ("Chapter 2", 2 * Self.sentence))
      let kept = document(house)
      #expect(kept?.title == "Emma" && kept?.authors == ["Ann Author"] && kept?.kind == .book)
      #expect(kept?.path == "/books/another name.epub" && kept?.chapters == 3)
      #expect(house.library.catalogue.all.count == 1)
    }
  }

  @Test func openingAgainAndAgainWithoutListeningDoesNotCreepBack_S2_28() async {
    await emma { house in
      goTo(house, chapter: 1, passing: 5200)
      var places: Set<Int64> = []
      for _ in 0..<4 {
        house.session.send(.clear(.removed))
        house.read(Self.path, Self.paused)
        house.pass(5000)
        places.insert(house.session.position)
      }
      #expect(places.count == 1 && places.first! > 0, "\(places)")
    }
  }

  @Test func switchingFromOneToAnotherAndBackReturnsToItsPlaceAndSpeed_S2_28() async {
    await emma { house in
      house.files.put(Script("These are notes. They are short. But several."), at: "/notes.txt")
      goTo(house, chapter: 1, passing: 5200)
      house.session.send(.setRate(4))
      house.session.send(.clear(.removed))
      house.read("/notes.txt")
      house.pass(2500)
      house.session.send(.setRate(2.5))
      #expect(reopened(house) == ("Emma", 2 * Self.sentence))
      #expect(house.player.rate == 4)
      #expect(reopened(house, "/notes.txt") == ("notes.txt", 17) && house.player.rate == 2.5)
      #expect(house.library.catalogue.all.count == 2)
    }
  }

  @Test func aDocumentHeardToItsEndBeginsAgain_S2_28() async {
    await HandHouse.play { house in
      house.files.put(Script("These are notes. They end here."), at: "/notes.txt")
      house.read("/notes.txt")
      house.pass(50)
      house.passAll()
      #expect(house.titles.isEmpty)
      #expect(document(house)?.finished != nil && document(house)?.place == nil)
      #expect(reopened(house, "/notes.txt") == ("notes.txt", 0))
      #expect(document(house)?.finished == nil)
    }
  }

  @Test func aBookIsFinishedWithItsLastChapterOnly_S2_28() async {
    await emma { house in
      goTo(house, chapter: 1, passing: 20_000)
      #expect(house.current == "Chapter 2" && document(house)?.finished == nil)
      house.session.send(.play)
      house.passAll()
      #expect(document(house)?.finished != nil)
    }
  }

  @Test(
    arguments: [
      (true, nil, nil, 1, 0), (false, 2, nil, 2, 0), (false, 3, 2, 3, 2), (false, nil, 3, 1, 4), (true, 2, 1, 2, 0),
    ] as [(Bool, Int?, Int?, Int, Int)])
  func theListenerMayBeginElsewhere(again: Bool, from: Int?, paragraph: Int?, chapter: Int, sentence: Int) async {
    await emma { house in
      goTo(house, chapter: 1, passing: 5200)
      var options = SpeakOptions()
      (options.again, options.fromChapter, options.fromParagraph) = (again, from, paragraph)
      // The first chapter is the only one that is known then.
      let title = chapter == 1 ? "Emma" : "Chapter \(chapter)"
      #expect(reopened(house, Self.path, options) == (title, sentence * Self.sentence))
    }
  }

  @Test func aDocumentThatWasOnlyOpenedKeepsThePlaceOfItsReading_S2_28() async {
    await emma { house in
      goTo(house, chapter: 2, passing: 5200)
      let place = document(house)?.place
      house.session.send(.clear(.removed))
      house.read(Self.path, Self.paused)
      house.pass(100)
      house.session.send(.clear(.removed))
      #expect(document(house)?.place == place && place != nil)
    }
  }

  @Test func thePlaceIsNotedWhileItIsHeard_S2_28() async {
    await emma { house in
      house.session.send(.play)
      house.pass(5100)
      let first = document(house)?.place
      house.pass(5000)
      #expect(first != nil && document(house)?.place != first && document(house)?.chapters == 3)
    }
  }

  @Test func aTextWithoutAFileIsInNoLibrary() async {
    await HandHouse.play { house in
      house.say("Nobody could find this again.")
      house.pass(500)
      #expect(house.library.catalogue.all.isEmpty)
      #expect(throws: APIError.self) { try house.libraryCalls.mark("") }
    }
  }

  // MARK: Rates

  @Test func theRateOfABookStaysWithIt_X6_S2_28() async {
    await emma { house in
      house.session.send(.setRate(1.5))
      #expect(house.player.rate == 1.5 && house.session.snapshot.globalRate == 1)
      house.session.send(.clear(.removed))
      house.say("A note.", Self.paused)
      house.pass(50)
      #expect(house.player.rate == 1)
      // Beside what is said the rate of everything changes.
      house.session.send(.setRate(2))
      house.session.send(.clear(.removed))
      house.read(Self.path, Self.paused)
      house.pass(50)
      #expect(house.player.rate == 1.5)
      house.library.forgetRate()
      #expect(house.player.rate == 2 && document(house)?.rate == nil)
    }
  }

  @Test func oneRateForEverythingTakesThatOfEachDocumentAway_X6() async {
    await emma { house in
      house.session.send(.setRate(1.5))
      house.session.send(.clear(.removed))
      house.library.setRateOfAll(3)
      house.read(Self.path, Self.paused)
      house.pass(50)
      #expect(house.player.rate == 3 && document(house)?.rate == nil)
    }
  }

  // MARK: Bookmarks

  @Test func aBookmarkKeepsTheSentenceAndLeadsBackToIt_S2_28() async throws {
    try await emma { house in
      goTo(house, chapter: 2, passing: 3000)
      let mark = try house.libraryCalls.mark("schön").mark
      #expect(mark.number == 1 && mark.note == "schön" && mark.place.chapter == 1)
      #expect(mark.sentence == "This is c2, p1, s2." && mark.place.scalar == Self.sentence)
      // Another one, before it: they are listed in the order of the text.
      goTo(house, chapter: 1, passing: 300)
      #expect(try house.libraryCalls.mark("").isNew)
      #expect(house.library.catalogue.bookmarks(of: nil).map(\.number) == [2, 1])
      // In the queue it is gone to, and stays paused.
      house.libraryCalls.go(to: mark, playing: false, for: HandHouse.client) { _ in }
      #expect(house.current == "Chapter 2" && house.session.snapshot.status == .paused)
      // Otherwise it is opened there.
      house.session.send(.clear(.removed))
      house.forget()
      house.libraryCalls.go(to: mark, playing: false, for: HandHouse.client) { _ in }
      house.pass(500)
      #expect(house.words.first.map { [$0.title, $0.word] } == ["Chapter 2", "This"])
      #expect(house.words.first?.scalar == Self.sentence)
    }
  }

  @Test func aSentenceHasOneBookmark_S2_28() async throws {
    try await emma { house in
      goTo(house, chapter: 1, passing: 300)
      let first = try house.libraryCalls.mark("")
      let again = try house.libraryCalls.mark("with a note")
      #expect(first.isNew && !again.isNew && again.mark.number == first.mark.number && again.mark.note == "with a note")
      house.library.catalogue.removeBookmark(first.mark.number)
      #expect(try house.libraryCalls.mark("third").mark.number == 2, "a number is never used again")
    }
  }

  @Test func nextGoesToABookmark_S2_28() async throws {
    try await emma { house in
      goTo(house, chapter: 1, passing: 3000)
      _ = try house.libraryCalls.mark("")
      house.session.send(.seek(to: 0))
      try house.transport.step(.forward, .bookmark)
      #expect(house.session.textPlace?.sentence == 1)
    }
  }

  // MARK: Documents of the library

  @Test func aDocumentIsReadOnAndOneWhoseFileHasGoneIsNamed() async throws {
    try await emma { house in
      goTo(house, chapter: 2, passing: 3000)
      house.session.send(.clear(.removed))
      house.forget()
      let kept = try #require(document(house))
      house.libraryCalls.open(kept, SpeakOptions(), at: .whenBusy(nil), for: HandHouse.client) { _ in }
      house.pass(500)
      #expect(house.words.first?.title == "Chapter 2")
      house.session.send(.clear(.removed))
      house.files.remove(Self.path)
      var error = ""
      house.libraryCalls.open(kept, SpeakOptions(), at: .whenBusy(nil), for: HandHouse.client) {
        if case .failure(let failure) = $0 { error = failure.name }
      }
      house.pass(100)
      #expect(error == APIErrorCode.noSuchFile.busName && house.titles.isEmpty)
      #expect(house.library.catalogue.all.count == 1)
    }
  }

  @Test func aDocumentFromElsewhereTakesThePlaceOfItself() async throws {
    try await emma { house in
      goTo(house, chapter: 1, passing: 300)
      let kept = try #require(document(house))
      var options = Self.paused
      options.fromChapter = 2
      house.libraryCalls.open(kept, options, at: .whenBusy(nil), for: HandHouse.client) { _ in }
      house.pass(100)
      #expect(house.titles == ["Chapter 1", "Chapter 2", "Chapter 3"] && house.current == "Chapter 2")
    }
  }

  @Test func aDocumentIsForgottenWithItsMarks() async throws {
    try await emma { house in
      goTo(house, chapter: 1, passing: 300)
      _ = try house.libraryCalls.mark("here")
      let id = try #require(document(house)?.id)
      house.session.send(.clear(.removed))
      house.library.catalogue.remove(id)
      #expect(house.library.catalogue.all.isEmpty && house.library.catalogue.bookmarks(of: nil).isEmpty)
      #expect(reopened(house) == ("Emma", 0))
    }
  }

  @Test func aFolderIsReadOneAfterTheOtherAndWhatHasGoneIsLeftOut() async {
    await HandHouse.play { house in
      for name in ["a", "b", "c"] {
        house.files.put(Script("This is \(name)."), at: "/folder/\(name).txt")
        house.read("/folder/\(name).txt", Self.paused)
        house.pass(50)
      }
      house.session.send(.clear(.removed))
      house.files.remove("/folder/b.txt")
      house.forget()
      let documents = house.library.catalogue.all.sorted { $0.path < $1.path }
      house.libraryCalls.openNow(documents, for: HandHouse.client) { _ in }
      house.pass(100)
      #expect(house.titles == ["a.txt", "c.txt"] && house.current == "a.txt")
      house.passAll()
      #expect(house.told.filter { $0.hasPrefix("finished") } == ["finished a.txt", "finished c.txt"])
    }
  }

  @Test func aBookThatAFormerVersionCalledByItsFileGetsItsTitle_S2_28_S3_22() async {
    await HandHouse.play { former in
      former.files.put(Script(title: "Emma", Self.chapters), at: Self.path)
      former.read(Self.path, SpeakOptions(album: "emma.epub", paused: true))
      former.pass(50)
      #expect(former.player.entries.map(\.metadata.album) == ["emma.epub", "emma.epub", "emma.epub"])
      let house = former.successor()
      house.session.send(.play)
      house.pass(1000)
      #expect(house.player.entries.map(\.metadata.album) == ["Emma", "Emma", "Emma"])
      #expect(house.library.catalogue.all.map(\.title) == ["Emma"])
    }
  }
}
