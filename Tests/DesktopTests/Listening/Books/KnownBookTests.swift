import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// The known data of a book that was opened before.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct KnownBookTests {
  private static let debug = "[service]\nlog-level = \"debug\"\n"

  @Test func aBookThatIsOpenedAgainIsExactAtOnceAndNothingIsMeasured() async throws {
    try await RestartableService.with(configuration: Self.debug) { fixture in
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      try await fixture.open(path, tracks: 3)
      let whole = try await fixture.exactBook()
      try await fixture.remote(.clear)
      try await fixture.end(9)
      #expect(fixture.errors.components(separatedBy: "of 12 sentences were measured").count == 4, "\(fixture.errors)")
      for _ in 0..<2 {
        try await fixture.begin()
        try await fixture.open(path, tracks: 3)
        #expect(try await fixture.exactBook() == whole)
        try await fixture.remote(.clear)
        let before = fixture.errors.count
        try await fixture.end(15)
        let log = String(fixture.errors.dropFirst(before))
        #expect(!log.contains("sentences were measured"), "\(log)")
        #expect(log.components(separatedBy: "12 sentences are as long as").count == 4, "\(log)")
      }
      // Another voice or speed is measured again, and the lengths of the first one are kept.
      try await fixture.begin()
      for options in [SpeakOptions(voice: "gmw/de", allIn: "de"), SpeakOptions(rate: 1.5)] {
        try await fixture.open(path, tracks: 3, options)
        #expect(try await fixture.exactBook() != whole)
        try await fixture.remote(.clear)
      }
      try await fixture.open(path, tracks: 3)
      #expect(try await fixture.exactBook() == whole)
      let before = fixture.errors.count
      try await fixture.end(15)
      let log = String(fixture.errors.dropFirst(before))
      #expect(log.components(separatedBy: "of 12 sentences were measured").count == 7, "\(log)")
      #expect(log.components(separatedBy: "12 sentences are as long as").count == 4, "\(log)")
    }
  }

  @Test func theCommandLineMarksListsAndGoesOn() async throws {
    var options = PrivateDesktop.Options()
    options.environment["LC_ALL"] = "C.UTF-8"
    try await RestartableService.with(options) { fixture in
      let aloud = Project.program("aloud")
      func run(_ arguments: String...) async throws -> CommandResult {
        try await fixture.desktop.start([aloud] + arguments).waitForEnd()
      }
      let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
      #expect(try await run("library").answer.contains("the library is empty"))
      #expect(try await run("marks").answer.contains("there are no bookmarks"))
      try await fixture.open(path, tracks: 3)
      _ = try await fixture.exactBook()
      #expect(try await run("seek", "5%").succeeded)
      #expect(try await fixture.chapter() == 1)
      let marked = try await run("mark", "a", "note")
      #expect(marked.succeeded && marked.answer.contains("a note - Sentence "), "\(marked)")
      #expect(try await run("marks").lines.count == 1)
      #expect(try await run("marks", "--json").answer.contains(#""note":"a note""#))
      #expect(try await run("seek", "90%").succeeded)
      #expect(try await fixture.chapter() == 3)
      #expect(try await run("marks", "go", "1").succeeded)
      #expect(try await fixture.chapter() == 1)
      #expect(try await run("marks", "rm", "1").succeeded)
      #expect(try await fixture.bookmarks().isEmpty)
      let wrong = try await run("marks", "go", "7")
      #expect(wrong.exitCode == 2 && wrong.errors.contains("there is no bookmark 7"), "\(wrong)")
      _ = try await fixture.hear(4)
      let rows = try await run("library").lines
      #expect(rows.count == 1 && rows[0].contains("Emma - Ann Author") && rows[0].contains("%"), "\(rows)")
      #expect(try await run("clear").succeeded)
      #expect(try await run("library", "read", "1").succeeded)
      try await fixture.remote.wait(.state, "speaking")
      #expect(try await run("clear").succeeded)
      #expect(try await run("read", "--from", "3:2", path).succeeded)
      try await fixture.remote.wait(.state, "speaking")
      #expect(try await fixture.chapter() == 3)
      #expect(try await run("clear").succeeded)
      #expect(try await run("read", "--again", path).succeeded)
      // A document may have only one chapter for a moment, and then the chapter has no number.
      try await eventually("it begins with the first chapter") { try await fixture.chapter() == 1 }
      let nonsense = try await run("read", "--from", "x", path)
      #expect(nonsense.exitCode == 2 && nonsense.errors.contains("'x'"), "\(nonsense)")
      #expect(try await run("clear").succeeded)
      #expect(try await run("library", "rm", "1").succeeded)
      #expect(try await fixture.documents().isEmpty)
    }
  }

  @Test func skippingCrossesTheEdgesOfChaptersAndMPRISStaysInItsTrack_S2_10() async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      try await fixture.open(try fixture.file("emma.epub", SampleBook.book("Emma")), tracks: 3)
      _ = try await fixture.exactBook()
      let tracks = try await fixture.tracks()
      let first = try #require(tracks[0].lengthMicroseconds?.count)
      @Core func seek(_ seconds: Int64) async throws -> (chapter: Int, place: Int64) {
        let place = try await remote(.seek(byMicroseconds: Microseconds(seconds * 1_000_000))).first?.asInt64 ?? -1
        return (try await fixture.chapter(), place)
      }
      /// Exact to the frame.
      func isNear(_ place: Int64, _ expected: Int64) -> Bool { abs(place - expected) < 200 }
      try await remote(.goTo(tracks[1].id))
      let inside = try await seek(10)
      #expect(inside.chapter == 2 && isNear(inside.place, 10_000_000), "\(inside)")
      let back = try await seek(-30)
      #expect(back.chapter == 1 && isNear(back.place, first - 20_000_000), "\(back) of \(first)")
      let on = try await seek(25)
      #expect(on.chapter == 2 && isNear(on.place, 5_000_000), "\(on)")
      try await remote.player("Seek", [.int64(-30_000_000)])
      #expect(try await remote.position() == 0)
      #expect(try await fixture.chapter() == 2)
      try await remote.player("Seek", [.int64(3_600_000_000)])
      #expect(try await fixture.chapter() == 3)
      #expect(try await remote.position() == 0)
    }
  }
}
