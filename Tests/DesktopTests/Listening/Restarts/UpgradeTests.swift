import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

@testable import Store

/// The service restores the state that an earlier version left.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct UpgradeTests {
  /// Runs `body` with today's service, which finds the state, the settings and the documents of a former version.
  private func with(
    _ state: String, of former: FormerState = .first, _ body: @Core (RestartableService) async throws -> Void
  ) async throws {
    try await former.withDocuments {
      try await Scene.inDesktop { desktop in
        try former.copy(state, to: (desktop.environment["XDG_STATE_HOME"] ?? "") + "/aloud")
        try Scene.write(try former.settings(), in: desktop)
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

  @Test func aPausedBookAndARecordingOfTheSecondVersionGoOnAtTheirPlaces_S2_28() async throws {
    try await with("paused", of: .second) { fixture in
      let remote = fixture.remote
      #expect(try await fixture.tracks().map(number) == [2, 5, 6, 7, 8, 3, 4, 9, 10])
      #expect(try await remote.text(.playbackStatus) == "Paused")
      #expect(try await remote.text(.pauseReason) == "user")
      #expect(try await fixture.chapter() == 2)
      #expect(try await remote.position() == 6_628_980)
      #expect(try await remote.get(.rate) == .double(1.5))
      try await eventually("the volume is back") { try await remote.get(.volume) == .double(0.8) }
      #expect(try await remote.get(.loopStatus) == .string("Playlist"))
      try await expectTheLibraryOfTheSecondVersion(fixture)
      let words = try await fixture.subscribe()
      try await remote(.play)
      try await eventually("words are heard") { words.arguments.count >= 1 }
      #expect(words.words.first?.range.scalars.start == 109, "\(words.words)")
      // The recording goes on in its second chapter, at its own rate.
      try await remote(.pause(.immediate))
      try await remote.wait(.playbackStatus, "Paused")
      let recording = try #require(try await fixture.tracks().first { self.number($0) == 3 }?.id)
      try await remote(.goTo(recording))
      #expect(try await remote.get(.track).asObjectPath == recording)
      #expect(try await remote.position() == 2_722_087)
      #expect(try await remote.get(.rate) == .double(1.25))
      // Slowly, so that a busy machine sees it before the chapter ends.
      try await remote.set(.rate, .double(0.25))
      try await remote(.play)
      try await eventually("it is heard from there on") { try await remote.position() > 2_900_000 }
      #expect(try await remote.get(.track).asObjectPath == recording)
      // A text of a file and an utterance with clips can be opened again, and a bookmark leads into the recording.
      for wanted in [9, 10] {
        let track = try #require(try await fixture.tracks().first { self.number($0) == wanted }?.id)
        try await remote(.goTo(track))
        try await eventually("track \(wanted) is heard") { words.words.last?.track == track }
      }
      try await remote(.pause(.immediate))
      try await remote.wait(.playbackStatus, "Paused")
      try await remote(.goToBookmark(1))
      try await eventually("the recording is current") { try await remote.get(.track).asObjectPath == recording }
      // The place in a recording is kept as the millisecond of the whole file.
      let marked = try await remote.position()
      #expect(abs(marked - 1_554_649) < 1000, "\(marked)")
      #expect(fixture.service.errors.contains("warning") == false, "\(fixture.service.errors)")
    }
  }

  /// The interface and the command list the documents and bookmarks that the second version kept.
  @Core
  private func expectTheLibraryOfTheSecondVersion(_ fixture: RestartableService) async throws {
    let documents = try await fixture.documents()
    #expect(documents.map(\.title) == ["The Harbour", "Tide Times", "letter.txt", "note.txt"])
    #expect(documents.map(\.kind) == ["book", "book", "article", "article"])
    #expect(documents.map(\.artists) == [["Ada Keeper", "Tom Rigg"], ["Harbour Office"], [], []])
    #expect(documents.map(\.chapter) == [1, 1, 0, 0] && documents.map(\.chapters) == [4, 3, 1, 1])
    // The place in the book depends on the lengths of this machine's voice.
    #expect(documents.dropFirst().map(\.positionMicroseconds.count) == [5_983_946, 0, 0])
    #expect(documents.map(\.heard) == [1_795_863_168, 1_795_863_160, nil, 1_795_863_157])
    #expect(documents.map(\.finished) == [nil, nil, nil, 1_795_863_157])
    let marks = try await fixture.bookmarks()
    #expect(marks.map(\.number) == [1, 2, 3] && marks.map(\.chapter) == [1, 0, 1])
    #expect(marks.map(\.title) == ["Tide Times", "The Harbour", "The Harbour"])
    #expect(marks.map(\.positionMicroseconds.count) == [1_554_649, 1_040_590, 1_140_182])
    let library = try await fixture.desktop.run(Project.program("aloud"), "library")
    for document in documents { #expect(library.answer.contains(document.title), "\(library)") }
    let bookmarks = try await fixture.desktop.run(Project.program("aloud"), "marks", "--all")
    for mark in marks { #expect(bookmarks.answer.contains(mark.sentence), "\(bookmarks)") }
  }

  @Test func aRecordingThatPlayedWhenTheSecondVersionWasKilledGoesOn_S2_28() async throws {
    try await with("killed", of: .second) { fixture in
      let remote = fixture.remote
      #expect(try await fixture.tracks().map(number) == [1, 5, 6, 7, 2, 3, 4])
      #expect(try await remote.text(.pauseReason) == "restart")
      #expect(try await remote.position() == 4_011_384)
      #expect(try await remote.get(.rate) == .double(0.5))
      try await eventually("the volume is back") { try await remote.get(.volume) == .double(0.55) }
      #expect(try await fixture.bookmarks().map(\.note) == ["six in the evening"])
      let recording = try #require(try await remote.get(.track).asObjectPath)
      try await remote.set(.rate, .double(0.25))
      try await remote(.play)
      try await eventually("it is heard from there on") { try await remote.position() > 4_200_000 }
      #expect(try await remote.get(.track).asObjectPath == recording)
      // The book that was put off for it goes on at the word.
      let words = try await fixture.subscribe()
      let book = try #require(try await fixture.tracks().first { self.number($0) == 2 }?.id)
      try await remote(.goTo(book))
      try await eventually("the book is heard") { words.words.contains { $0.track == book } }
      #expect(words.words.first { $0.track == book }?.range.scalars.start == 49, "\(words.words)")
      #expect(try await remote.get(.rate) == .double(2))
      #expect(fixture.service.errors.contains("warning") == false, "\(fixture.service.errors)")
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
