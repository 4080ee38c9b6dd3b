import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Calls and other players: the interruptions of the reading, their announcement, and the return of the sound.
  struct InterruptionTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane, and all around him animals were"
      + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."

    // MARK: Hands

    @Core
    private static func begin(_ scene: Scene, _ voices: SpeakingVoices = .usual) async throws {
      try await voices.speak(Self.text, to: scene.remote)
      try await scene.recorder.wait(for: "Word", count: 4)
    }

    // MARK: Calls

    @Test func musicIsNoCall() async throws {
      try await Scene.with { scene in
        try await Self.begin(scene)
        let music = try scene.call(role: "Music")
        try await scene.recorder.wait(for: "UtteranceFinished")
        #expect(scene.recorder.all("UtterancePaused").isEmpty)
        _ = try await music.end()
      }
    }

    // MARK: Other players

    @Test func oneThatPlaysAlreadyIsTheListenersWish() async throws {
      try await Scene.with { scene in
        let other = try await OtherPlayerDouble("firefox.instance_1_2", status: "Playing", in: scene.desktop)
        try await other.own("firefox.instance_1_3")
        try await Self.begin(scene)
        // Some players repeat the status with each of their tracks.
        try await other.say("Playing")
        try await other.say("Playing")
        try await scene.recorder.wait(for: "UtteranceFinished")
        #expect(scene.recorder.all("UtterancePaused").isEmpty)
      }
    }

    @Test func oneThatAppearsPlayingHasStarted() async throws {
      try await Scene.with { scene in
        try await Self.begin(scene)
        let other = try await OtherPlayerDouble("mpv", identity: "mpv", status: "Playing", in: scene.desktop)
        try await scene.remote.wait(.pauseReason, "other-player")
        #expect(other.calls.isEmpty)
      }
    }

    /// The proxy repeats the status of the last active player, which is this service.
    @Test func theProxyOfPlayerctlConfusesNothing() async throws {
      try await Scene.with { scene in
        let (desktop, remote) = (scene.desktop, scene.remote)
        let proxy = try desktop.start(["playerctld"])
        try await eventually("the proxy is there") {
          let name = BusValue.string("org.mpris.MediaPlayer2.playerctld")
          let call = BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [name])
          return try await remote.bus.call(call).arguments.first?.asBool == true
        }
        try await Self.begin(scene)
        for _ in 0..<3 {
          _ = try await desktop.run("playerctl", "-p", "playerctld", "pause")
          try await remote.wait(.pauseReason, "user")
          _ = try await desktop.run("playerctl", "-p", "playerctld", "play")
          try await remote.wait(.playbackStatus, "Playing")
        }
        try await scene.recorder.wait(for: "UtteranceFinished")
        #expect(Set(scene.recorder.all("UtterancePaused").map { $0.words[1] }) == ["user"])
        withExtendedLifetime(proxy) {}
      }
    }

    @Test func othersArePausedOnlyWhereThatIsConfigured() async throws {
      for isConfigured in [false, true] {
        let configuration = "[interruptions]\npause-others = \(isConfigured)\n"
        try await Scene.with(configuration: configuration) { scene in
          let playing = try await OtherPlayerDouble("one", status: "Playing", in: scene.desktop)
          let stopped = try await OtherPlayerDouble("two", in: scene.desktop)
          let proxy = try await OtherPlayerDouble("playerctld", status: "Playing", in: scene.desktop)
          try await Self.begin(scene)
          if isConfigured { try await eventually("it is told") { !playing.calls.isEmpty } }
          #expect(playing.calls == (isConfigured ? ["Pause"] : []))
          #expect(stopped.calls.isEmpty && proxy.calls.isEmpty)
          #expect(try await scene.remote.text(.playbackStatus) == "Playing")
        }
      }
    }

    // MARK: Orders

    /// The silence during a call and while another player plays.
    struct Measured {
      @Test(arguments: SpeakingVoices.allCases)
      func aCallIsWaitedForAndTheReadingGoesOnByItself_S0_05_S3_23_S4_03(voices: SpeakingVoices) async throws {
        try await Scene.with(voices: voices) { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          try await InterruptionTests.begin(scene, voices)
          let call = try scene.call()
          try await remote.wait(.pauseReason, "call")
          #expect(try await remote.text(.pauseDetail) == "pw-play")
          #expect(try await remote.text(.state) == "interrupted")
          #expect(try await remote.text(.playbackStatus) == "Paused")
          let held = try await remote.settledPosition()
          let from = Remote.now
          let recording = try await recorder.recording(until: from + 400 * milliseconds)
          #expect(recording.peak(from, recording.end) < 0.002)
          let words = recorder.all("Word").count
          let status = try await scene.desktop.run(Project.program("aloud"), "status")
          #expect(status.output.contains("interrupted (during a call: pw-play)"), "\(status.output)")
          _ = try await call.end()
          try await remote.wait(.playbackStatus, "Playing")
          #expect(try await remote.text(.pauseReason) == "")
          let word = try await eventually("a word is heard again") { recorder.all("Word").dropFirst(words).first }
          #expect(word.media <= held && word.media >= held - 1_500_000, "\(word.media), held at \(held)")
          #expect(recorder.all("UtterancePaused").map { $0.words[1] } == ["call"])
          #expect(recorder.all("UtteranceResumed").count == 1)
        }
      }

      @Test func anotherPlayerThatStartsPausesForGood_S0_05_S4_03_S4_04() async throws {
        try await Scene.with { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          let other = try await OtherPlayerDouble("test", identity: "Tune box", in: scene.desktop)
          try await InterruptionTests.begin(scene)
          try await other.say("Playing")
          try await remote.wait(.pauseReason, "other-player")
          #expect(try await remote.text(.pauseDetail) == "Tune box")
          #expect(try await remote.text(.state) == "paused")
          let status = try await scene.desktop.run(Project.program("aloud"), "status")
          #expect(status.output.contains("paused (another player started: Tune box)"), "\(status.output)")
          try await other.say("Paused")
          try await other.say("Stopped")
          let from = Remote.now
          let recording = try await recorder.recording(until: from + 600 * milliseconds)
          #expect(recording.peak(from + 60 * milliseconds, recording.end) < 0.002)
          #expect(try await remote.text(.playbackStatus) == "Paused")
          #expect(other.calls.isEmpty)
          try await remote(.play)
          #expect(try await remote.text(.playbackStatus) == "Playing")
        }
      }
    }
  }
}
