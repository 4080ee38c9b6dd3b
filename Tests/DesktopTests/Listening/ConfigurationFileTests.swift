import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing

/// `aloud.toml` as the running service takes it.
@Suite(.timeLimit(.minutes(3)))
struct ConfigurationFileTests {
  @Test func mistakesAreNamedWithTheirLineAndTheRestIsHonoured() async throws {
    try await Scene.inDesktop { desktop in
      try Scene.write("[player]\nwhen-busy = \"drop\"\nwarp = 9\nrate = \"fast\"\n", in: desktop)
      let service = try await desktop.startService()
      let remote = try Remote(desktop)
      try await eventually("the mistakes are named") {
        let lines = service.errors.split(separator: "\n")
        return lines.contains { $0.contains("warp") && $0.contains("3") && $0.contains("aloud.toml") }
          && lines.contains { $0.contains("rate") && $0.contains("4") && $0.contains("aloud.toml") }
      }
      try await remote.speak("A text that takes a while to be spoken.")
      #expect(await remote.failure(of: .speak(text: "Another.", SpeakOptions())) == "Busy")
    }
  }

  @Test func aChangedFileIsReadAgain() async throws {
    try await Scene.inDesktop { desktop in
      try Scene.write("[speech]\nlanguage = \"de\"\n", in: desktop)
      let service = try await desktop.startService()
      let remote = try Remote(desktop)
      try await remote.speak("Ein Apfel.", SpeakOptions(paused: true))
      #expect(try await remote.text(.voice) == "gmw/de")
      try await remote(.clear)
      try Scene.write("[speech]\nlanguage = \"fr\"\n[player]\nodd = 1\n", in: desktop)
      try await eventually("the new mistake is named") { service.errors.contains("odd") }
      try await remote.speak("Une pomme.", SpeakOptions(paused: true))
      #expect(try await remote.text(.voice).hasPrefix("roa/fr"))
      // A file with a syntax error leaves the last valid settings or the defaults in effect, and is reported.
      try Scene.write("[speech\n", in: desktop)
      try await eventually("what cannot be read is named") {
        service.errors.contains("line 1") || service.errors.contains(":1")
      }
      #expect(service.isRunning)
      withExtendedLifetime(service) {}
    }
  }
}
