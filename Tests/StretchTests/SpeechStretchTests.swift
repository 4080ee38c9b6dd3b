import Stretch
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SpeechStretchTests {
  static let sampleRate = 22_050

  /// A vowel of 120 Hz with its harmonics, faded at both ends, and `silence` frames after it.
  static func syllable(frames: Int, silence: Int) -> [Int16] {
    (0..<frames).map { frame in
      let phase = Double(frame) * 120 / Double(sampleRate)
      let saw = 2 * (phase - phase.rounded(.down)) - 1
      let fade = min(1, Double(min(frame, frames - frame)) / 100)
      return Int16(saw * fade * 12000)
    } + [Int16](repeating: 0, count: silence)
  }

  /// The start of each run of sound.
  static func onsets(_ samples: [Int16]) -> [Int] {
    var onsets: [Int] = []
    var quiet = Int.max / 2
    for (frame, sample) in samples.enumerated() {
      if abs(Int(sample)) > 1500 {
        if quiet > 400 { onsets.append(frame) }
        quiet = 0
      } else {
        quiet += 1
      }
    }
    return onsets
  }

  @Test(arguments: [0.25, 0.5, 0.8, 1.25, 2, 3, 4, 6])
  func theFlushedSoundHasTheLengthOfTheRate(rate: Double) {
    var stretch = SpeechStretch(sampleRate: Self.sampleRate, rate: rate)
    var output: [Int16] = []
    let input = Self.syllable(frames: 30_000, silence: 0)
    for start in stride(from: 0, to: input.count, by: 1000) {
      stretch.process(input[start..<start + 1000], into: &output)
    }
    stretch.flush(into: &output)
    #expect(stretch.framesIn == 30_000 && stretch.framesOut == output.count && stretch.framesHeldBack == 0)
    let exact = Double(input.count) / rate
    // libsonic ends on a whole pitch period.
    #expect(abs(Double(output.count) - exact) < 600 + exact * 0.04, "\(output.count) for \(exact)")
  }

  /// An hour of listening at 4×: four hours of speech, with a flush after each sentence as in the service. The map is
  /// derived from counted frames, so it must not drift even though libsonic does.
  @Test(arguments: [0.5, 1.5, 4.0])
  func afterALongTimeTheCountedPlaceIsTheHeardPlace(rate: Double) throws {
    var stretch = SpeechStretch(sampleRate: Self.sampleRate, rate: rate)
    let sentence = Self.syllable(frames: 9000, silence: 2000) + Self.syllable(frames: 13_000, silence: 3000)
    let rounds = rate == 4 ? 3600 * Self.sampleRate / sentence.count : 300
    var worst = 0
    var total: Int64 = 0
    for round in 0..<rounds {
      var output: [Int16] = []
      var counted: [(media: Int, stream: Int)] = [(0, 0)]
      for start in stride(from: 0, to: sentence.count, by: 1000) {
        stretch.process(sentence[start..<start + 1000], into: &output)
        counted.append((start + 1000 - Int(stretch.framesHeldBack), output.count))
      }
      stretch.flush(into: &output)
      counted.append((sentence.count, output.count))
      total += Int64(output.count)
      // Each flush is an anchor, so a place is as exact in the last round as in the first. The check is slow.
      guard round % 50 == 0 || round == rounds - 1 else { continue }
      let heard = Self.onsets(output)
      try #require(heard.count == 2)
      // The second syllable begins after 11,000 media frames. This finds the output frame of that place.
      let after = try #require(counted.firstIndex { $0.media >= 11_000 })
      let (from, to) = (counted[after - 1], counted[after])
      let share = Double(11_000 - from.media) / Double(max(1, to.media - from.media))
      let foretold = from.stream + Int(Double(to.stream - from.stream) * share)
      worst = max(worst, abs(foretold - heard[1]))
    }
    #expect(stretch.framesOut == total)
    #expect(worst < Self.sampleRate * 30 / 1000, "\(worst * 1000 / Self.sampleRate) ms at \(rate)")
  }

  @Test func thePitchStays() {
    for rate in [0.5, 2.0, 4.0] {
      var stretch = SpeechStretch(sampleRate: Self.sampleRate, rate: rate)
      var output: [Int16] = []
      stretch.process(Self.syllable(frames: 44_100, silence: 0)[...], into: &output)
      stretch.flush(into: &output)
      let middle = Array(output[output.count / 4..<output.count * 3 / 4])
      // A sawtooth falls once a period.
      let falls = zip(middle, middle.dropFirst()).filter { $0 > 6000 && $1 < -3000 }.count
      let pitch = Double(falls) * Double(Self.sampleRate) / Double(middle.count)
      #expect(abs(pitch - 120) < 6, "\(pitch) Hz at \(rate)")
    }
  }
}
