import AloudAPI
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// Voices and engines that are named at once after they were installed: `aloud voices` lists them already.
  struct NewVoiceTests {
    private static func options(_ voice: String, engine: String? = nil) -> SpeakOptions {
      var options = SpeakOptions(voice: voice)
      (options.engine, options.whenBusy, options.trailingDelay) = (engine, .now, .seconds(600))
      return options
    }

    @Test func whatWasInstalledAMomentAgoIsNotRefused_S1_19() async throws {
      try await Scene.inDesktop { desktop in
        let folder = try EngineFolder(in: desktop)
        let voices = folder.path + "/engines/hum.voices"
        try FileManager.default.createDirectory(atPath: voices, withIntermediateDirectories: false)
        let service = try await desktop.startService(environment: folder.environment)
        let remote = try Remote(desktop)
        #expect(await remote.failure(of: .speak(text: "One.", Self.options("hum:hum/new0"))) == "NoVoice")
        for number in 0..<5 {
          try Data().write(to: URL(fileURLWithPath: "\(voices)/new\(number)"))
          try await remote.speak("One.", Self.options("hum:hum/new\(number)"))
          try await remote.wait(.voice, "hum:hum/new\(number)")
        }
        try FileManager.default.removeItem(atPath: voices + "/new0")
        try await eventually("it is gone") {
          await remote.failure(of: .speak(text: "One.", Self.options("hum:hum/new0"))) == "NoVoice"
        }
        try folder.install(Project.program("humming-engine"), as: "second")
        try await remote.speak("One.", Self.options("second:hum/de"))
        try await remote.wait(.voice, "second:hum/de")
        try folder.install(Project.program("humming-engine"), as: "third")
        try await remote.speak("One.", Self.options("hum/de", engine: "third"))
        try await remote.wait(.voice, "third:hum/de")
        try Scene.write(
          "[[engine]]\nname = \"mimic\"\ncommand = [\"/usr/bin/espeak-ng\", \"--stdout\"]\nlanguages = [\"en\"]\n",
          in: desktop)
        try await remote.speak("One.", Self.options("mimic:en"))
        try await remote.wait(.voice, "mimic:en")
        #expect(service.isRunning)
        // Each list was made by a process of its own.
        try await eventually("each child that has ended is reaped") {
          descendants(of: service.pid, named: "").allSatisfy { !contents("/proc/\($0)/stat").contains(") Z ") }
        }
      }
    }

    /// Names that no voice has start nothing.
    @Test func unknownNamesStartNoEngine() async throws {
      try await Scene.inDesktop { desktop in
        let folder = try EngineFolder(in: desktop, [])
        let engine = folder.path + "/engines/hum"
        let starts = desktop.directory + "/starts"
        try FileManager.default.createDirectory(atPath: engine + ".voices", withIntermediateDirectories: false)
        let script = "#!/bin/bash\necho >>'\(starts)'\nexec -a \"$0\" '\(Project.program("humming-engine"))' \"$@\"\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: engine))
        try #require(chmod(engine, 0o755) == 0)
        let service = try await desktop.startService(environment: folder.environment)
        let remote = try Remote(desktop)
        func refuse(_ count: Int) async {
          for number in 0..<count {
            #expect(await remote.failure(of: .speak(text: "One.", Self.options("hum:\(number)"))) == "NoVoice")
          }
        }
        // The engine is asked once more for what came before its folder was watched.
        await refuse(3)
        let before = contents(starts).utf8.count
        await refuse(200)
        let after = contents(starts).utf8.count
        #expect(after == before && before > 0 && before <= 3, "\(before) starts, then \(after)")
        #expect(service.isRunning)
      }
    }
  }
}
