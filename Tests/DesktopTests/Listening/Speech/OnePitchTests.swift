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

    /// Wherever a pitch is asked for, the same sentence tells it, once a command. It is no failure.
    @Test func everyPlaceTellsItOnceInTheSameWords() async throws {
      let engine = """
        [[engine]]
        name = "scot"
        command = ["/usr/bin/espeak-ng", "-v", "en-gb-scotland", "--stdin", "--stdout"]
        languages = ["en-gb"]

        """
      try await Scene.inDesktop { desktop in
        try Scene.write(engine, in: desktop)
        _ = try await desktop.startService()
        let remote = try Remote(desktop)
        try await eventually("its voice is listed") {
          (try await remote(.listVoices(language: ""))[0].asVardicts ?? [])
            .contains { VoiceEntry($0)?.identifier == "scot:en-gb" }
        }
        let aloud = Project.program("aloud")
        let sentence = "scot:en-gb has no other pitch than its own, at which it reads"
        func told(_ command: String...) async throws -> Int {
          let result = try await desktop.start(command).waitForEnd(within: watchdog)
          #expect(result.succeeded, "\(result)")
          return (result.output + result.errors).components(separatedBy: sentence).count - 1
        }
        let scot = ["-v", "scot:en-gb"]
        // The service tells which voice an announcement would have.
        let voice = try await remote(.getVoice(SpeakOptions(voice: "scot:en-gb"), isAnnounced: true))[0].asVardict
        #expect(voice.flatMap { VoiceEntry($0) }?.hasOnePitch == true, "\(String(describing: voice))")
        #expect(try await told(aloud, "announce", scot[0], scot[1], "--pitch", "1.2", "One.") == 1)
        #expect(try await told(aloud, "announce", scot[0], scot[1], "--range", "0", "Two.") == 1)
        #expect(try await told(aloud, "announce", scot[0], scot[1], "--pitch", "1", "Three.") == 0)
        #expect(try await told(aloud, "announce", "--pitch", "1.2", "Four.") == 0)
        let lines = "(echo Five.; sleep 0.3; echo Six.)"
        #expect(try await told("sh", "-c", "\(lines) | \(aloud) announce -v scot:en-gb --pitch 1.2") == 1)
        #expect(try await told("sh", "-c", "\(lines) | \(aloud) say -v scot:en-gb --pitch 1.2") == 1)
        let folder = desktop.directory + "/texts"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["a", "b"] { try Data("One.".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).txt")) }
        let (single, sounds) = (desktop.directory + "/one.wav", desktop.directory + "/sounds/")
        #expect(
          try await told(aloud, "say", scot[0], scot[1], "--pitch", "1.2", "-o", single, "Seven.") == 1)
        #expect(try await told(aloud, "export", folder + "/a.txt", "-o", single, "--force") == 0)
        #expect(try await told(aloud, "config", "set", "speech.pitch", "1.5") == 0)
        #expect(try await told(aloud, "config", "check") == 0)
        #expect(try await told(aloud, "export", folder + "/a.txt", "-o", single, "--force") == 0)
        #expect(try await told(aloud, "config", "set", "speech.voice", "scot:en-gb") == 1)
        #expect(try await told(aloud, "config", "check") == 1)
        let json = try await desktop.run(aloud, "config", "check", "--json")
        #expect(json.succeeded && json.errors.isEmpty, "\(json)")
        #expect(json.output.contains("\"remarks\":[{\"message\":\"\(sentence)\""), "\(json)")
        #expect(try await told(aloud, "export", folder, "-o", sounds, "--as", "wav") == 1)
        #expect(try await desktop.run(aloud, "doctor").output.contains("it has no other pitch than its own"))
      }
    }
  }
}
