import Foundation
import Testing

@testable import Reading

/// The loudness of sound by ITU-R BS.1770.
@Suite(.timeLimit(.minutes(1)))
struct ProgrammeLoudnessTests {
  /// A tone in both channels, or in the left one.
  private func tone(_ hertz: Double, level: Double, seconds: Double, isStereo: Bool = true) -> [Int16] {
    (0..<Int(seconds * 48_000)).flatMap { frame in
      let sample = Int16((32_767 * pow(10, level / 20) * sin(2 * .pi * hertz * Double(frame) / 48_000)).rounded())
      return [sample, isStereo ? sample : 0]
    }
  }

  private func loudness(_ parts: [Int16]...) -> ProgrammeLoudness {
    var loudness = ProgrammeLoudness()
    for part in parts { loudness.take(part) }
    return loudness
  }

  private func lufs(_ loudness: ProgrammeLoudness) -> Double { 10 * log10(loudness.power) - 0.691 }

  /// The cases 1, 2 and 3 of EBU Tech 3341, and the reference of the standard.
  @Test func theReferenceTonesHaveTheirLoudness_S1_16() {
    #expect(abs(lufs(loudness(tone(1000, level: -23, seconds: 20))) + 23) < 0.1)
    #expect(abs(lufs(loudness(tone(1000, level: -33, seconds: 20))) + 33) < 0.1)
    #expect(abs(lufs(loudness(tone(997, level: 0, seconds: 5, isStereo: false))) + 3.01) < 0.1)
    let gated = loudness(
      tone(1000, level: -36, seconds: 10), tone(1000, level: -23, seconds: 60), tone(1000, level: -36, seconds: 10))
    #expect(abs(lufs(gated) + 23) < 0.1)
  }

  @Test func aSoundIsBroughtToTheLoudnessOfSpeech_S1_16() {
    #expect(abs(lufs(loudness(tone(1000, level: -18, seconds: 1))) + 18) < 0.2)
    #expect(abs(loudness(tone(1000, level: -18, seconds: 1)).gain - 1) < 0.03)
    #expect(abs(loudness(tone(1000, level: -8, seconds: 1)).gain - 0.316) < 0.01)
    #expect(abs(loudness(tone(1000, level: -28, seconds: 0.1)).gain - 3.16) < 0.1)
  }

  @Test func noGainGoesBeyondTheLoudestSample_S1_16() {
    var click = [Int16](repeating: 0, count: 96_000)
    click[0] = 20_000
    let loud = loudness(click)
    #expect(loud.gain > 1 && Int(loud.gain * 20_000) <= 32_767)
    #expect(loudness(tone(1000, level: -60, seconds: 1)).gain == 10)
    #expect(loudness([Int16](repeating: 0, count: 96_000)).gain == 1 && loudness([]).gain == 1)
  }
}
