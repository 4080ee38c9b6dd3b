import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

@testable import Store

/// The service restores the state that a released version left.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct UpgradeTests {
  private func with(_ state: String, _ body: @Core (RestartableService) async throws -> Void) async throws {
    try await FormerState.first.withDocuments {
      try await Scene.inDesktop { desktop in
        try FormerState.first.copy(state, to: (desktop.environment["XDG_STATE_HOME"] ?? "") + "/aloud")
        try Scene.write(try FormerState.first.settings(), in: desktop)
        try await body(try await RestartableService(desktop))
      }
    }
  }

  /// The store's number of a track.
  private func number(_ track: TrackEntry) -> Int { track.id.text.split(separator: "/").last.flatMap { Int($0) } ?? 0 }

  @Test func aBookThatTheFirstVersionReadGoesOnAtTheWord_S2_28() async throws {
    try await with("reading") { fixture in
      let remote = fixture.remote
      #expect(try await fixture.tracks().map(number) == Array(2...8))
      #expect(try await remote.text(.pauseReason) == "restart")
      #expect(try await remote.position() == 2_818_685)
      #expect(try await remote.get(.rate) == .double(1.5))
      // The volume is set after the settings are known.
      try await eventually("the volume is back") { try await remote.get(.volume) == .double(0.7) }
      #expect(try await remote.get(.loopStatus) == .string("Playlist"))
      #expect(try await fixture.documents().map(\.title).sorted() == ["The Lighthouse", "finished.txt", "letter.txt"])
      #expect(try await fixture.bookmarks().map(\.number) == [1, 2])
      let words = try await fixture.subscribe()
      try await remote(.play)
      try await eventually("words are heard") { words.arguments.count >= 3 }
      #expect(words.words.first?.range.scalars.start == 46, "\(words.words)")
      // `when-busy = "next"` in its settings: directly after the chapter that is read.
      let said = try await remote.speak("One more text.")
      let order = try await fixture.tracks().map(\.id)
      let current = try #require(try await remote.get(.track).asObjectPath)
      let place = try #require(order.firstIndex(of: current))
      #expect(order[place + 1] == said)
      // Each text can be opened again: that of a book, of a file, and a said one.
      for wanted in [5, 6, 8] {
        let track = try #require(try await fixture.tracks().first { self.number($0) == wanted }?.id)
        try await remote(.goTo(track))
        try await eventually("track \(wanted) is heard") { words.words.last?.track == track }
      }
      #expect(fixture.service.errors.contains("warning") == false, "\(fixture.service.errors)")
    }
  }

  @Test func aBookThatWasPausedAfterAnAnnouncementStaysPaused() async throws {
    try await with("announcement") { fixture in
      let remote = fixture.remote
      let announcement = try #require(try await remote.get(.track).asObjectPath)
      #expect(try await remote.position() == 1_661_905)
      let words = try await fixture.subscribe()
      try await remote(.play)
      try await eventually("words are heard") { words.arguments.count >= 1 }
      try await remote(.setPosition(microseconds: 6_000_000, track: nil))
      try await eventually("the book is current") { try await remote.get(.track).asObjectPath != announcement }
      try await remote.wait(.playbackStatus, "Paused")
      // It was paused within a word, and resumes at the word's start.
      let position = try await remote.settledPosition()
      #expect((1_700_000...1_904_264).contains(position))
    }
  }

  /// The error is reported, and neither the library nor the journal is overwritten.
  @Test func aLibraryOfALaterVersionIsLeftAsItIsAndTold() async throws {
    try await Scene.inDesktop { desktop in
      let folder = (desktop.environment["XDG_STATE_HOME"] ?? "") + "/aloud"
      try FormerState.first.copy("ended", to: folder)
      let later = try Database(path: folder + "/library.sqlite")
      try later.run("PRAGMA user_version = \(Schema.version + 1)")
      later.close()
      func contents() throws -> [Data] {
        try ["library.sqlite", "place"].map { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")) }
      }
      let before = try contents()
      let fixture = try await RestartableService(desktop)
      let remote = fixture.remote
      #expect(fixture.warnings == 1 && fixture.service.errors.contains("later version"), "\(fixture.service.errors)")
      #expect(try await remote.text(.stateError).contains("later version"))
      // The service can read texts nevertheless.
      try await remote.speak(reading)
      try await remote.wait(.state, "speaking")
      let status = try await desktop.run(Project.program("aloud"), "status")
      #expect(status.answer.contains("nothing is kept"), "\(status)")
      let doctor = try await desktop.run(Project.program("aloud"), "doctor")
      #expect(doctor.answer.contains("later version") && doctor.answer.contains("move the folder away"), "\(doctor)")
      try await remote(.pause(.immediate))
      try await fixture.end(15)
      #expect(try contents() == before)
    }
  }
}
