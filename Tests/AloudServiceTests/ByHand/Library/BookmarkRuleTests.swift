import Playback
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The bookmarks of documents.
@Suite(.timeLimit(.minutes(1)))
struct BookmarkRuleTests {
  @Test func aBookmarkKeepsTheSentenceAndLeadsBackToIt_S2_28() async throws {
    try await Emma.play { service in
      service.goTo(chapter: 2, passing: 3000)
      let mark = try service.libraryCalls.mark("schön").mark
      #expect(mark.number == 1 && mark.note == "schön" && mark.place.chapter == 1)
      #expect(mark.sentence == "This is c2, p1, s2." && mark.place.scalar == Emma.sentence)
      // Another one, before it: they are listed in the order of the text.
      service.goTo(chapter: 1, passing: 300)
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
      #expect(service.words.first?.scalar == Emma.sentence)
    }
  }

  @Test func aSentenceHasOneBookmark_S2_28() async throws {
    try await Emma.play { service in
      service.goTo(chapter: 1, passing: 300)
      let first = try service.libraryCalls.mark("")
      let again = try service.libraryCalls.mark("with a note")
      #expect(first.isNew && !again.isNew && again.mark.number == first.mark.number && again.mark.note == "with a note")
      service.library.catalogue.removeBookmark(first.mark.number)
      #expect(try service.libraryCalls.mark("third").mark.number == 2, "a number is never used again")
    }
  }

  @Test func nextGoesToABookmark_S2_28() async throws {
    try await Emma.play { service in
      service.goTo(chapter: 1, passing: 3000)
      _ = try service.libraryCalls.mark("")
      service.session.send(.seek(to: 0))
      try service.transport.step(.forward, .bookmark)
      #expect(service.session.textPlace?.sentence == 1)
    }
  }
}
