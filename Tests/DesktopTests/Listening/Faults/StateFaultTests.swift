import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// The storage of the state fails; the reading does not.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StateFaultTests {
  /// A limit on the size of files has the same effect on this process as a full disk; see also `DiskTests`.
  @Test func onAFullDiskTheReadingGoesOnWithOneWarningAndIsKeptLater() async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      try await remote.speak(reading)
      let words = try await fixture.subscribe()
      try await eventually("words are heard") { words.arguments.count >= 2 }
      let pid = String(fixture.service.pid)
      #expect(try await fixture.desktop.run("prlimit", "--pid", pid, "--fsize=0:unlimited").succeeded)
      let count = words.arguments.count
      try await remote(.setPosition(microseconds: 0, track: nil))
      try await remote.set(.loopStatus, .string("Track"))
      try await eventually("the reading goes on") { words.arguments.count >= count + 5 }
      try await eventually("it is said") { fixture.warnings == 1 }
      #expect(try await fixture.desktop.run("prlimit", "--pid", pid, "--fsize=unlimited:unlimited").succeeded)
      try await eventually("it is kept again") { fixture.service.errors.contains("are kept again") }
      #expect(fixture.warnings == 1, "\(fixture.service.errors)")
      try await fixture.endAndBegin(9)
      #expect(try await remote.get(.loopStatus) == .string("Track"))
      #expect(try await fixture.tracks().count == 1)
      #expect(try fixture.problems() == [])
    }
  }

  @Test(arguments: [UInt64.random(in: 0...(.max))])
  func aDamagedStateIsSetAsideAndTheServiceServes(seed: UInt64) async throws {
    try await RestartableService.with { fixture in
      try await fixture.remote.speak(reading)
      try await fixture.end(9)
      let file = URL(fileURLWithPath: fixture.folder + "/library.sqlite")
      try Data("This is no database. ".utf8).write(to: file)
      try Data("And this is no log. ".utf8).write(to: URL(fileURLWithPath: file.path + "-wal"))
      var generator = SeededGenerator(seed: seed)
      let noise = Data((0..<9000).map { _ in UInt8.random(in: 0...255, using: &generator) })
      try noise.write(to: URL(fileURLWithPath: fixture.folder + "/place"))
      try await fixture.begin()
      #expect(fixture.service.errors.contains("set aside"))
      #expect(FileManager.default.fileExists(atPath: file.path + ".bad"))
      let track = try await fixture.remote.speak(reading)
      try await fixture.endAndBegin(9)
      #expect(try await fixture.tracks().map(\.id) == [track])
    }
  }

  @Test func withoutAPlaceToKeepAnythingItReadsAllTheSame() async throws {
    try await Scene.inDesktop { desktop in
      let service = try await desktop.startService(environment: ["XDG_STATE_HOME": "/proc/nothing"])
      let remote = try Remote(desktop)
      try await remote.speak(reading)
      try await remote.wait(.state, "speaking")
      #expect(service.errors.split(separator: "\n").count { $0.contains("warning: ") } == 1, "\(service.errors)")
    }
  }

  /// As with a home folder on a disk that is mounted late: the texts queued until then come first, followed by the kept
  /// ones, with their places and texts.
  @Test func aStateReadLateComesAfterTextsQueuedMeanwhile() async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      let state = fixture.desktop.environment["XDG_STATE_HOME"] ?? ""
      let files = FileManager.default
      let skipped = try await remote.speak("What was heard before.", SpeakOptions(paused: true))
      let first = try await remote.speak(reading, SpeakOptions(paused: true))
      let second = try await remote.speak("The second text of the former life.", SpeakOptions(paused: true))
      try await remote(.goTo(first))
      let words = try await fixture.subscribe()
      try await remote(.play)
      try await eventually("words are heard") { words.arguments.count >= 4 }
      try await fixture.end(9)
      try files.moveItem(atPath: state, toPath: state + ".away")
      try files.createSymbolicLink(atPath: state, withDestinationPath: state + ".missing")
      try await fixture.begin()
      #expect(try await fixture.tracks().isEmpty)
      let new = try await remote.speak("A text that is queued meanwhile.", SpeakOptions(paused: true))
      let next = try await remote.speak("And another one.", SpeakOptions(paused: true))
      try await eventually("it is said") { fixture.warnings == 1 }
      try files.removeItem(atPath: state)
      try files.moveItem(atPath: state + ".away", toPath: state)
      try await eventually("it is kept again") { fixture.service.errors.contains("are kept again") }
      let all = [skipped, new, next, first, second]
      #expect(try await fixture.tracks().map(\.id) == all)
      #expect(try await remote.get(.track).asObjectPath == new)
      #expect(try await remote.text(.playbackStatus) == "Paused")
      // The next run has each text at its place too.
      for isKilled in [false, true] {
        if isKilled { try await fixture.endAndBegin(9) }
        let tracks = try await fixture.tracks()
        #expect(tracks.map(\.id) == all)
        let place = try #require(tracks.first { $0.id == first }?.positionMicroseconds.count)
        #expect(words.words.mayBeKept(at: place, in: reading), "\(place) after \(words.words.suffix(2))")
      }
      try await fixture.end(9)
      #expect(try fixture.text(of: new) == "A text that is queued meanwhile.")
      #expect(try fixture.text(of: first) == reading)
      #expect(try fixture.text(of: second) == "The second text of the former life.")
      #expect(try fixture.problems() == [])
    }
  }

  /// There is room for the first writes of a start, but not for all of it, as on a disk that is nearly full.
  @Test(arguments: [4200, 8300, 8400]) func manyStartsOnANearlyFullDiskLoseNothing_M2(limit: Int) async throws {
    try await RestartableService.with { fixture in
      let book = try fixture.file("book.epub", SampleBook.book("Kept"))
      try await fixture.open(book, tracks: 3)
      _ = try await fixture.hear(2)
      try await fixture.remote(.addBookmark(note: "here"))
      try await fixture.end(15)
      for _ in 0..<4 {
        try await fixture.begin(["prlimit", "--fsize=\(limit):\(limit)"])
        #expect(try await fixture.tracks().count == 3)
        try await fixture.end(15)
      }
      try await fixture.begin()
      #expect(try await fixture.tracks().count == 3)
      #expect(try await fixture.bookmarks().map(\.note) == ["here"])
      #expect(!fixture.errors.contains("set aside") && !fixture.errors.contains("misuse"), "\(fixture.errors)")
    }
  }

  /// The folders are removed during the reading: everything known is kept again at once.
  @Test(arguments: [true, false]) func whenTheStateIsRemovedItIsMadeAgain_M3(isPaused: Bool) async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      let book = try fixture.file("book.epub", SampleBook.book("Kept"))
      try await fixture.open(book, tracks: 3)
      let said = try await remote.speak("A text that only the store has.", SpeakOptions(paused: true))
      try await fixture.endAndBegin(15)
      var heard = try await fixture.hear(2)
      try await remote(.addBookmark(note: "here"))
      if !isPaused { try await remote(.play) }
      try FileManager.default.removeItem(atPath: fixture.folder)
      try await eventually("it is said") { fixture.service.errors.contains("is created again") }
      try await eventually("it is kept") { FileManager.default.fileExists(atPath: fixture.folder + "/library.sqlite") }
      let words = try await fixture.subscribe()
      if !isPaused { try await eventually("words are heard") { words.arguments.count >= 4 } }
      try await fixture.endAndBegin(9)
      if !isPaused { heard = words.words }
      #expect(try await fixture.tracks().count == 4)
      #expect(try await fixture.bookmarks().map(\.note) == ["here"])
      let place = try await remote.position()
      #expect(heard.mayBeKept(at: place, in: chapterText(1, of: "Kept")), "\(place) after \(heard.suffix(2))")
      try await fixture.end(9)
      #expect(try fixture.text(of: said) == "A text that only the store has.")
      #expect(try fixture.problems() == [])
    }
  }
}
