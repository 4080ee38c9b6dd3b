import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Glibc
import Testing
import Vocabulary

extension ListeningTests {
  /// A reading by another engine, or by two of them, whose processes, programs or service end in the middle of a word.
  struct EngineLossTests {
    private static let voices = [SpeakingVoices.humming, .both] + SpeakingVoices.natural

    /// Ends the processes of all engines.
    @Core private static func killTheEngines(of service: RunningProcess) {
      for name in ["hum", "neural", "aloud-speak"] {
        for process in descendants(of: service.pid, named: name).reversed() { kill(process, SIGKILL) }
      }
    }

    @Test(arguments: voices) func aKillOfEachEngineCostsNoWord(voices: SpeakingVoices) async throws {
      try await EngineScene.with(voices, sentences: 3) { scene in
        let length = try await scene.begin()
        let positions = PositionWatch(scene.remote)
        // In each sentence, at another word of it. An engine that ends more often is given up.
        for word in [2, 9, 13] {
          try await scene.wait(forWord: word)
          Self.killTheEngines(of: scene.service)
        }
        try await scene.expectEveryWordInItsPlace()
        #expect(positions.stepsBack.isEmpty, "\(positions.stepsBack)")
        #expect(try await scene.remote.exactLength() == length)
        #expect(try await scene.remote.text(.voiceError).isEmpty)
        #expect(try await scene.remote.text(.lastError).isEmpty)
      }
    }

    /// The engine is gone with its processes: what it has not spoken is spoken by the usual one.
    @Test(arguments: voices) func aRemovedEngineCostsNoWord(voices: SpeakingVoices) async throws {
      try await EngineScene.with(voices, sentences: 4) { scene in
        _ = try await scene.begin()
        let positions = PositionWatch(scene.remote)
        try await scene.wait(forWord: 3)
        scene.folder.remove(voices.processes)
        Self.killTheEngines(of: scene.service)
        try await scene.expectEveryWordInItsPlace(hummed: 0..<4)
        #expect(positions.stepsBack.isEmpty, "\(positions.stepsBack)")
        _ = try await scene.remote.exactLength()
        let told = try await scene.remote.text(.voiceError)
        #expect(told.contains(voices.voice ?? "hum:hum/slow"), "\(told)")
        #expect(try await scene.remote.text(.lastError).isEmpty)
        #expect(descendants(of: scene.service.pid, named: voices.processes).isEmpty)
      }
    }

    @Test(arguments: voices, [SIGTERM, SIGKILL])
    func aRestartInTheMiddleOfAWordKeepsThePlace_S2_28(voices: SpeakingVoices, signal: CInt) async throws {
      try await EngineScene.with(voices) { scene in
        let length = try await scene.begin()
        // The last hummed word before the border.
        let word = try await scene.wait(forWord: 3)
        try await scene.rig.endAndBegin(signal)
        try await scene.recorder.wait(for: "subscribed", count: 2)
        let place = try await scene.remote.position()
        // The word may have been told and not yet kept.
        #expect(place > word.media - 700_000 && place < word.media + 700_000, "\(place), told at \(word.media)")
        #expect(try await scene.remote.exactLength() == length)
        try await scene.remote(.play)
        try await scene.expectEveryWordInItsPlace(repeated: 2)
        #expect(try await scene.remote.exactLength() == length)
      }
    }
  }
}
