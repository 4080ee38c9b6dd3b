import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing

extension ListeningTests {
  /// Recordings in the real service: their sound at the sink tells the place that is heard.
  struct RecordingTests {
    private static let rate = 44_100

    /// The pitch of each second of the recording, in hertz.
    private static func pitch(ofSecond second: Int) -> Double { Double(90 + 8 * second) }

    /// A WAV file in stereo: 20 seconds, each with a pitch of its own.
    static func wave(seconds: Int = 20) -> [UInt8] {
      var phase = 0.0
      return wave(
        (0..<seconds * rate).map { frame in
          phase += pitch(ofSecond: frame / rate) / Double(rate)
          return Int16(12_000 * sin(2 * .pi * phase))
        }, rate: rate)
    }

    /// A WAV file with the same samples in both channels.
    static func wave(_ samples: [Int16], rate: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      func append<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes += Array($0) }
      }
      let size = samples.count * 4
      bytes += Array("RIFF".utf8)
      append(UInt32(36 + size))
      bytes += Array("WAVEfmt ".utf8)
      append(UInt32(16))
      append(UInt16(1))
      append(UInt16(2))
      append(UInt32(rate))
      append(UInt32(rate * 4))
      append(UInt16(4))
      append(UInt16(16))
      bytes += Array("data".utf8)
      append(UInt32(size))
      for sample in samples {
        append(sample)
        append(sample)
      }
      return bytes
    }

    @Test func theStreamIsDeclaredWhenItAppears_S2_14() async throws {
      try await Scene.inDesktop { desktop in
        _ = try await desktop.startService()
        let remote = try Remote(desktop)
        let path = desktop.directory + "/talk.wav"
        try Data(RecordingTests.wave()).write(to: URL(fileURLWithPath: path))
        // The properties that it has before it is heard decide about its route and its volume.
        async let appeared = Graph.wait(for: "the stream appears", in: desktop) { $0.stream }
        try await remote(.open(uris: ["file://" + path], SpeakOptions()))
        let stream = try await appeared
        #expect(stream.category == "Playback" && stream.role == nil)
        try await Graph.wait(for: "the stream runs", in: desktop) { $0.stream?.state == "running" }
      }
    }

    struct Measured {
      @Test func itIsNotHeardElsewhereWhenTheHeadphonesAreGone_S0_16_S0_22() async throws {
        try await UnplugScene.with("usb") { scene in
          let path = scene.desktop.directory + "/talk.wav"
          try Data(RecordingTests.wave()).write(to: URL(fileURLWithPath: path))
          try await scene.remote.player("OpenUri", [.string("file://" + path)])
          try await eventually("the recording is heard") {
            let metadata = try await scene.remote.player(get: "Metadata").asVardict
            guard metadata?["xesam:title"] == .string("talk") else { return false }
            return try await scene.remote.position() > 1_000_000
          }
          try await scene.cards("usb remove")
          try await scene.expectLoss(of: "USB Headset")
          #expect(try await scene.cards.heardAloud() == 0)
          // Play goes on at the place where it was silenced.
          let place = try await scene.remote.position()
          try await scene.remote(.play)
          try await scene.cards.wait(for: "speakers", toBeHeard: true)
          let position = try await scene.remote.position()
          #expect(place <= position && position < place + 2_000_000, "\(position) after \(place)")
        }
      }

      /// The stream has the rate of the graph. An overloaded machine loses a cycle of the graph now and then, and half
      /// a second without such a loss is waited for; nothing else may differ anywhere.
      @Test(arguments: [44_100, 48_000]) func atTheRateOfTheGraphEachSampleArrivesUnchanged(rate: Int) async throws {
        var options = PrivateDesktop.Options()
        options.rate = rate
        try await Scene.with(options) { scene in
          var generator = SeededGenerator(seed: 7)
          let noise = (0..<9 * rate).map { _ in Int16.random(in: -9000...9000, using: &generator) }
          let played = noise.map { Float($0) / 32_768 }
          _ = try await scene.remote.open(try scene.file("noise.wav", RecordingTests.wave(noise, rate: rate)))
          let begun = try await scene.recorder.wait(for: "sound").moment
          var reports: [HeardPieces] = []
          for half in 2..<16 {
            let end = begun + Int64(half + 1) * 500 * milliseconds
            let recording = try await scene.recorder.recording(until: end + 100 * milliseconds)
            #expect(recording.rate == rate)
            let first = recording.index(of: end - 500 * milliseconds)
            let heard = HeardPieces(of: played, in: Array(recording.samples[first..<first + rate / 2]))
            #expect(heard.strangers == 0 && !heard.pieces.isEmpty, "\(heard)")
            if heard.strangers == 0, heard.pieces.count == 1 { return }
            reports.append(heard)
          }
          Issue.record("no half second was whole: \(reports)")
        }
      }

      @Test func itIsPlayedSoughtAndPausedAsEveryTrackIs_S2_01_S2_02_S2_09() async throws {
        try await Scene.with { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          let path = try scene.file("talk.wav", RecordingTests.wave())
          _ = try await remote.open(path)
          let begun = try await recorder.wait(for: "sound").moment
          try await eventually("it plays") { try await remote.text(.playbackStatus) == "Playing" }
          let metadata = try await remote.player(get: "Metadata").asVardict ?? [:]
          #expect(metadata["xesam:title"] == .string("talk") && metadata["mpris:length"] == .int64(20_000_000))
          let track = try #require(metadata["mpris:trackid"])

          // In the middle of the second second.
          var recording = try await recorder.recording(until: begun + 1900 * milliseconds)
          let heard = recording.pitch(begun + 1200 * milliseconds, begun + 1800 * milliseconds)
          #expect(abs(heard - RecordingTests.pitch(ofSecond: 1)) < 3, "\(heard) Hz")

          try await remote.player("Seek", [.int64(10_000_000)])
          var (asked, position) = (Remote.now, try await remote.position())
          recording = try await recorder.recording(until: asked + 1500 * milliseconds)
          let later = recording.pitch(asked + 300 * milliseconds, asked + 600 * milliseconds)
          #expect(abs(later - RecordingTests.pitch(ofSecond: Int((position + 450_000) / 1_000_000))) < 9, "\(later) Hz")

          try await remote.player("Pause")
          let silent = Remote.now
          try await remote.player("SetPosition", [track, .int64(5_400_000)])
          recording = try await recorder.recording(until: Remote.now + 300 * milliseconds)
          #expect(recording.peak(silent + 150 * milliseconds, recording.end) < 0.002)
          #expect(try await remote.position() == 5_400_000)
          try await remote.player("Play")
          asked = Remote.now
          let back = try await recorder.wait(for: "sound", since: silent + 150 * milliseconds).moment
          recording = try await recorder.recording(until: back + 500 * milliseconds)
          let there = recording.pitch(back + 50 * milliseconds, back + 450 * milliseconds)
          #expect(abs(there - RecordingTests.pitch(ofSecond: 5)) < 3, "\(there) Hz")
          #expect(back - asked < 500 * milliseconds, "\((back - asked) / milliseconds) ms from Play to sound")
          position = try await remote.position()
          #expect(position > 5_400_000)

          // Twice the speed, at the same pitch.
          try await remote.player(set: "Rate", .double(2))
          let (start, from) = (Remote.now, try await remote.position())
          recording = try await recorder.recording(until: start + 1600 * milliseconds)
          let passed = try await remote.position() - from
          let expected = (Remote.now - start) / 1000 * 2
          #expect(abs(passed - expected) < 300_000, "\(passed) µs for \(expected)")
          let fast = recording.pitch(start + 700 * milliseconds, start + 900 * milliseconds)
          let second = Int((from + 1_600_000) / 1_000_000)
          #expect(abs(fast - RecordingTests.pitch(ofSecond: second)) < 12, "\(fast) Hz")
        }
      }
    }
  }
}
