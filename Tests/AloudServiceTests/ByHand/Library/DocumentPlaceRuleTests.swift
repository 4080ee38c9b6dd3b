import AloudAPI
import Playback
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The places and rates that documents keep.
@Suite(.timeLimit(.minutes(1)))
struct DocumentPlaceRuleTests {
  // MARK: Places

  @Test func theSameContentGoesOnAtItsSentenceWhereverItsFileLies_S2_28() async {
    await Emma.play { service in
      // Into the third sentence of the second chapter.
      service.goTo(chapter: 2, passing: 5200)
      service.session.send(.clear(.removed))
      service.files.move(Emma.path, to: "/books/another name.epub")
      let place = service.reopened("/books/another name.epub")
      #expect(place == ("Chapter 2", 2 * Emma.sentence))
      let kept = service.document
      #expect(kept?.title == "Emma" && kept?.authors == ["Ann Author"] && kept?.kind == .book)
      #expect(kept?.path == "/books/another name.epub" && kept?.chapters == 3)
      #expect(service.library.catalogue.all.count == 1)
    }
  }

  @Test func openingAgainAndAgainWithoutListeningDoesNotCreepBack_S2_28() async {
    await Emma.play { service in
      service.goTo(chapter: 1, passing: 5200)
      var places: Set<Microseconds> = []
      for _ in 0..<4 {
        service.session.send(.clear(.removed))
        service.read(Emma.path, Emma.paused)
        service.pass(5000)
        places.insert(service.session.position)
      }
      #expect(places.count == 1 && places.first! > 0, "\(places)")
    }
  }

  @Test func switchingFromOneToAnotherAndBackReturnsToItsPlaceAndSpeed_S2_28() async {
    await Emma.play { service in
      service.files.put(Script("These are notes. They are short. But several."), at: "/notes.txt")
      service.goTo(chapter: 1, passing: 5200)
      service.session.send(.setRate(4))
      service.session.send(.clear(.removed))
      service.read("/notes.txt")
      service.pass(2500)
      service.session.send(.setRate(2.5))
      #expect(service.reopened() == ("Emma", 2 * Emma.sentence))
      #expect(service.player.rate == 4)
      #expect(service.reopened("/notes.txt") == ("notes", 17) && service.player.rate == 2.5)
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
      #expect(service.document?.finished != nil && service.document?.place == nil)
      #expect(service.reopened("/notes.txt") == ("notes", 0))
      #expect(service.document?.finished == nil)
    }
  }

  @Test func aBookIsFinishedWithItsLastChapterOnly_S2_28() async {
    await Emma.play { service in
      service.goTo(chapter: 1, passing: 20_000)
      #expect(service.current == "Chapter 2" && service.document?.finished == nil)
      service.session.send(.play)
      service.passAll()
      #expect(service.document?.finished != nil)
    }
  }

  @Test(
    arguments: [
      (true, nil, nil, 1, 0), (false, 2, nil, 2, 0), (false, 3, 2, 3, 2), (false, nil, 3, 1, 4), (true, 2, 1, 2, 0),
    ] as [(Bool, Int?, Int?, Int, Int)])
  func theListenerMayBeginElsewhere(again: Bool, from: Int?, paragraph: Int?, chapter: Int, sentence: Int) async {
    await Emma.play { service in
      service.goTo(chapter: 1, passing: 5200)
      var options = SpeakOptions()
      (options.again, options.fromChapter, options.fromParagraph) = (again, from, paragraph)
      // The first chapter is the only one that is known then.
      let title = chapter == 1 ? "Emma" : "Chapter \(chapter)"
      #expect(service.reopened(Emma.path, options) == (title, sentence * Emma.sentence))
    }
  }

  @Test func aDocumentThatWasOnlyOpenedKeepsThePlaceOfItsReading_S2_28() async {
    await Emma.play { service in
      service.goTo(chapter: 2, passing: 5200)
      let place = service.document?.place
      service.session.send(.clear(.removed))
      service.read(Emma.path, Emma.paused)
      service.pass(100)
      service.session.send(.clear(.removed))
      #expect(service.document?.place == place && place != nil)
    }
  }

  @Test func thePlaceIsKeptAtEachMomentOfReadingItsTextAgain_S2_28() async throws {
    try await Emma.play { service in
      service.goTo(chapter: 2, passing: 5200)
      let heard = try #require(service.document?.place)
      service.files.slow(Emma.path, .milliseconds(40))
      var unread = 0
      for moment in 0..<60 {
        // The service was killed before the library was written.
        let next = service.successor()
        var document = try #require(next.document)
        document.place = DocumentPlace(chapter: 2, scalar: 0, microseconds: 0)
        next.library.catalogue.put(document)
        next.pass(moment * 20)
        let track = try #require(next.session.snapshot.track.flatMap { next.session.track($0) })
        guard track.document?.contentID != nil else { continue }
        if track.sentence(atScalar: heard.scalar) == nil { unread += 1 }
        next.session.send(.clear(.removed))
        #expect(next.document?.place?.inText == heard.inText, "after \(moment * 20) ms")
        #expect(next.document?.place?.number == heard.number)
      }
      #expect(unread > 3)
    }
  }

  @Test func thePlaceIsNotedWhileItIsHeard_S2_28() async {
    await Emma.play { service in
      service.session.send(.play)
      service.pass(5100)
      let first = service.document?.place
      service.pass(5000)
      #expect(first != nil && service.document?.place != first && service.document?.chapters == 3)
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

  // MARK: Rates

  @Test func theRateOfABookStaysWithIt_X6_S2_28() async {
    await Emma.play { service in
      service.session.send(.setRate(1.5))
      #expect(service.player.rate == 1.5 && service.session.snapshot.globalRate == 1)
      service.session.send(.clear(.removed))
      service.say("A note.", Emma.paused)
      service.pass(50)
      #expect(service.player.rate == 1)
      // Beside what is said the rate of everything changes.
      service.session.send(.setRate(2))
      service.session.send(.clear(.removed))
      service.read(Emma.path, Emma.paused)
      service.pass(50)
      #expect(service.player.rate == 1.5)
      service.library.forgetRate()
      #expect(service.player.rate == 2 && service.document?.rate == nil)
    }
  }

  @Test func oneRateForEverythingTakesThatOfEachDocumentAway_X6() async {
    await Emma.play { service in
      service.session.send(.setRate(1.5))
      service.session.send(.clear(.removed))
      service.library.setRateOfAll(3)
      service.read(Emma.path, Emma.paused)
      service.pass(50)
      #expect(service.player.rate == 3 && service.document?.rate == nil)
    }
  }
}
