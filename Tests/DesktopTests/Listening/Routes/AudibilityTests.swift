import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// Inaudible sound: no sink except PipeWire's PulseAudio server, a muted sink, a volume of 0.
  struct AudibilityTests {
    private static let aloud = Project.program("aloud")

    /// A common desktop, with pipewire-pulse.
    private func withPulse(
      sink: String?, configuration: String = "", _ body: @Core (PrivateDesktop, Remote) async throws -> Void
    ) async throws {
      var options = PrivateDesktop.Options()
      options.sink = sink
      options.environment["ALOUD_DESKTOP_PULSE"] = "1"
      try await Scene.inDesktop(options) { desktop in
        if !configuration.isEmpty { try Scene.write(configuration, in: desktop) }
        _ = try await desktop.startService()
        try await body(desktop, try Remote(desktop))
      }
    }

    /// The output of `aloud status --json`.
    private func status(_ desktop: PrivateDesktop) async throws -> [String: Any] {
      let output = try await desktop.run(Self.aloud, "status", "--json").output
      return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }

    private func waitForDummy(in desktop: PrivateDesktop) async throws {
      try await Graph.wait(for: "the dummy that pipewire-pulse makes", in: desktop) { $0.node("auto_null") != nil }
    }

    @Test func aDummyOutputIsNoSink_X2_S0_12_S0_13_S1_13() async throws {
      try await withPulse(sink: nil) { desktop, remote in
        try await waitForDummy(in: desktop)
        let file = desktop.directory + "/text.txt"
        try reading.write(toFile: file, atomically: false, encoding: .utf8)
        // Each command waits without sound and reports it: for the current text, a queued one, and a displayed one.
        for command in [["say", "-w", reading], ["read", "-w", file], ["say", "-i", reading]] {
          let waited = try await desktop.start([Self.aloud] + command).waitForEnd(within: watchdog)
          #expect(waited.exitCode == 4, "\(waited)")
          #expect(waited.errors.contains("there is no sink to play to") && waited.errors.contains("try: "), "\(waited)")
        }
        #expect(try await remote.text(.state) == "interrupted")
        #expect(try await remote.text(.pauseReason) == "no-sink")
        #expect(try await remote.position() == 0)
        let shown = try await desktop.run(Self.aloud, "status")
        #expect(shown.output.contains("interrupted (waiting for a sound output)"), "\(shown)")
        let doctor = try await desktop.run(Self.aloud, "doctor")
        #expect(doctor.exitCode == 4 && doctor.output.contains("Dummy Output"), "\(doctor)")
        // With a sink the text is heard.
        try await desktop.order(.addSink("headset"))
        let recorder = try await Recorder.open(in: desktop, sink: "headset")
        try await recorder.wait(for: "sound")
        try await remote.wait(.state, "speaking")
      }
    }

    @Test func theLastSinkGoesAndTheDummyTakesNothing_X2() async throws {
      try await withPulse(sink: "headset") { desktop, remote in
        let recorder = try await Recorder.open(in: desktop, sink: "headset")
        try await remote.speak(reading)
        try await recorder.wait(for: "Word", count: 3)
        try await desktop.order(.removeSink("headset"))
        try await remote.wait(.pauseReason, "no-sink")
        let held = try await remote.settledPosition()
        try await waitForDummy(in: desktop)
        #expect(try await remote.text(.pauseReason) == "no-sink")
        #expect(try await remote.position() == held)
        try await desktop.order(.addSink("headset"))
        let again = try await Recorder.open(in: desktop, sink: "headset")
        try await again.wait(for: "sound")
      }
    }

    @Test func aMutedOutputIsToldAndTheVolumesAreMultiplied_X8_S1_08() async throws {
      try await withPulse(sink: "null-sink") { desktop, remote in
        let notifications = try await NotificationsDouble(in: desktop)
        try await remote.speak(reading)
        try await remote.wait(.state, "speaking")
        /// Waits for the service's announcement, and checks the output of the command.
        @Core func expect(_ unheard: String, _ volume: Double, _ words: String) async throws {
          try await remote.wait(.unheard, unheard)
          try await eventually("\(volume)") { abs(try await remote.get(.effectiveVolume).asDouble! - volume) < 0.01 }
          let status = try await status(desktop)
          #expect(status["unheard"] as? String == (unheard.isEmpty ? nil : unheard), "\(status)")
          #expect(abs((status["effectiveVolume"] as? Double ?? -1) - volume) < 0.01, "\(status)")
          #expect(status["status"] as? String == "Playing")
          let text = try await desktop.run(Self.aloud, "status").output
          #expect(text.contains(words), "\(text)")
          let doctor = try await desktop.run(Self.aloud, "doctor")
          #expect((doctor.exitCode == 4) == !unheard.isEmpty, "\(doctor)")
        }
        @Core func mixer(_ arguments: String...) async throws {
          let result = try await desktop.start(["wpctl"] + arguments).waitForEnd(within: watchdog)
          #expect(result.succeeded, "\(result)")
        }
        try await expect("", 1, ": Word 1")
        try await mixer("set-mute", "@DEFAULT_AUDIO_SINK@", "1")
        try await expect("sink-muted", 0, "(unheard: the output is muted)")
        try await eventually("it is shown") { notifications.shown.count == 1 }
        #expect(notifications.shown.first?.body == "The sound output is muted.")
        try await mixer("set-mute", "@DEFAULT_AUDIO_SINK@", "0")
        try await eventually("it is taken back") { notifications.closed.count == 1 }
        try await mixer("set-volume", "@DEFAULT_AUDIO_SINK@", "0")
        try await expect("sink-volume", 0, "(unheard: the volume of the output is 0)")
        try await mixer("set-volume", "@DEFAULT_AUDIO_SINK@", "0.6")
        try await remote.set(.volume, .double(0.5))
        try await expect("", 0.3, ": Word 1")
        let stream = try #require(try await Graph.now(in: desktop).stream).id
        try await mixer("set-mute", "\(stream)", "1")
        try await expect("muted", 0, "(unheard: aloud is muted in the mixer)")
        try await mixer("set-mute", "\(stream)", "0")
        try await remote.set(.volume, .double(0))
        try await expect("volume", 0, "(unheard: the volume is 0)")
      }
    }

    @Test func byChoiceNothingIsReadToNobody_X8() async throws {
      try await withPulse(sink: "null-sink", configuration: "[interruptions]\npause-on-mute = true\n") {
        desktop, remote in
        let recorder = try await Recorder.open(in: desktop)
        try await remote.speak(reading)
        try await recorder.wait(for: "Word", count: 2)
        #expect(try await desktop.run("wpctl", "set-mute", "@DEFAULT_AUDIO_SINK@", "1").succeeded)
        try await remote.wait(.pauseReason, "muted")
        #expect(try await remote.text(.state) == "interrupted")
        let held = try await remote.settledPosition()
        #expect(try await remote.position() == held)
        let before = recorder.all("Word").count
        #expect(try await desktop.run("wpctl", "set-mute", "@DEFAULT_AUDIO_SINK@", "0").succeeded)
        try await remote.wait(.state, "speaking")
        try await recorder.wait(for: "Word", count: before + 2)
      }
    }

    /// WirePlumber 0.4 links nothing after a restart during which a sink stayed; 0.5 does.
    @Test func aStreamThatNobodyLinksIsInterruptedAndHeardWhenItIsLinked_M1() async throws {
      try await withPulse(sink: "null-sink") { desktop, remote in
        let recorder = try await Recorder.open(in: desktop)
        try await remote.speak(reading)
        try await recorder.wait(for: "Word", count: 3)
        try await desktop.order(.replaceWirePlumber)
        var former = try await remote.position()
        let isLinked = try await eventually("it is linked, or said not to be") { () -> Bool? in
          if try await remote.text(.pauseReason) == "no-link" { return false }
          let (state, place) = (try await remote.text(.state), try await remote.position())
          defer { former = place }
          return state == "speaking" && place > former ? true : nil
        }
        if !isLinked {
          #expect(try await remote.text(.state) == "interrupted")
          let status = try await desktop.run(Self.aloud, "status")
          #expect(status.output.contains("systemctl --user restart pipewire"), "\(status)")
          let doctor = try await desktop.run(Self.aloud, "doctor")
          #expect(doctor.exitCode == 4 && doctor.output.contains("connects the sound to no sink"), "\(doctor)")
          let waited = try await desktop.run(Self.aloud, "say", "-w", "Another text.")
          #expect(waited.exitCode == 4, "\(waited)")
          try await desktop.order(.restart(.pipewire))
        }
        let again = try await Recorder.open(in: desktop)
        try await again.wait(for: "sound")
        try await remote.wait(.state, "speaking")
      }
    }
  }
}
