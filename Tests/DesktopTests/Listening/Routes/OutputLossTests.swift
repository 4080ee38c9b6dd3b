import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// The sound server, the session manager or the sink disappears during a reading and comes back.
  struct OutputLossTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane, and all around him animals were"
      + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."

    private func firstScalar(_ word: Heard?) -> Int { word?.ranges?.scalars.lowerBound ?? -1 }

    /// True for the words of the whole reading: each once and in order, except that the interrupted one may be
    /// repeated.
    private func isComplete(_ words: [Heard], repeating allowed: Int) -> Bool {
      let starts = words.compactMap { $0.ranges?.scalars.lowerBound }
      let expected = Self.text.split { !$0.isLetter }.count
      return starts == starts.sorted() && Set(starts).count == expected && starts.count <= expected + allowed
    }

    @Test func theServerIsKilledAndComesBack_S0_02() async throws {
      try await Scene.with { scene in
        let (remote, recorder, desktop) = (scene.remote, scene.recorder, scene.desktop)
        try await remote.set(.rate, .double(1.5))
        try await remote.speak(Self.text)
        try await recorder.wait(for: "Word", count: 8)
        try await desktop.order(.kill(.pipewire))
        try await remote.wait(.pauseReason, "server-lost")
        #expect(try await remote.text(.playbackStatus) == "Paused")
        #expect(try await remote.text(.state) == "interrupted")
        let held = try await remote.position()
        let before = recorder.all("Word").count
        #expect(try await remote.position() == held)
        try await desktop.order(.start(.pipewire))
        try await remote.wait(.playbackStatus, "Playing")
        try await recorder.wait(for: "UtteranceFinished")
        let words = recorder.all("Word")
        #expect(isComplete(words, repeating: 1), "\(before): \(words.map(firstScalar))")
        #expect(try #require(words.dropFirst(before).first).media >= held - 400_000)
        #expect(recorder.all("UtterancePaused").map { $0.words[1] } == ["server-lost"])
        #expect(recorder.all("UtteranceResumed").count == 1)
      }
    }

    @Test func theSessionManagerIsRestarted() async throws {
      try await Scene.with { scene in
        let (remote, recorder, desktop) = (scene.remote, scene.recorder, scene.desktop)
        try await remote.set(.rate, .double(1.5))
        try await remote.speak(Self.text)
        try await recorder.wait(for: "Word", count: 8)
        try await desktop.order(.restart(.wireplumber))
        try await recorder.wait(for: "UtteranceFinished")
        #expect(isComplete(recorder.all("Word"), repeating: 1), "\(recorder.all("Word").map(firstScalar))")
        #expect(try await remote.text(.state) == "idle")
      }
    }

    @Test func withoutASinkItWaitsAndGoesOnWhenThereIsOne() async throws {
      var options = PrivateDesktop.Options()
      options.sink = nil
      try await Scene.inDesktop(options) { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await remote.speak(Self.text)
        try await remote.wait(.pauseReason, "no-sink")
        #expect(try await remote.text(.playbackStatus) == "Paused")
        #expect(try await remote.position() == 0)
        try await desktop.order(.addSink("late"))
        try await remote.wait(.playbackStatus, "Playing")
        let recorder = try await Recorder.open(in: desktop, sink: "late")
        try await recorder.wait(for: "Word", count: 3)
        // The sink is removed in the middle.
        try await desktop.order(.removeSink("late"))
        try await remote.wait(.pauseReason, "no-sink")
        let held = try await remote.position()
        try await desktop.order(.addSink("later"))
        try await remote.wait(.playbackStatus, "Playing")
        let back = Remote.now
        let word = try await recorder.wait(for: "Word", since: back)
        // The reading continues at the beginning of the interrupted word.
        #expect(word.media >= held - 900_000 && word.media < held + 900_000, "\(word.media) after \(held)")
        withExtendedLifetime(service) {}
      }
    }

    /// The silence of a paused text after the sound server is back.
    struct Measured {
      @Test func aPauseOfTheListenerStaysThroughARestart_S0_02() async throws {
        try await Scene.with { scene in
          let (remote, recorder, desktop) = (scene.remote, scene.recorder, scene.desktop)
          try await remote.speak(OutputLossTests.text)
          try await recorder.wait(for: "Word", count: 4)
          try await remote(.pause(.immediate))
          let held = try await remote.settledPosition()
          try await desktop.order(.restart(.pipewire))
          let second = try await Recorder.open(in: desktop)
          let back = Remote.now
          #expect(try await remote.text(.pauseReason) == "user")
          let recording = try await second.recording(until: back + 500 * milliseconds)
          #expect(recording.peak(back, recording.end) < 0.002)
          #expect(try await remote.position() == held)
          try await remote(.play)
          let word = try await second.wait(for: "Word")
          #expect(word.media >= held - 50_000 && word.media < held + 900_000)
        }
      }
    }
  }
}
