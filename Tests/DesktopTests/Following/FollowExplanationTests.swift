import AloudAPI
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// The explanation of a sentence in `aloud follow`.
  struct FollowExplanationTests {
    private static let command = [Project.program("aloud"), "follow"]

    /// The key `e` shows the voices that the service reads with, whatever the sentence alone would have.
    @Test func aSentenceIsExplainedWithTheVoicesThatReadIt() async throws {
      let german = "Wir gehen heute nicht in die Schule."
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        for (options, shown) in [
          (SpeakOptions(language: "en", paused: true), "  voice     English (America) (gmw/en-US)"),
          (SpeakOptions(allIn: "fr", paused: true), "  voice     French (France) (roa/fr)"),
          (SpeakOptions(paused: true), "  voice     German (gmw/de)"),
        ] {
          try await remote.speak(german, options)
          let terminal = try desktop.startInTerminal(Self.command + ["--plain"])
          try await terminal.wait(forText: german)
          terminal.type("e")
          try await terminal.wait(forText: "  phonemes  ")
          #expect(terminal.screen.lines.contains { $0.hasPrefix(shown) }, "\(terminal.screen.lines)")
          terminal.type("q")
          #expect(try await terminal.waitForEnd() == .exited(0))
          try await remote(.clear)
        }
        // A sentence in the language of another one's voice, and a part in a third voice.
        try await remote.speak("\(german) Then he wrote Привет.", SpeakOptions(allIn: "en", paused: true))
        let screen = try desktop.startInTerminal(Self.command, columns: 90, rows: 30)
        try await screen.wait(forText: "Wir gehen")
        screen.type("e")
        try await screen.wait(forText: "(gmw/en-US), en")
        #expect(!screen.screen.lines.contains { $0.contains("gmw/de") })
        screen.type("e")
        screen.type("q")
        #expect(try await screen.waitForEnd() == .exited(0))
        withExtendedLifetime(service) {}
      }
    }
  }
}
