import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// `[[engine]]` while the service runs: a text is read by a command, which comes, changes and goes.
  struct CommandChangeTests {
    /// A command that speaks with a voice of flite.
    private static func command(_ voice: String, named name: String = "mimic") -> String {
      """
      [[engine]]
      name = "\(name)"
      command = ["/bin/sh", "-c", '/usr/bin/flite -voice \(voice) -t "$(cat)" -o /dev/stdout']
      languages = ["en"]

      """
    }

    @Core private static func engines(_ remote: Remote) async throws -> Set<String> {
      Set((try await remote(.listVoices(language: ""))[0].asVardicts ?? []).compactMap { VoiceEntry($0)?.engine })
    }

    /// The command becomes an engine, and reads.
    @Core private static func begin(_ scene: EngineScene) async throws -> PositionWatch {
      let remote = scene.remote
      try Scene.write(command("slt"), in: scene.desktop)
      try await eventually("the command is an engine") { try await engines(remote).contains("mimic") }
      try await remote.speak(scene.text, SpeakOptions(voice: "mimic:en", trailingDelay: .seconds(600)))
      return PositionWatch(remote)
    }

    @Core private static func expectNothingLost(_ scene: EngineScene, _ positions: PositionWatch) async throws {
      try await scene.expectEveryWordInItsPlace(hummed: 0..<0)
      #expect(positions.stepsBack.isEmpty, "\(positions.stepsBack)")
      #expect(try await scene.remote.text(.lastError).isEmpty && scene.service.isRunning)
    }

    /// No word is lost or repeated, and the position never goes back.
    @Test func aReadingGoesOnWhateverBecomesOfItsCommand() async throws {
      try await EngineScene.with(.usual, sentences: 7) { scene in
        let (remote, desktop) = (scene.remote, scene.desktop)
        #expect(try await !Self.engines(remote).contains("mimic"))
        let positions = try await Self.begin(scene)
        try await scene.wait(forWord: 8)
        #expect(try await remote.text(.voice) == "mimic:en")
        // Nobody knows the length before all of it was spoken.
        #expect(try await remote.get(.lengthExact).asBool == false)
        try Scene.write(Self.command("rms"), in: desktop)
        try await scene.wait(forWord: 16)
        #expect(try await remote.text(.voiceError).isEmpty)
        // Another one beside it is nothing to the reading.
        try Scene.write(Self.command("rms") + Self.command("awb", named: "other"), in: desktop)
        try await eventually("the other one comes") { try await Self.engines(remote).contains("other") }
        try await scene.wait(forWord: 22)
        try Scene.write("", in: desktop)
        try await eventually("it is gone") { try await !Self.engines(remote).contains("mimic") }
        try await eventually("that is told") {
          try await remote.text(.voiceError).contains("the engine 'mimic' is not installed")
        }
        try await Self.expectNothingLost(scene, positions)
      }
    }

    /// A command that was well and fails from some moment on: the rest is read by another voice, and it is told once.
    @Test func aCommandThatBreaksInTheMiddleCostsNoWord() async throws {
      try await EngineScene.with(.usual, sentences: 5) { scene in
        let (remote, desktop) = (scene.remote, scene.desktop)
        let positions = try await Self.begin(scene)
        try await scene.wait(forWord: 3)
        try Scene.write(Self.command("slt >/dev/null; yes"), in: desktop)
        try await eventually("it is told") {
          try await remote.text(.voiceError).contains("the engine 'mimic' does not work")
        }
        try await Self.expectNothingLost(scene, positions)
      }
    }

    /// The lengths of a text are estimated by those that its voice has spoken, which outlive the service.
    @Test func lengthsAreEstimatedByWhatTheVoiceHasSpoken() async throws {
      try await Scene.inDesktop { desktop in
        try Scene.write("[player]\nrate = 4\n\n" + Self.command("slt"), in: desktop)
        let rig = try await RestartableService(desktop, environment: [:])
        try await eventually("the command is an engine") { try await Self.engines(rig.remote).contains("mimic") }
        let options = SpeakOptions(voice: "mimic:en")
        @Core func hear(_ text: String) async throws -> (before: Int64, after: Int64) {
          var paused = options
          (paused.paused, paused.trailingDelay) = (true, .seconds(600))
          try await rig.remote.speak(text, paused)
          let before = try await eventually("a length is told") {
            let length = try await rig.remote.length()
            return length > 0 ? length : nil
          }
          #expect(try await rig.remote.get(.lengthExact).asBool == false)
          let positions = PositionWatch(rig.remote)
          try await rig.remote(.play)
          let after = try await rig.remote.exactLength()
          #expect(positions.stepsBack.isEmpty, "\(positions.stepsBack)")
          try await rig.remote(.clear)
          return (before - 600_000_000, after - 600_000_000)
        }
        let objects = ["lamp", "river", "window", "staircase", "umbrella", "old grey house", "night"]
        func text(_ start: Int) -> String {
          (start..<start + 30).map { number in
            let things = (0...number % 4).map { objects[(number * 3 + $0) % objects.count] }.joined(separator: ", the ")
            return "There was the \(things)."
          }.joined(separator: " ")
        }
        _ = try await hear(text(0))
        let second = try await hear(text(50))
        #expect(abs(Double(second.before) / Double(second.after) - 1) < 0.1, "\(second)")
        try await rig.endAndBegin(SIGTERM)
        try await eventually("the command is an engine") { try await Self.engines(rig.remote).contains("mimic") }
        let third = try await hear(text(100))
        #expect(abs(Double(third.before) / Double(third.after) - 1) < 0.1, "\(third)")
      }
    }
  }
}
