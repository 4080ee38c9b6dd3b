import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// A recording under an announcement, measured at the sink's monitor.
  struct MeasuredLoweringTests {
    /// A WAV file of one tone of 1 kHz.
    private static func tone(seconds: Int) -> [UInt8] {
      RecordingTests.wave(
        (0..<seconds * 48_000).map { Int16(12_000 * sin(2 * .pi * 1000 * Double($0) / 48_000)) }, rate: 48_000)
    }

    @Test(arguments: [12.0, 6]) func aRecordingIsLoweredByTheConfiguredDecibels(decibels: Double) async throws {
      try await Scene.with(configuration: "[announcements]\nduck = \(decibels)\n") { scene in
        let recorder = scene.recorder
        let path = try scene.file("tone.wav", Self.tone(seconds: 60))
        try await scene.remote(.open(uris: ["file://" + path], SpeakOptions()))
        let sound = try await recorder.wait(for: "sound").moment
        _ = try await recorder.recording(until: sound + 1200 * milliseconds)
        var options = AnnounceOptions()
        // Nothing is measured but the recording.
        options.speech.volume = 0
        let text = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen."
        let answer = try await scene.remote(.announce([.text(text)], options))
        let number = "\(try #require(answer.first?.asUInt64))"
        func moment(of event: String) async throws -> Int64 {
          try await eventually("it is \(event)") {
            recorder.all("Announcement").first { $0.words.first == event && $0.words.dropFirst().first == number }
          }.moment
        }
        let started = try await moment(of: "started")
        let finished = try await moment(of: "finished")
        let recording = try await recorder.recording(until: finished + 1500 * milliseconds)
        let before = recording.level(sound + 200 * milliseconds, sound + 1200 * milliseconds)
        let under = recording.level(started + 200 * milliseconds, started + 1200 * milliseconds)
        let after = recording.level(finished + 500 * milliseconds, finished + 1500 * milliseconds)
        #expect(before > 0.1 && under > 0)
        #expect(abs(20 * log10(before / under) - decibels) < 0.5, "\(20 * log10(before / under)) dB")
        #expect(abs(20 * log10(before / after)) < 0.5, "it does not come back: \(20 * log10(before / after)) dB")
      }
    }
  }
}
