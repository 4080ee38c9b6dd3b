import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

@testable import Store

extension ListeningTests {
  /// Books of thousands of chapters.
  struct LongBookTests {
    private func book(_ name: String, _ chapters: Int, in desktop: PrivateDesktop) throws -> String {
      let text = (1...chapters).map { "# Chapter \($0)\n\nNumber \($0).\n\n" }.joined()
      let path = "\(desktop.directory)/\(name)"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }

    @Test func aBookOfThousandsOfChaptersIsReadMovedInAndKeptAsAShortOne() async throws {
      try await RestartableService.with { fixture in
        let (desktop, remote) = (fixture.desktop, fixture.remote)
        let first = try await remote.open(try book("Long.md", 3000, in: desktop), SpeakOptions(paused: true))
        try await eventually("all of it is in the queue") { try await remote.get(.queueLength).asUInt32 == 3000 }
        #expect(try await remote.get(.queueNumber).asUInt32 == 1)
        #expect(try await remote.get(.track).asObjectPath == first)
        // The status has the size of a short book's: it does not list the chapters.
        let status = try await desktop.run(Project.program("aloud"), "status")
        #expect(status.output.contains("1 of 3000"), "\(status)")
        try await remote(.goTo(try await remote.tracks()[2998].id))
        try await eventually("it is there") { try await remote.get(.queueNumber).asUInt32 == 2999 }
        try await remote(.next(.track))
        try await eventually("it is at the last one") { try await remote.get(.queueNumber).asUInt32 == 3000 }
        try await eventually("the whole is known") {
          try await remote.get(.document).asVardict.flatMap { DocumentEntry($0) }?.isWhole == true
        }
        // A kill right away: the place and all chapters are restored.
        try await fixture.end(9)
        try await fixture.begin()
        #expect(try await remote.get(.queueLength).asUInt32 == 3000)
        #expect(try await remote.get(.queueNumber).asUInt32 == 3000)
      }
    }

    @Test func chaptersOfNothingTakeNoMoreThanTheirTextAndGiveItBack() async throws {
      try await Scene.with { scene in
        let (remote, service) = (scene.remote, scene.service.pid)
        let text = (1...2000).map { "Chapter \($0)\n\nNumber \($0) is as long as all the others are.\n\n" }.joined()
        let path = try scene.file("chapters.txt", text.utf8)
        _ = try await remote.open(try scene.file("small.txt", "One.".utf8), SpeakOptions(paused: true))
        let before = Footprint(of: [service]).privateKilobytes
        _ = try await remote.open(path, SpeakOptions(paused: true))
        try await eventually("all of it is in the queue") { try await remote.get(.queueLength).asUInt32 == 2001 }
        let limit = before + 2 * text.utf8.count / 1024 + 16 << 10
        let open = Footprint(of: [service]).privateKilobytes
        #expect(open < limit, "\(before) KiB before, \(open) then")
        try await remote(.clear)
        try await remote.wait(.state, "idle")
        let after = Footprint(of: [service]).privateKilobytes
        #expect(after < limit, "\(before) KiB before, \(after) afterwards")
      }
    }

    /// Fills the queue with copies of an existing text from an earlier run; as many calls would take longer.
    @Core private func fill(_ count: Int, _ fixture: RestartableService) async throws {
      try await fixture.remote.speak("One of very many.", SpeakOptions(paused: true))
      try await fixture.end(SIGTERM)
      try fixture.multiply(to: count)
      try await fixture.begin()
      #expect(try await fixture.remote.get(.queueLength).asUInt32 == UInt32(count))
    }

