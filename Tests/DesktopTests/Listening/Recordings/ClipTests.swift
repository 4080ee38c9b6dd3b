import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

extension ListeningTests {
  /// Texts and clips of one utterance, in the real service.
  struct ClipTests {
    /// Noise that never is 0, with a level that the service has to change.
    private static func noise(seed: UInt32, frames: Int) -> [Int16] {
      var state = seed
      return (0..<frames).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Int16(Int(state >> 19) - 4096) | 1
      }
    }

    /// A WAV file with the same sound in both channels.
    private static func wave(_ samples: [Int16]) -> [UInt8] {
      var bytes: [UInt8] = []
      func append<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes += Array($0) }
      }
      bytes += Array("RIFF".utf8)
      append(UInt32(36 + samples.count * 4))
      bytes += Array("WAVEfmt ".utf8)
      append(UInt32(16))
      append(UInt16(1))
      append(UInt16(2))
      append(UInt32(48_000))
      append(UInt32(48_000 * 4))
      append(UInt16(4))
      append(UInt16(16))
      bytes += Array("data".utf8)
      append(UInt32(samples.count * 4))
      for sample in samples {
        append(sample)
        append(sample)
      }
      return bytes
    }

    /// The place near `guess` at which the sound is that of a clip times one factor, and the greatest error there.
    ///
    /// - Parameter margin: the samples that are left out at both ends.
    private static func match(
      _ clip: [Int16], in sound: [Float], near guess: Int, margin: Int
    ) -> (start: Int, error: Float)? {
      let clip = clip.map { Float($0) / 32_768 }
      let inner = margin..<clip.count - margin
      return (guess - 96...guess + 96).compactMap { start -> (start: Int, error: Float)? in
        guard start + inner.lowerBound >= 0, start + inner.upperBound <= sound.count else { return nil }
        var (product, power): (Float, Float) = (0, 0)
        for index in inner.prefix(2000) {
          product += clip[index] * sound[start + index]
          power += clip[index] * clip[index]
        }
        let factor = product / power
        guard factor > 0.05 else { return nil }
        return (start, inner.reduce(Float(0)) { max($0, abs(sound[start + $1] - factor * clip[$1])) })
      }.min { $0.error < $1.error }
    }

    struct Measured {
      @Test(arguments: SpeakingVoices.readers)
      func clipAndTextAreJoinedToTheSample_S1_16_S1_17(voices: SpeakingVoices) async throws {
        try await Scene.with(voices: voices) { scene in
          let (ding, yuan) = (ClipTests.noise(seed: 1, frames: 9001), ClipTests.noise(seed: 7, frames: 7003))
          var files: [CInt] = []
          defer { for file in files { close(file) } }
          for (name, sound) in [("ding.wav", ding), ("yuan.wav", yuan)] {
            files.append(open(try scene.file(name, ClipTests.wave(sound)), O_RDONLY | O_CLOEXEC))
          }
          // The length of the text alone, in frames of speech.
          _ = try await scene.remote.speak("12", SpeakOptions(paused: true))
          let rate = voices.sampleRate
          let alone = Int((try await scene.remote.exactLength() * Int64(rate) + 500_000) / 1_000_000)
          let spoken = (alone * 48_000 + rate - 1) / rate
          try await scene.remote(.clear)

          let start = Remote.now
          let answer = try await scene.remote(
            .speakParts([.clip(0), .text("12"), .clip(1)], SpeakOptions()), descriptors: files)
          #expect(answer.first?.asObjectPath != nil)
          let end = try await scene.recorder.wait(for: "UtteranceFinished", since: start).moment
          let sound = try await scene.recorder.recording(until: end + 300 * milliseconds).samples

          let first = try #require(sound.firstIndex { $0 != 0 })
          // The fade at the beginning of the sound is left out.
          let one = try #require(ClipTests.match(ding, in: sound, near: first, margin: 128))
          #expect(one.error < 0.0002, "\(one)")
          let joint = one.start + ding.count + spoken
          let two = try #require(ClipTests.match(yuan, in: sound, near: joint, margin: 0))
          #expect(two.start == joint && two.error < 0.0002, "\(two), not at \(joint)")
          #expect(sound[(one.start + ding.count)..<joint].contains { abs($0) > 0.01 })
          // After the last sample the output bridges to silence, within some milliseconds.
          #expect(sound[(joint + yuan.count + 480)...].allSatisfy { abs($0) < 0.0001 })

          // Each part is told once, with its time.
          let parts = scene.recorder.heard.filter { $0.name == "Part" && $0.moment >= start }
          #expect(parts.map { Array($0.words[1...2]) } == [["0", "clip"], ["1", "text"], ["2", "clip"]])
          #expect(parts.map { $0.words[3] } == ["0+6", "8+2", "12+6"])
          let times = parts.compactMap { Int($0.words[6]) }.map { ($0 * 48_000 + 500_000) / 1_000_000 }
          #expect(times == [0, ding.count, ding.count + spoken])
        }
      }
    }

    @Test func theCommandPlaysClipsInTheOrderOfItsLine_S1_16() async throws {
      try await Scene.with { scene in
        let path = try scene.file("ding.wav", ClipTests.wave(ClipTests.noise(seed: 1, frames: 4800)))
        let text = try scene.file("text.oga", Array("not a sound".utf8))
        let aloud = Project.program("aloud")
        let said = try await scene.desktop.run(aloud, "say", "-w", "--clip", path, "12", "--clip=\(path)")
        #expect(said.succeeded, "\(said)")
        let parts = scene.recorder.all("Part").map { Array($0.words[1...2]) }
        #expect(parts == [["0", "clip"], ["1", "text"], ["2", "clip"]])
        let refused = try await scene.desktop.run(aloud, "say", "--clip", text, "12")
        #expect(!refused.succeeded && refused.errors.contains("it is no audio or video file"), "\(refused)")
      }
    }
  }
}
