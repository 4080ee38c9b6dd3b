import AloudAPI
import BusValues
import EventLoop
import Playback
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The library: which documents it has, and what becomes of them.
@Suite(.timeLimit(.minutes(1)))
struct LibraryRuleTests {
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
    await Emma.play { service in
      #expect(service.library.catalogue.all.isEmpty)
      let next = service.successor()
      #expect(next.library.catalogue.all.isEmpty && next.player.ids.count == 3)
      next.session.send(.play)
      next.pass(1000)
      #expect(next.library.catalogue.all.map(\.title) == ["Emma"] && next.document?.authors == ["Ann Author"])
      #expect(next.document?.kind == .book && next.document?.heard != nil)
    }
  }

  @Test func aDocumentOpenedElsewhereIsInTheLibraryWithItsPlace_S2_28() async {
    await Emma.play { service in
      service.session.send(.clear(.removed))
      var options = SpeakOptions()
      (options.fromChapter, options.fromParagraph) = (2, 2)
      service.read(Emma.path, options)
      service.pass(500)
      service.session.send(.clear(.removed))
      #expect(service.document?.place?.chapter == 1 && service.document?.place?.starts.first == 2 * Emma.sentence)
    }
  }

  @Test func whatTheListenerSetsBeforeTheFirstWordIsKept_X6_S2_28() async throws {
    try await Emma.play { service in
      _ = try service.libraryCalls.mark("to begin here")
      #expect(service.library.catalogue.all.count == 1 && service.document?.heard == nil)
    }
    await Emma.play { service in
      service.session.send(.setRate(1.5))
      #expect(service.document?.rate == 1.5 && service.document?.heard == nil)
      service.session.send(.clear(.removed))
      service.read(Emma.path, Emma.paused)
      service.pass(50)
      #expect(service.player.rate == 1.5)
    }
  }

  @Test func aDocumentOfAnEarlierVersionThatWasNeverHeardKeepsWhatItHas_S2_28() async {
    await Emma.play { service in
      service.session.send(.play)
      service.pass(500)
      var old = service.document!
      (old.heard, old.place, old.rate) = (nil, nil, 2)
      let next = ManualService(files: service.files)
      next.library.catalogue.put(old)
      next.read(Emma.path, Emma.paused)
      next.pass(50)
      #expect(next.player.rate == 2 && next.library.catalogue.all.count == 1)
      next.session.send(.clear(.removed))
      #expect(next.document?.rate == 2 && next.document?.heard == nil)
    }
  }

  @Test func aRemovedDocumentThatIsPausedStaysRemoved_S2_28() async {
    await Emma.play { service in
      service.session.send(.setRate(1.5))
      service.goTo(chapter: 1, passing: 3000)
      service.library.catalogue.remove(service.document!.id)
      service.session.send(.clear(.removed))
      service.pass(300)
      #expect(service.library.catalogue.all.isEmpty)
    }
  }

  // MARK: Documents of the library

  @Test func aDocumentIsReadOnAndOneWhoseFileHasGoneIsNamed() async throws {
    try await Emma.play { service in
      service.goTo(chapter: 2, passing: 3000)
      service.session.send(.clear(.removed))
      service.forget()
      let kept = try #require(service.document)
      service.libraryCalls.open(kept, SpeakOptions(), at: .whenBusy(nil), for: ManualService.client) { _ in }
      service.pass(500)
      #expect(service.words.first?.title == "Chapter 2")
      service.session.send(.clear(.removed))
      service.files.remove(Emma.path)
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
    try await Emma.play { service in
      service.goTo(chapter: 1, passing: 300)
      let kept = try #require(service.document)
      var options = Emma.paused
      options.fromChapter = 2
      service.libraryCalls.open(kept, options, at: .whenBusy(nil), for: ManualService.client) { _ in }
      service.pass(100)
      #expect(service.titles == ["Chapter 1", "Chapter 2", "Chapter 3"] && service.current == "Chapter 2")
    }
  }

  @Test func aDocumentIsForgottenWithItsMarks() async throws {
    try await Emma.play { service in
      service.goTo(chapter: 1, passing: 300)
      _ = try service.libraryCalls.mark("here")
      let id = try #require(service.document?.id)
      service.session.send(.clear(.removed))
      service.library.catalogue.remove(id)
      #expect(service.library.catalogue.all.isEmpty && service.library.catalogue.bookmarks(of: nil).isEmpty)
      #expect(service.reopened() == ("Emma", 0))
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
      former.files.put(Script(title: "Emma", Emma.chapters), at: Emma.path)
      former.read(Emma.path, SpeakOptions(album: "emma.epub", paused: true))
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
