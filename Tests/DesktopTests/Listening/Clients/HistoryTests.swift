import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

extension ListeningTests {
  /// The history of spoken texts, and its permitted callers.
  struct HistoryTests {
    @Core
    private func texts(_ fixture: RestartableService) async throws -> [String] {
      let rows = try await fixture.remote(.listHistory).first?.asVardicts ?? []
      return rows.compactMap { HistoryEntry($0)?.text }
    }

    @Core
    private func aloud(_ fixture: RestartableService, _ arguments: String...) async throws -> CommandResult {
      let process = try fixture.desktop.start([Project.program("aloud")] + arguments)
      return try await process.waitForEnd()
    }

    @Test func saidTextsAreKeptAndDocumentsAreNot() async throws {
      try await RestartableService.with { fixture in
        try await fixture.remote(.setRateOfAll(6))
        let book = fixture.desktop.directory + "/book.txt"
        try Data("A document of its own.".utf8).write(to: URL(fileURLWithPath: book))
        #expect(try await aloud(fixture, "history").output == "nothing was said\n")
        #expect(try await aloud(fixture, "read", "--wait", book).exitCode == 0)
        for text in ["The first text.", "The second text."] {
          #expect(try await aloud(fixture, "say", "--wait", text).exitCode == 0)
        }
        #expect(try await texts(fixture) == ["The second text.", "The first text."])
        // A service that ends leaves the history to the next service alone.
        try await fixture.end(SIGTERM)
        let path = (fixture.desktop.environment["XDG_RUNTIME_DIR"] ?? "") + "/aloud/history"
        #expect(FileManager.default.fileExists(atPath: path))
        try await fixture.begin()
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await texts(fixture).count == 2)
        // A repeated text is the newest one.
        #expect(try await aloud(fixture, "history", "again", "2").exitCode == 0)
        try await eventually("it is said again") { try await texts(fixture).first == "The first text." }
        let json = try await aloud(fixture, "history", "--json").output
        #expect(json.hasPrefix(#"{"version":1,"history":[{"number":1,"time":"#), "\(json)")
        #expect(try await aloud(fixture, "history", "again", "9").exitCode == 2)
        #expect(try await aloud(fixture, "history", "clear").exitCode == 0)
        #expect(try await texts(fixture).isEmpty)
      }
    }

    @Test func nobodyIsToldWhileTheScreenIsLocked() async throws {
      try await RestartableService.with { fixture in
        try await fixture.remote.speak("A secret.")
        try await eventually("it is said") { try await texts(fixture) == ["A secret."] }
        let saver = try await ScreenSaverDouble(isLocked: true, in: fixture.desktop)
        #expect(await fixture.remote.failure(of: .listHistory) == "NotAllowed")
        let shown = try await aloud(fixture, "history")
        #expect(shown.exitCode == 1 && shown.errors.contains("locked") && !shown.output.contains("secret"), "\(shown)")
        saver.lock(false)
        #expect(try await texts(fixture) == ["A secret."])
      }
    }
  }
}
