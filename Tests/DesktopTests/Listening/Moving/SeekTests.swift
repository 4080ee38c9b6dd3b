import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Glibc
import MPRIS
import Testing

extension ListeningTests {
  /// Seeks: their targets, their announcements, and the state that they leave unchanged.
  struct SeekTests {
    private static let text = (0..<12).map { "Apple number \($0) is eaten by an otter." }.joined(separator: " ")

    /// The silence of a seek while paused, and the time that a storm of seeks takes.
    struct Measured {
      @Test(arguments: SpeakingVoices.readers)
      func aSeekWhilePausedStaysPausedAtThatPlace_S2_09(voices: SpeakingVoices) async throws {
        try await Scene.with(voices: voices) { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          let seeked = Signals(of: "Seeked", on: remote)
          let track = try await remote.speak(SeekTests.text)
          _ = try await remote.exactLength()
          try await recorder.wait(for: "Word", count: 2)
          try await remote.player("Pause")
          let silent = Remote.now
          try await remote.player("SetPosition", [.objectPath(track), .int64(10_000_000)])
          #expect(try await remote.player(get: "Position").asInt64 == 10_000_000)
          try await remote.player("Seek", [.int64(-2_500_000)])
          #expect(try await remote.player(get: "Position").asInt64 == 7_500_000)
          try await remote.player("Seek", [.int64(-60_000_000)])
          #expect(try await remote.player(get: "Position").asInt64 == 0)
          // Stale, negative or too far positions are ignored.
          for (id, place) in [("/org/aloud/Aloud1/track/99", 1), (track.text, -1), (track.text, 3_600_000_000)] {
            try await remote.player("SetPosition", [.objectPath(ObjectPath(id)!), .int64(Int64(place))])
          }
          #expect(try await remote.player(get: "Position").asInt64 == 0)
          try await remote.player("SetPosition", [.objectPath(track), .int64(9_000_000)])
          #expect(try await remote.text(.playbackStatus) == "Paused")
          let recording = try await recorder.recording(until: Remote.now + 200 * milliseconds)
          #expect(recording.peak(silent + 100 * milliseconds, recording.end) < 0.002)
          #expect(seeked.arguments.compactMap { $0.first?.asInt64 } == [10_000_000, 7_500_000, 0, 9_000_000])

          let resumed = Remote.now
          try await remote.player("Play")
          let word = try await recorder.wait(for: "Word", since: resumed)
          #expect((9_000_000..<9_900_000).contains(word.media), "\(word)")
        }
      }

      @Test func aStormOfPositionsCollapsesToTheLast_S2_11() async throws {
        try await Scene.with { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          let track = try await remote.speak(SeekTests.text)
          let length = try await remote.exactLength()
          try await recorder.wait(for: "Word", count: 2)
          // The usual time of one seek on this machine, until a word is heard.
          var usual: Int64 = 0
          for place in [length / 2, length / 3] {
            try await remote.player("SetPosition", [.objectPath(track), .int64(place)])
            let answered = try await recorder.barrier(remote)
            usual = max(usual, try await recorder.wait(for: "Word", since: answered).moment - answered)
          }
          let start = Remote.now
          for index in 1...100 {
            let place = Int64(index) * (length - 6_000_000) / 100
            try await remote.player("SetPosition", [.objectPath(track), .int64(place)])
          }
          let asked = try await recorder.barrier(remote)
          let word = try await recorder.wait(for: "Word", since: asked)
          #expect(word.media >= length - 6_000_000 && word.media < length - 4_500_000, "\(word.media) of \(length)")
          // The sentences of a hundred seeks take a hundred times as long.
          let delay = word.moment - asked
          #expect(
            delay < 4 * usual + 1000 * milliseconds, "\(delay / milliseconds) ms, one: \(usual / milliseconds) ms")
          let position = try await remote.position()
          let passed = (Remote.now - start) / 1000
          #expect(position >= length - 6_000_000 && position < length - 6_000_000 + passed)
          // Nothing is left running: only the parent of each voice, and the few children for the current sound.
          try await eventually("abandoned sentences are not made") { speakers(below: scene.service.pid).count <= 5 }
        }
      }
    }
  }
}
