import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// Natural voices that come into folders, and leave them, while the service runs.
  @Suite(.enabled("there is no natural voice here (scripts/fetch-voices)") { Project.fetchedVoices != nil })
  struct VoiceFolderTests {
    /// The natural voices that the service lists.
    @Core
    private static func listed(_ remote: Remote) async throws -> [String] {
      (try await remote(.listVoices(language: "en"))[0].asVardicts ?? []).compactMap { VoiceEntry($0) }
        .filter { $0.engine == "neural" }.map(\.identifier)
    }

    /// True if a process watches a folder (inotify).
    private static func watches(_ process: Int32, _ folder: String) throws -> Bool {
      let number = try FileManager.default.attributesOfItem(atPath: folder)[.systemFileNumber] as? UInt64 ?? 0
      let descriptors = "/proc/\(process)/fdinfo"
      return try FileManager.default.contentsOfDirectory(atPath: descriptors).contains { name in
        contents("\(descriptors)/\(name)").contains(" ino:\(String(number, radix: 16)) ")
      }
    }

    /// Neither the folder of voices nor the one around it is there at first. A download makes one folder after the
    /// other; a copy makes all of them at once, before the service can watch any.
    @Test(arguments: [false, true])
    func aVoiceInAFolderThatIsNewIsFoundReadsAndGoes_S1_19(isOneByOne: Bool) async throws {
      try await Scene.inDesktop { desktop in
        let engines = try EngineFolder(in: desktop, [])
        try engines.installNatural()
        let service = try await desktop.startService(environment: engines.environment)
        let remote = try Remote(desktop)
        #expect(try await Self.listed(remote).isEmpty)
        let fetched = try #require(Project.fetchedVoices) + "/share/aloud/voices/heart.onnx"
        let files = FileManager.default
        var folder = try #require(desktop.environment["XDG_DATA_HOME"])
        // Piper's own folders: language, region, name, quality.
        for name in ["piper", "voices", "en", "en_US", "heart", "low"] {
          folder += "/" + name
          try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
          if isOneByOne, name != "piper" {
            try await eventually("\(name) is watched") { try Self.watches(service.pid, folder) }
          }
        }
        for ending in ["", ".json"] {
          try files.copyItem(atPath: fetched + ending, toPath: folder + "/heart.onnx" + ending)
        }
        try await eventually("the voice is found") { try await Self.listed(remote) == ["neural:heart"] }
        let recorder = try await Recorder.open(in: desktop)
        try await remote.speak("Good morning.", SpeakOptions(voice: "neural:heart"))
        #expect(try await remote.text(.voice) == "neural:heart")
        try await recorder.wait(for: "UtteranceFinished")
        #expect(recorder.all("Word").count == 2)
        try files.removeItem(atPath: folder)
        try await eventually("it is gone") { try await Self.listed(remote).isEmpty }
        #expect(await remote.failure(of: .speak(text: "One.", SpeakOptions(voice: "neural:heart"))) == "NoVoice")
      }
    }

    /// A program that has just installed a voice asks for it at once.
    @Test func aVoiceThatWasJustInstalledIsKnownToWhoAsksForIt_S1_19() async throws {
      try await Scene.inDesktop { desktop in
        let engines = try EngineFolder(in: desktop, [])
        try engines.installNatural()
        let folder = try #require(desktop.environment["XDG_DATA_HOME"]) + "/aloud/voices"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try await desktop.startService(environment: engines.environment)
        let remote = try Remote(desktop)
        #expect(try await Self.listed(remote).isEmpty)
        let fetched = try #require(Project.fetchedVoices) + "/share/aloud/voices/heart.onnx"
        for ending in [".json", ""] {
          try files.copyItem(atPath: fetched + ending, toPath: folder + "/heart.onnx" + ending)
        }
        let voice = try await remote(.getVoice(SpeakOptions(voice: "neural:heart")))[0].asVardict
        #expect(voice.flatMap { VoiceEntry($0) }?.identifier == "neural:heart", "\(String(describing: voice))")
      }
    }
  }
}
