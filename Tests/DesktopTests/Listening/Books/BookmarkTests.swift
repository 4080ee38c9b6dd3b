import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// Places that the listener marks.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct BookmarkTests {
  @Test func aBookmarkKeepsTheSentenceAndLeadsBackToIt_S2_28() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      try await fixture.remote.set(.rate, .double(4))
      try await fixture.remote(.goTo(try await fixture.tracks()[1].id))
      let last = try #require(try await fixture.hear(13).last).range.scalars.start
      let answer = try await fixture.remote(.addBookmark(note: "wie schön"))
      let mark = try #require(answer.first?.asVardict.flatMap(BookmarkEntry.init))
      #expect(mark.number == 1 && mark.note == "wie schön" && mark.title == "Emma" && mark.chapter == 1)
      #expect(mark.sentence.hasPrefix("Sentence ") && mark.sentence.hasSuffix("in chapter 2 of Emma."))
      // That of the last word, or the next one in the silence after it.
      let (starts, text) = (sentenceStarts(2, of: "Emma"), chapterText(2, of: "Emma"))
      let marked = try #require(starts.first { text.dropFirst($0).hasPrefix(mark.sentence) })
      let sentence = try #require(starts.lastIndex { $0 <= Int(last) })
      #expect(sentence >= 1 && [starts[sentence], starts[min(sentence + 1, 11)]].contains(marked), "\(mark)")
      // A second bookmark, further on. The list is in the order of the text.
      try await fixture.remote(.goTo(try await fixture.tracks()[0].id))
      _ = try await fixture.hear(2)
      try await fixture.remote(.addBookmark(note: ""))
      #expect(try await fixture.bookmarks().map(\.number) == [2, 1])
      // After a kill, and with the document removed from the queue.
      try await fixture.remote(.clear)
      try await fixture.endAndBegin(9)
      #expect(try fixture.problems() == [])
      #expect(try await fixture.bookmarks().map(\.number) == [2, 1])
      #expect(try await fixture.bookmarks(mark.document).count == 2)
      let words = try await fixture.subscribe()
      try await fixture.remote(.goToBookmark(1))
      try await eventually("it is read") { !words.arguments.isEmpty }
      #expect(words.words.first.map { Int($0.range.scalars.start) } == marked)
      try await fixture.remote(.pause(.immediate))
      // A bookmark in a queued document is sought, and the document stays paused.
      try await eventually("its chapters are queued") { try await fixture.tracks().count == 3 }
      try await fixture.remote(.goToBookmark(2))
      #expect(try await fixture.chapter() == 1)
      #expect(try await fixture.tracks().count == 3)
      #expect(try await fixture.remote.text(.playbackStatus) == "Paused")
      try await fixture.remote(.removeBookmark(2))
      #expect(await fixture.remote.failure(of: .removeBookmark(2)) == "NotFound")
      #expect(await fixture.remote.failure(of: .goToBookmark(2)) == "NotFound")
      try await fixture.remote(.addBookmark(note: "third"))
      #expect(try await fixture.bookmarks().map(\.number).sorted() == [1, 3], "a number is never used again")
    }
  }

  @Test func aTextThatCannotBeFoundAgainCannotBeMarked() async throws {
    try await RestartableService.with { fixture in
      #expect(await fixture.remote.failure(of: .addBookmark(note: "")) == "NoTrack")
      try await fixture.remote.speak("Nobody could find this again.", SpeakOptions(paused: true))
      #expect(await fixture.remote.failure(of: .addBookmark(note: "")) == "NotFound")
      let long = String(repeating: "x", count: 4097)
      #expect(await fixture.remote.failure(of: .addBookmark(note: long)) == "InvalidOption")
      #expect(await fixture.remote.failure(of: .listBookmarks(document: "nonsense")) == "NotFound")
      #expect(try await fixture.bookmarks().isEmpty)
      #expect(try await fixture.documents().isEmpty)
    }
  }

  /// A limit on the size of files has the same effect on this process as a full disk.
  @Test func onAFullDiskABookmarkIsMadeWithOneWarningAndIsKeptLater() async throws {
    try await RestartableService.with { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      _ = try await fixture.hear(3)
      let pid = String(fixture.service.pid)
      #expect(try await fixture.desktop.run("prlimit", "--pid", pid, "--fsize=0:unlimited").succeeded)
      try await fixture.remote(.addBookmark(note: "on a full disk"))
      #expect(try await fixture.bookmarks().map(\.note) == ["on a full disk"])
      @Core func warnings() -> Int {
        fixture.service.errors.split(separator: "\n").count { $0.contains("warning: the library cannot be kept") }
      }
      try await eventually("it is said") { warnings() == 1 }
      #expect(try await fixture.desktop.run("prlimit", "--pid", pid, "--fsize=unlimited:unlimited").succeeded)
      try await eventually("it is kept again") { fixture.service.errors.contains("the library is kept again") }
      #expect(warnings() == 1, "\(fixture.service.errors)")
      try await fixture.endAndBegin(9)
      #expect(try fixture.problems() == [])
      #expect(try await fixture.bookmarks().map(\.note) == ["on a full disk"])
    }
  }
}
