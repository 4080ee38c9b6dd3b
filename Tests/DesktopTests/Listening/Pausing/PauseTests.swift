import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Pause and resume, heard at the monitor.
  struct PauseTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane and all around him animals were awake."

    @Test(arguments: SpeakingVoices.readers)
    func aPauseAtAWordOrSentenceEndsThere_S0_20_S3_03(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        let start = Remote.now
        try await remote.speak("Apple orange eagle otter uncle. Idea oven anchor.")
        try await recorder.wait(for: "Word", count: 2)
        try await remote(.pause(.word))
        try await recorder.barrier(remote)
        let told = recorder.all("Word", since: start).count
        try await recorder.wait(for: "UtterancePaused")
        #expect(recorder.all("Word", since: start).count <= told + 1)
        // The second call is sent before the first is answered, so that little is read between the two.
        let play = AloudCall.play
        remote.bus.call(BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, play.method, play.arguments)) { _ in }
        try await remote(.pause(.sentence))
        try await recorder.wait(for: "UtterancePaused", count: 2)
        #expect(
          recorder.all("Word", since: start).count == 5, "\(recorder.heard.map { "\($0)" }.joined(separator: "\n"))")
        #expect(recorder.all("Sentence", since: start).count == 1)
        try await remote(.play)
        try await recorder.wait(for: "UtteranceFinished")
        #expect(recorder.all("Word", since: start).count == 8)
      }
    }

    /// The silence of a pause, and the sound after it.
    struct Measured {
      @Test(arguments: SpeakingVoices.readers)
      func aPauseIsSilentAtOnceAndGoesOnAtTheSamePlace_S0_20(voices: SpeakingVoices) async throws {
        try await Scene.with(voices: voices) { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          // The same text once without a pause, for comparison.
          let start = Remote.now
          try await remote.speak(PauseTests.text)
          let ended = try await recorder.wait(for: "UtteranceFinished", since: start)
          let whole = recorder.all("Word", since: start)
          let wholeSound = try await recorder.recording(until: ended.moment + 200 * milliseconds)

          let second = Remote.now
          try await remote.speak(PauseTests.text)
          var last = second
          for count in [3, 7, 11] {
            try await recorder.wait(for: "Word", count: count, since: second)
            try await remote(.pause(.immediate))
            let answered = Remote.now
            #expect(try await remote.text(.playbackStatus) == "Paused")
            let held = try await remote.position()
            // The last sound, not the end of the recorder's timeout.
            let recording = try await recorder.recording(until: answered + 350 * milliseconds)
            #expect(recording.peak(answered + 50 * milliseconds, answered + 350 * milliseconds) < 0.002)
            // The sound that the output had taken already was still heard.
            let later = try await remote.position()
            #expect((held..<held + 60_000).contains(later))
            try await eventually("it stays there") { try await remote.position() == later }
            last = Remote.now
            try await remote(.play)
            try await eventually("it moves on") { try await remote.position() > held }
          }
          let finished = try await recorder.wait(for: "UtteranceFinished", since: last)
          #expect(
            recorder.all("Word", since: second).map(\.words)
              == whole.map { heard in
                [heard.words[0].replacing("track/1", with: "track/2")] + heard.words.dropFirst()
              })
          #expect(recorder.all("UtterancePaused", since: second).count == 3)
          #expect(recorder.all("UtteranceResumed", since: second).count == 3)

          // The sound of the second pass is that of the first, with nothing repeated: the energy is the same (a busy
          // machine misses a cycle now and then).
          let sound = try await recorder.recording(until: finished.moment + 200 * milliseconds)
          func energy(_ recording: Recording, _ from: Int64, _ to: Int64) -> Double {
            recording.samples(from, to).reduce(0) { $0 + Double($1 * $1) }
          }
          let ratio =
            energy(sound, second, finished.moment + 200 * milliseconds)
            / energy(wholeSound, start, ended.moment + 200 * milliseconds)
          #expect(abs(ratio - 1) < 0.1, "energy \(ratio)")
        }
      }
    }
  }
}
