import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// An engine beside espeak-ng, in the folder `engines` beside the workers: one that hums, at 24,000 Hz.
  struct SecondEngineTests {
    @Test func aSentenceOfTwoEnginesIsHeardWordByWord() async throws {
      try await Scene.inDesktop { desktop in
        try Scene.write("[voices]\nde = \"hum:hum/de\"\n", in: desktop)
        let folder = try EngineFolder(in: desktop)
        let service = try await desktop.startService(environment: folder.environment)
        let remote = try Remote(desktop)
        let recorder = try await Recorder.open(in: desktop)
        try await remote.speak(
          "<p lang=\"en\">One two <span lang=\"de\">drei vier</span> five six.</p>",
          SpeakOptions(format: .html, chapters: false))
        let length = try await remote.exactLength()
        try await recorder.wait(for: "UtteranceFinished")
        let words = recorder.all("Word")
        #expect(words.compactMap { $0.ranges?.scalars.lowerBound } == [0, 4, 8, 13, 18, 23], "\(words)")
        #expect(length > 1_000_000)
        #expect(!descendants(of: service.pid, named: "hum").isEmpty)
        #expect(try await remote.text(.lastError).isEmpty)
      }
    }

    /// The track counts in the frames of its voice, and is kept so: a service that is killed goes on at its word, and
    /// one without the engine says which voice it misses, and reads on with another: that of the text's language, or
    /// that of texts that ask for none.
    @Test(arguments: ["Word number # is hummed.", "# # #."])
    func aTextOfTheOtherEngineIsKept_S2_28(sentence: String) async throws {
      try await Scene.inDesktop { desktop in
        let folder = try EngineFolder(in: desktop)
        let text = (1...40).map { sentence.replacing("#", with: "\($0)") }.joined(separator: " ")
        let rig = try await RestartableService(desktop, environment: folder.environment)
        let remote = rig.remote
        try await remote.speak(text, SpeakOptions(voice: "hum/en"))
        let length = try await remote.exactLength()
        #expect(try await remote.text(.voice) == "hum:hum/en")
        try await eventually("some of it is heard") { try await remote.position() > 3_000_000 }
        try await remote(.pause(.immediate))
        try await remote.wait(.playbackStatus, "Paused")
        let place = try await remote.settledPosition()
        try await rig.endAndBegin(SIGKILL)
        #expect(try await remote.text(.voice) == "hum:hum/en")
        let kept = try await remote.position()
        #expect(kept <= place && kept > place - 3_000_000, "\(kept), \(place)")
        try await remote(.play)
        #expect(try await remote.exactLength() == length)
        try await eventually("it goes on") { try await remote.position() > place + 500_000 }
        folder.remove()
        try await rig.endAndBegin(SIGKILL)
        try await remote(.play)
        try await eventually("the missing engine is named") {
          try await remote.text(.voiceError).contains("in place of hum:hum/en")
        }
        // The other voice is at another time with the same word.
        let other = try await remote.position()
        try await eventually("another voice reads on") { try await remote.position() > other + 1_000_000 }
        #expect(try await rig.tracks().count == 1)
        #expect(try await remote.text(.lastError).isEmpty)
        #expect(rig.service.isRunning)
      }
    }

    /// The command, which starts the engines without the service, tells an engine that does not work from one that is
    /// missing.
    @Test func theCommandNamesAnEngineThatDoesNotWork() async throws {
      try await Scene.inDesktop { desktop in
        let environment = try EngineFolder(in: desktop).environment
        let aloud = Project.program("aloud")
        try Scene.write("[voices]\nde = \"hum:hum/de\"\nfr = \"none:fr\"\n", in: desktop)
        let well = try await desktop.run(aloud, "config", "check", environment: environment)
        #expect(well.output.contains("none:fr") && !well.output.contains("hum"), "\(well)")
        let program = desktop.directory + "/workers/engines/hum"
        try FileManager.default.removeItem(atPath: program)
        try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: "/bin/false")
        let check = try await desktop.run(aloud, "config", "check", environment: environment)
        #expect(check.output.contains("the engine 'hum', which voices.de names, does not work ("), "\(check)")
        #expect(check.output.contains("there is no voice 'none:fr', which voices.fr names"), "\(check)")
        for wish in [["--voice", "hum:hum/de"], ["--engine", "hum"]] {
          let result = try await desktop.start([aloud, "explain"] + wish + ["One."], environment: environment)
            .waitForEnd()
          #expect(result.errors.contains("the engine 'hum' does not work ("), "\(result)")
        }
      }
    }

    /// An engine is installed while the service runs, breaks while it reads, and is mended: the reading goes on without
    /// a pause, and the listener is told each time.
    @Test func anEngineComesBreaksAndIsMendedWhileTheServiceRuns() async throws {
      try await Scene.inDesktop { desktop in
        let folder = try EngineFolder(in: desktop)
        folder.remove()
        let service = try await desktop.startService(environment: folder.environment)
        let remote = try Remote(desktop)
        func engines() async throws -> Set<String> {
          Set((try await remote(.listVoices(language: ""))[0].asVardicts ?? []).compactMap { VoiceEntry($0)?.engine })
        }
        #expect(try await engines() == ["espeak-ng"])
        try folder.install(Project.program("humming-engine"))
        try await eventually("the engine is found") { try await engines() == ["espeak-ng", "hum"] }
        let text = (1...60).map { "Word number \($0) is hummed." }.joined(separator: " ")
        try await remote.speak(text, SpeakOptions(voice: "hum/en"))
        try await eventually("it is heard") { try await remote.position() > 1_500_000 }
        #expect(try await remote.text(.voiceError).isEmpty)
        try folder.install("/bin/false")
        for pid in descendants(of: service.pid, named: "hum") { kill(pid, SIGKILL) }
        try await eventually("the broken engine is named") {
          try await remote.text(.voiceError).hasPrefix("the engine 'hum' does not work")
        }
        let place = try await remote.position()
        try await eventually("another voice reads on") { try await remote.position() > place + 3_000_000 }
        #expect(try await remote.text(.lastError).isEmpty)
        #expect(try await remote.text(.playbackStatus) == "Playing")
        let steps = (try await remote(.diagnose)[0].asArray ?? []).compactMap { DiagnosisStep($0) }
        #expect(steps.contains { $0.part == .engine && !$0.isWell && $0.detail.contains("hum") }, "\(steps)")
        try folder.install(Project.program("humming-engine"))
        try await eventually("it is well again") { try await remote.text(.voiceError).isEmpty }
        try await eventually("it hums again") { !descendants(of: service.pid, named: "hum").isEmpty }
        #expect(try await remote.text(.lastError).isEmpty && service.isRunning)
      }
    }
  }
}
