import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// A voice that has no other pitch than its own: that of a command.
  struct OnePitchTests {
    @Test func aPitchThatIsNotHeardIsTold() async throws {
      try await Scene.inDesktop { desktop in
        try Scene.write(
          """
          [speech]
          pitch = 1.5

          [[engine]]
          name = "scot"
          command = ["/usr/bin/espeak-ng", "-v", "en-gb-scotland", "--stdin", "--stdout"]
          languages = ["en-gb"]

          """, in: desktop)
        _ = try await desktop.startService()
        let remote = try Remote(desktop)
        try await eventually("its voice is listed") {
          (try await remote(.listVoices(language: ""))[0].asVardicts ?? [])
            .compactMap { VoiceEntry($0) }.contains { $0.engine == "scot" && $0.hasOnePitch }
        }
        let aloud = Project.program("aloud")
        func errors(_ arguments: String...) async throws -> String {
          try await desktop.start([aloud, "say"] + arguments).waitForEnd().errors
        }
        let told = "scot:en-gb has no other pitch than its own"
        #expect(try await errors("-v", "scot:en-gb", "--pitch", "1.2", "One.").contains(told))
        #expect(try await errors("-v", "scot:en-gb", "--range", "0", "Two.").contains(told))
        #expect(try await !errors("-v", "scot:en-gb", "Three.").contains("pitch"))
        #expect(try await !errors("--pitch", "1.2", "Four.").contains("pitch"))
        let listed = try await desktop.run(aloud, "voices", "--engine", "scot")
        #expect(listed.output.contains("its own"), "\(listed)")
      }
    }
  }
}
