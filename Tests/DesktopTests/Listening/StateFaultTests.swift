import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

/// The storage of the state fails; the reading does not.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StateFaultTests {
  /// A limit on the size of files has the same effect on this process as a full disk; see also `DiskTests`.
  @Test func onAFullDiskTheReadingGoesOnWithOneWarningAndIsKeptLater() async throws {
    try await Lives.with { lives in
      let remote = lives.remote
      try await remote.speak(reading)
      let words = try await lives.subscribe()
      try await eventually("words are heard") { words.arguments.count >= 2 }
      let pid = String(lives.service.pid)
      #expect(try await lives.desktop.run("prlimit", "--pid", pid, "--fsize=0:unlimited").succeeded)
      let count = words.arguments.count
      try await remote(.setPosition(microseconds: 0, track: nil))
      try await remote.set(.loopStatus, .string("Track"))
      try await eventually("the reading goes on") { words.arguments.count >= count + 5 }
      try await eventually("it is said") { lives.warnings == 1 }
      #expect(try await lives.desktop.run("prlimit", "--pid", pid, "--fsize=unlimited:unlimited").succeeded)
      try await eventually("it is kept again") { lives.service.errors.contains("are kept again") }
      #expect(lives.warnings == 1, "\(lives.service.errors)")
      try await lives.endAndBegin(9)
      #expect(try await remote.get(.loopStatus) == .string("Track"))
      #expect(try await lives.tracks().count == 1)
      #expect(try lives.problems() == [])
    }
  }

  @Test(arguments: [UInt64.random(in: 0...(.max))])
  func aDamagedStateIsSetAsideAndTheServiceServes(seed: UInt64) async throws {
    try await Lives.with { lives in
      try await lives.remote.speak(reading)
      try await lives.end(9)
      let file = URL(fileURLWithPath: lives.folder + "/library.sqlite")
      try Data("This is no database. ".utf8).write(to: file)
      try Data("And this is no log. ".utf8).write(to: URL(fileURLWithPath: file.path + "-wal"))
      var generator = SeededGenerator(seed: seed)
      let noise = Data((0..<9000).map { _ in UInt8.random(in: 0...255, using: &generator) })
      try noise.write(to: URL(fileURLWithPath: lives.folder + "/place"))
      try await lives.begin()
      #expect(lives.service.errors.contains("set aside"))
      #expect(FileManager.default.fileExists(atPath: file.path + ".bad"))
      let track = try await lives.remote.speak(reading)
      try await lives.endAndBegin(9)
      #expect(try await lives.tracks().map(\.id) == [track])
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
    try await Lives.with { lives in
      let remote = lives.remote
      let state = lives.desktop.environment["XDG_STATE_HOME"] ?? ""
      let files = FileManager.default
      let skipped = try await remote.speak("What was heard before.", SpeakOptions(paused: true))
      let first = try await remote.speak(reading, SpeakOptions(paused: true))
      let second = try await remote.speak("The second text of the former life.", SpeakOptions(paused: true))
      try await remote(.goTo(first))
      let words = try await lives.subscribe()
      try await remote(.play)
      try await eventually("words are heard") { words.arguments.count >= 4 }
      try await lives.end(9)
      try files.moveItem(atPath: state, toPath: state + ".away")
      try files.createSymbolicLink(atPath: state, withDestinationPath: state + ".missing")
      try await lives.begin()
      #expect(try await lives.tracks().isEmpty)
      let new = try await remote.speak("A text that is queued meanwhile.", SpeakOptions(paused: true))
      let next = try await remote.speak("And another one.", SpeakOptions(paused: true))
      try await eventually("it is said") { lives.warnings == 1 }
      try files.removeItem(atPath: state)
      try files.moveItem(atPath: state + ".away", toPath: state)
      try await eventually("it is kept again") { lives.service.errors.contains("are kept again") }
      let all = [skipped, new, next, first, second]
      #expect(try await lives.tracks().map(\.id) == all)
      #expect(try await remote.get(.track).asObjectPath == new)
      #expect(try await remote.text(.playbackStatus) == "Paused")
      // The next life has each text at its place too.
      for isKilled in [false, true] {
        if isKilled { try await lives.endAndBegin(9) }
        let tracks = try await lives.tracks()
        #expect(tracks.map(\.id) == all)
        let place = try #require(tracks.first { $0.id == first }?.positionMicroseconds)
        #expect(words.words.suffix(2).map(\.mediaMicroseconds).contains(place), "\(place)")
      }
      try await lives.end(9)
      #expect(try lives.text(of: new) == "A text that is queued meanwhile.")
      #expect(try lives.text(of: first) == reading)
      #expect(try lives.text(of: second) == "The second text of the former life.")
      #expect(try lives.problems() == [])
    }
  }

  /// There is room for the first writes of a start, but not for all of it, as on a disk that is nearly full.
  @Test(arguments: [4200, 8300, 8400]) func manyStartsOnANearlyFullDiskLoseNothing(limit: Int) async throws {
    try await Lives.with { lives in
      let book = try lives.file("book.epub", SampleBook.book("Kept"))
      try await lives.open(book, tracks: 3)
      _ = try await lives.hear(2)
      try await lives.remote(.addBookmark(note: "here"))
      try await lives.end(15)
      for _ in 0..<4 {
        try await lives.begin(["prlimit", "--fsize=\(limit):\(limit)"])
        #expect(try await lives.tracks().count == 3)
        try await lives.end(15)
      }
      try await lives.begin()
      #expect(try await lives.tracks().count == 3)
      #expect(try await lives.bookmarks().map(\.note) == ["here"])
      #expect(!lives.errors.contains("set aside") && !lives.errors.contains("misuse"), "\(lives.errors)")
    }
  }

  /// The folders are removed during the reading: everything known is kept again at once.
  @Test(arguments: [true, false]) func whenTheStateIsRemovedItIsMadeAgain(isPaused: Bool) async throws {
    try await Lives.with { lives in
      let remote = lives.remote
      let book = try lives.file("book.epub", SampleBook.book("Kept"))
      try await lives.open(book, tracks: 3)
      let said = try await remote.speak("A text that only the store has.", SpeakOptions(paused: true))
      try await lives.endAndBegin(15)
      var heard = try await lives.hear(2)
      try await remote(.addBookmark(note: "here"))
      if !isPaused { try await remote(.play) }
      try FileManager.default.removeItem(atPath: lives.folder)
      try await eventually("it is said") { lives.service.errors.contains("is created again") }
      try await eventually("it is kept") { FileManager.default.fileExists(atPath: lives.folder + "/library.sqlite") }
      let words = try await lives.subscribe()
      if !isPaused { try await eventually("words are heard") { words.arguments.count >= 4 } }
      try await lives.endAndBegin(9)
      if !isPaused { heard = words.words }
      #expect(try await lives.tracks().count == 4)
      #expect(try await lives.bookmarks().map(\.note) == ["here"])
      let place = try await remote.position()
      #expect(heard.suffix(2).map(\.mediaMicroseconds).contains(place), "\(place)")
      try await lives.end(9)
      #expect(try lives.text(of: said) == "A text that only the store has.")
      #expect(try lives.problems() == [])
    }
  }
}
