import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

extension ListeningTests {
  /// A service without a part that it needs waits, reports that once, and continues when the part is there.
  struct AbsenceTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane, and all around him animals were"
      + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."

    private func count(_ words: String, in log: String) -> Int { log.components(separatedBy: words).count - 1 }

    @Test func beforePipeWireIsThereItWaitsAndThenPlays_S4_07_S1_13() async throws {
      try await Scene.inDesktop { desktop in
        try await desktop.order(.stop(.pipewire))
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await remote.speak(Self.text)
        try await remote.wait(.pauseReason, "server-lost")
        #expect(try await remote.text(.state) == "interrupted")
        #expect(try await remote.position() == 0)
        let doctor = try await desktop.run(Project.program("aloud"), "doctor")
        #expect(doctor.exitCode == 4 && doctor.output.contains("PipeWire"), "\(doctor)")
        try await desktop.order(.start(.pipewire))
        let back = Remote.now
        try await remote.wait(.playbackStatus, "Playing")
        let recorder = try await Recorder.open(in: desktop)
        let word = try await recorder.wait(for: "Word", since: back)
        #expect(word.media < 3_000_000)
        // Attempts to connect were not logged one by one.
        #expect(count("server-lost", in: service.errors) == 1, "\(service.errors)")
      }
    }

    @Test func theReadingGoesOnWithoutAWritableStateAndThatIsToldOnce() async throws {
      try await Scene.inDesktop { desktop in
        // A file in place of the folder has the effect of a full or read-only disk, also for root.
        let state = desktop.environment["XDG_STATE_HOME"] ?? ""
        try Data().write(to: URL(fileURLWithPath: state + "/aloud"))
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await remote.speak(Self.text)
        for volume in [0.5, 0.6, 0.7] {
          try await remote.set(.volume, .double(volume))
          // Each change is a reason to save.
          try await eventually("the volume is taken") { try await remote.get(.volume) == .double(volume) }
        }
        #expect(try await remote.text(.playbackStatus) == "Playing")
        #expect(count("cannot be kept", in: service.errors) == 1, "\(service.errors)")
        service.send(signal: SIGTERM)
        #expect(try await service.waitForEnd().exitCode == 0)
      }
    }

    @Test func aConfigurationThatBreaksWhileItRunsChangesNothingAndIsNamedOnce() async throws {
      try await Scene.with(configuration: "[player]\nskip-interval = \"7s\"\n") { scene in
        try await scene.remote.speak(Self.text)
        try await scene.recorder.wait(for: "Word", count: 2)
        try Scene.write("[player\nskip-interval = {{{\n", in: scene.desktop)
        try await eventually("the mistake is named") { scene.service.errors.contains("aloud.toml:") }
        #expect(try await scene.remote.text(.playbackStatus) == "Playing")
        // The next change is read after everything that the mistake caused.
        try Scene.write("[player]\nskip-interval = \"8s\"\n", in: scene.desktop)
        try await eventually("the change is read") { scene.service.errors.contains("the configuration has changed") }
        #expect(count("aloud.toml:", in: scene.service.errors) == 1, "\(scene.service.errors)")
      }
    }

    /// The time until the reading continues.
    struct Measured {
      @Test func theSessionManagerDiesAndReturns() async throws {
        try await Scene.with { scene in
          let (remote, recorder, desktop) = (scene.remote, scene.recorder, scene.desktop)
          try await remote.speak(AbsenceTests.text)
          try await recorder.wait(for: "Word", count: 4)
          try await desktop.order(.kill(.wireplumber))
          try await remote.wait(.state, "interrupted")
          let held = try await remote.position()
          // The order ends when the session manager runs, and words may be heard by then.
          let absent = Remote.now
          try await desktop.order(.start(.wireplumber))
          let back = Remote.now
          try await remote.wait(.playbackStatus, "Playing")
          #expect((Remote.now - back) / milliseconds < 1000)
          // Nothing was read unheard meanwhile.
          let word = try await recorder.wait(for: "Word", since: absent)
          #expect(word.media <= held, "\(word.media) after \(held)")
          try await eventually("it reads on") { try await remote.position() > held + 500_000 }
          #expect(try await remote.text(.lastError).isEmpty)
          #expect(scene.service.isRunning)
        }
      }
    }
  }
}
