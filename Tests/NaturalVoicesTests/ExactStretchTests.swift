import SpeechWorkerKit
import Testing

@testable import NaturalVoices

/// Another speed whose length is known before.
@Suite struct ExactStretchTests {
  private static let sampleRate = 24_000
  private static let speeds = [(140, 80), (140, 100), (210, 211), (210, 300), (210, 419), (210, 450)]

  /// Syllables of 120 Hz with silence between them, and the place of each.
  private static let speech: (samples: [Int16], words: [EngineWord]) = {
    var (samples, words) = ([Int16](repeating: 0, count: 960), [EngineWord]())
    for number in 0..<24 {
      words.append(EngineWord(position: number, length: 1, frame: samples.count))
      let length = 3_000 + 217 * number
      samples += (0..<length).map { frame in
        let phase = Double(frame) * 120 / Double(sampleRate)
        let fade = min(1, Double(min(frame, length - frame)) / 100)
        return Int16((2 * (phase - phase.rounded(.down)) - 1) * fade * 12_000)
      }
      samples += [Int16](repeating: 0, count: 1_500)
    }
    return (samples, words)
  }()

  /// The sound at a speed, in pieces as a model gives it.
  private func stretched(_ own: Int, _ wanted: Int, pieces: Int = 600) -> (samples: [Int16], words: [EngineWord]) {
    var stretch = ExactStretch(from: own, to: wanted, sampleRate: Self.sampleRate)
    var (samples, words): ([Int16], [EngineWord]) = ([], [])
    func sink(_ new: UnsafeBufferPointer<Int16>, _ begun: [EngineWord]) -> Bool {
      #expect(!new.isEmpty)
      #expect(begun.allSatisfy { samples.count..<samples.count + new.count ~= $0.frame })
      samples += new
      words += begun
      return true
    }
    let speech = Self.speech
    for start in stride(from: 0, to: speech.samples.count, by: pieces) {
      let range = start..<min(start + pieces, speech.samples.count)
      let begun = speech.words.filter { range ~= $0.frame }
      let goesOn = speech.samples[range].withUnsafeBufferPointer { stretch.take($0, begun, sink: sink) }
      #expect(goesOn)
    }
    stretch.end(sink: sink)
    #expect(samples.count == stretch.frame(of: speech.samples.count))
    return (samples, words)
  }

  @Test(arguments: speeds) func theLengthIsThatOfTheProduct(own: Int, wanted: Int) {
    let (samples, words) = stretched(own, wanted)
    #expect(samples.count == Self.speech.samples.count * own / wanted)
    #expect(words.map(\.position) == Array(0..<24))
    #expect(samples.last == 0)
    #expect(samples == stretched(own, wanted).samples)
  }

  /// A word is heard where it is marked, also at the end of a long sentence.
  @Test(arguments: speeds) func aWordIsHeardWhereItIsMarked(own: Int, wanted: Int) {
    let (samples, words) = stretched(own, wanted)
    var (onsets, quiet): ([Int], Int) = ([], .max / 2)
    for (frame, sample) in samples.enumerated() {
      if sample.magnitude > 1_500 {
        if quiet > 400 { onsets.append(frame) }
        quiet = 0
      } else {
        quiet += 1
      }
    }
    #expect(onsets.count == words.count)
    let worst = zip(onsets, words).map { abs($0 - $1.frame) }.max() ?? .max
    #expect(worst < Self.sampleRate * 15 / 1000, "\(worst * 1000 / Self.sampleRate) ms")
  }

  @Test func theOwnSpeedIsLeftAlone() {
    let (samples, words) = stretched(175, 175)
    #expect(samples == Self.speech.samples && words == Self.speech.words)
  }

  @Test func nothingFollowsTheLastSampleThatWasWanted() {
    var stretch = ExactStretch(from: 210, to: 300, sampleRate: Self.sampleRate)
    var calls = 0
    let goesOn = Self.speech.samples.withUnsafeBufferPointer { samples in
      stretch.take(samples, []) { _, _ in
        calls += 1
        return false
      }
    }
    #expect(!goesOn && calls == 1)
  }

  /// A text that is all silence, or shorter than a period of the voice.
  @Test(arguments: [1, 7, 72, 500, 4_800]) func aShortSoundHasItsLength(count: Int) {
    for (own, wanted) in Self.speeds {
      var stretch = ExactStretch(from: own, to: wanted, sampleRate: Self.sampleRate)
      var made = 0
      _ = [Int16](repeating: 0, count: count).withUnsafeBufferPointer { samples in
        stretch.take(samples, []) { new, _ in
          made += new.count
          return true
        }
      }
      stretch.end { new, _ in
        made += new.count
        return true
      }
      #expect(made == count * own / wanted)
    }
  }
}
