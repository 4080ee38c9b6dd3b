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
    private func texts(_ lives: Lives) async throws -> [String] {
      let rows = try await lives.remote(.listHistory).first?.asVardicts ?? []
      return rows.compactMap { HistoryEntry($0)?.text }
    }

    @Core
    private func aloud(_ lives: Lives, _ arguments: String...) async throws -> CommandResult {
      let process = try lives.desktop.start([Project.program("aloud")] + arguments)
      return try await process.waitForEnd()
    }

    @Test func saidTextsAreKeptAndDocumentsAreNot() async throws {
      try await Lives.with { lives in
        try await lives.remote(.setRateOfAll(6))
        let book = lives.desktop.directory + "/book.txt"
        try Data("A document of its own.".utf8).write(to: URL(fileURLWithPath: book))
        #expect(try await aloud(lives, "history").output == "nothing was said\n")
        #expect(try await aloud(lives, "read", "--wait", book).exitCode == 0)
        for text in ["The first text.", "The second text."] {
          #expect(try await aloud(lives, "say", "--wait", text).exitCode == 0)
        }
        #expect(try await texts(lives) == ["The second text.", "The first text."])
        // A service that ends leaves the history to the next service alone.
        try await lives.end(SIGTERM)
        let path = (lives.desktop.environment["XDG_RUNTIME_DIR"] ?? "") + "/aloud/history"
        #expect(FileManager.default.fileExists(atPath: path))
        try await lives.begin()
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await texts(lives).count == 2)
        // A repeated text is the newest one.
        #expect(try await aloud(lives, "history", "again", "2").exitCode == 0)
        try await eventually("it is said again") { try await texts(lives).first == "The first text." }
        let json = try await aloud(lives, "history", "--json").output
        #expect(json.hasPrefix(#"{"version":1,"history":[{"number":1,"time":"#), "\(json)")
        #expect(try await aloud(lives, "history", "again", "9").exitCode == 2)
        #expect(try await aloud(lives, "history", "clear").exitCode == 0)
        #expect(try await texts(lives).isEmpty)
      }
    }

    @Test func nobodyIsToldWhileTheScreenIsLocked() async throws {
      try await Lives.with { lives in
        try await lives.remote.speak("A secret.")
        try await eventually("it is said") { try await texts(lives) == ["A secret."] }
        let saver = try await ScreenSaverDouble(isLocked: true, in: lives.desktop)
        #expect(await lives.remote.failure(of: .listHistory) == "NotAllowed")
        let shown = try await aloud(lives, "history")
        #expect(shown.exitCode == 1 && shown.errors.contains("locked") && !shown.output.contains("secret"), "\(shown)")
        saver.lock(false)
        #expect(try await texts(lives) == ["A secret."])
      }
    }
  }
}