    @Test func aFullQueueIsToldOnceAndTheRestComesWhenThereIsRoom() async throws {
      try await RestartableService.with { fixture in
        let reader = fixture.remote
        try await fill(9_990, fixture)
        @Core func length() async throws -> UInt32? { try await reader.get(.queueLength).asUInt32 }
        let path = try book("Two.md", 14, in: fixture.desktop)
        try await reader(.subscribe([.error]))
        let failures = Signals(of: FailedSignal.member, on: reader)
        @Core func errors() -> [String] { failures.arguments.compactMap { FailedSignal(arguments: $0)?.message } }
        func missing(_ what: String) -> String {
          "'Two.md' ends early: the queue has no room for the last \(what); make some and open it again (`aloud clear` "
            + "empties it)"
        }
        let first = try await reader.get(.track).asObjectPath
        _ = try await reader.open(path, SpeakOptions(paused: true))
        try await eventually("it is said") { errors() == [missing("4 chapters")] }
        #expect(try await length() == 10_000)
        #expect(try await reader.text(.lastError) == missing("4 chapters"))
        #expect(try await reader.get(.queueNumber).asUInt32 == 1)
        #expect(try await reader.get(.track).asObjectPath == first)
        // No other text is accepted, except for one that is in the queue already.
        let refused = await reader.failure(of: .speak(text: "One more.", SpeakOptions(paused: true)))
        #expect(refused == BusError.Name.limitsExceeded)
        _ = try await reader.open(path, SpeakOptions(paused: true))
        try await eventually("it is said again") { errors() == [missing("4 chapters"), missing("4 chapters")] }
        // Each opening adds the chapters that there is room for.
        let ids = try await reader.tracks().map(\.id)
        #expect(ids.count == 10_000 && ids[0] == first)
        try await reader(.remove(Array(ids[1...3])))
        _ = try await reader.open(path, SpeakOptions(paused: true))
        try await eventually("it is said of the last one") { errors().last == missing("chapter") }
        #expect(try await length() == 10_000)
        // The chapters in the queue are read, and the last one is marked as not being the book's end.
        let last = try #require(try await reader.tracks().last)
        #expect(last.title == "Chapter 13")
        try await reader.set(.rate, .double(6))
        try await reader(.goTo(last.id))
        #expect(try await reader.get(.document).asVardict.flatMap { DocumentEntry($0) }?.isWhole == false)
        try await reader(.play)
        try await eventually("that is said where it stops") {
          try await reader.text(.lastError).hasPrefix("the queue has no room for the last chapter;")
        }
        try await reader(.stop)
        let count = errors().count
        try await reader(.remove([ids[4], ids[5]]))
        _ = try await reader.open(path, SpeakOptions(paused: true))
        try await eventually("it has all of it") { try await reader.tracks().last?.title == "Chapter 14" }
        #expect(errors().count == count)
      }
    }

    @Test func aBookThatGoesOnWhereTheQueueHasNoRoomIsRefused() async throws {
      try await RestartableService.with { fixture in
        try await fill(9_990, fixture)
        let path = try book("Two.md", 20, in: fixture.desktop)
        @Core func open(from chapter: Int) async throws -> String {
          var options = SpeakOptions(paused: true)
          options.fromChapter = chapter
          return await fixture.remote.failure(of: .open(uris: [FileURI.uri(path: path)], options))
        }
        #expect(try await open(from: 11) == BusError.Name.limitsExceeded)
        #expect(try await fixture.remote.get(.queueLength).asUInt32 == 9_990)
        #expect(try await open(from: 10) == "")
        try await eventually("it is full") { try await fixture.remote.get(.queueLength).asUInt32 == 10_000 }
      }
    }
  }
}

extension RestartableService {
  /// Multiplies the only kept track, while no service runs.
  fileprivate func multiply(to count: Int) throws {
    let folder = try StateFolder(path: folder)
    let store = try SessionStore(in: folder)
    defer {
      store.close()
      folder.unlock()
    }
    let database = store.database
    let one = try #require(try database.rows("SELECT id FROM track").first?.first?.asInteger)
    let columns = try database.rows("SELECT name FROM pragma_table_info('track') WHERE name <> 'id'")
      .compactMap { $0.first?.asText }.joined(separator: ", ")
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1)) "
    try database.transaction { () throws(StoreError) in
      try database.run(
        numbers + "INSERT INTO track(id, \(columns)) SELECT \(one) + i, \(columns) FROM track, n WHERE id = \(one)")
      try database.run(
        numbers + "INSERT INTO text(track, start, bytes) "
          + "SELECT \(one) + i, start, bytes FROM text, n WHERE track = \(one)")
      let ids = (0..<Int64(count)).map { String(one + $0) }.joined(separator: " ")
      try database.run("UPDATE state SET value = ? WHERE name IN ('queue', 'order')", [.text(ids)])
      try database.run("UPDATE state SET value = ? WHERE name = 'next'", [.integer(one + Int64(count))])
    }
  }
}
