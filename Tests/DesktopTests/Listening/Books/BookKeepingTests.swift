import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// Books outlive the service.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct BookKeepingTests {
  @Test(arguments: SpeakingVoices.quickReaders)
  func afterAKillTheBookGoesOnInItsChapter(voices: SpeakingVoices) async throws {
    try await RestartableService.with(voices: voices) { fixture in
      let remote = fixture.remote
      let path = fixture.desktop.directory + "/book.epub"
      try Data(Library.book().bytes).write(to: URL(fileURLWithPath: path))
      _ = try await remote.open(path, SpeakOptions(paused: true))
      let before = try await remote.tracks(3)
      let words = try await fixture.subscribe()
      try await remote(.next(.track))
      try await remote(.play)
      try await eventually("three words are heard") { words.words.count >= 3 }
      try await fixture.endAndBegin(9)
      let place = try await remote.position()
      let last = words.words.suffix(2)
      #expect(words.words.mayBeKept(at: place, in: Library.text(2)), "\(place) after \(last)")
      let after = try await remote.tracks(3)
      #expect(after.map(\.id) == before.map(\.id) && after.map(\.title) == before.map(\.title))
      #expect(
        after.map(\.trackNumber) == [1, 2, 3] && after[1].isCurrent && after.allSatisfy { $0.album == "The Book" })
      #expect(DocumentEntry(try await remote.get(.document).asVardict ?? [:])?.chapter == 2)
      // One pass fills all chapters, those before and after the current one.
      let further = try await fixture.subscribe()
      try await remote.set(.rate, .double(6))
      try await remote(.play)
      try await eventually("the last chapter is heard") { further.words.contains { $0.track == after[2].id } }
      let first = try #require(further.words.first)
      #expect(first.track == after[1].id)
      // From the silence after a sentence, the next one begins.
      let isInSilence = !last.contains { $0.mediaMicroseconds.count == place }
      #expect(isInSilence ? first.mediaMicroseconds.count > place : first.mediaMicroseconds.count == place, "\(first)")
      try await remote(.goTo(after[0].id))
      try await eventually("the first chapter is heard") { further.words.last?.track == after[0].id }
    }
  }

  @Test func aBookWithoutAFileIsKeptAsTheTextOfItsChapters_S0_02() async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      let path = fixture.desktop.directory + "/book.epub"
      try Data(Library.book().bytes).write(to: URL(fileURLWithPath: path))
      let program = Project.program("aloud")
      let result = try await fixture.desktop.run("sh", "-c", "cat '\(path)' | '\(program)' read -; '\(program)' pause")
      #expect(result.status == .exited(0), "\(result)")
      let before = try await remote.tracks(3)
      _ = try await eventually("all lengths are exact") { try await remote.tracks().allSatisfy(\.isLengthExact) }
      try FileManager.default.removeItem(atPath: path)
      try await fixture.endAndBegin(9)
      let after = try await remote.tracks(3)
      #expect(after.map(\.id) == before.map(\.id) && after.map(\.document) == before.map(\.document))
      #expect(DocumentEntry(try await remote.get(.document).asVardict ?? [:])?.chapters == 3)
      let words = try await fixture.subscribe()
      try await remote.set(.rate, .double(6))
      try await remote(.play)
      try await eventually("the last chapter is heard") { words.words.contains { $0.track == after[2].id } }
    }
  }

  @Test func aBookThatHasChangedIsNamed_S3_17() async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      let path = try await fixture.keepABook()
      var other = (1...3).map(Library.chapter)
      other[0] = Book.Part("c1.xhtml", body: "<h1>Chapter 1</h1><p>Something else altogether stands here now.</p>")
      try Data(Library.book(other).bytes).write(to: URL(fileURLWithPath: path))
      try await fixture.begin()
      try await eventually("it is named") { try await remote.text(.lastError).contains("book.epub") }
      #expect(try await remote.text(.lastError).contains("changed"))
      #expect(try await remote.tracks().isEmpty)
      try await fixture.end(15)
      #expect(fixture.errors.components(separatedBy: "cannot be read any more").count == 2, "\(fixture.errors)")
    }
  }
}

extension RestartableService {
  /// Queues a book with a service that then ends.
  ///
  /// - Returns: the book's path.
  fileprivate func keepABook() async throws -> String {
    let path = desktop.directory + "/book.epub"
    try Data(Library.book().bytes).write(to: URL(fileURLWithPath: path))
    _ = try await remote.open(path, SpeakOptions(paused: true))
    _ = try await remote.tracks(3)
    _ = try await remote.exactLength()
    try await end(15)
    return path
  }
}
