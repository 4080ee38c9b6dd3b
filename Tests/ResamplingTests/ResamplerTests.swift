import Foundation
import Resampling
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ResamplerTests {
  /// A tone whose first frame is at a rising zero.
  static func tone(_ hertz: Double, _ rate: Int, frames: Int) -> [Float] {
    (0..<frames).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / Double(rate))) }
  }

  /// A whole run, taken in pieces.
  static func run(_ samples: [Float], from: Int, to: Int, channels: Int = 1, pieces: Int = 997) -> [Float] {
    var resampler = Resampler(from: from, to: to, channels: channels)
    var output: [Float] = []
    resampler.begin()
    for start in stride(from: 0, to: samples.count, by: pieces * channels) {
      resampler.process(samples[start..<min(samples.count, start + pieces * channels)], into: &output)
    }
    let frames = (samples.count / channels * to + from - 1) / from
    resampler.flush(frames - output.count / channels, into: &output)
    return output
  }

  @Test(arguments: [8000, 11_025, 22_050, 32_000, 44_100, 88_200, 96_000])
  func theOutputIsTheSameSoundAtTheSameInstants(rate: Int) {
    let output = Self.run(Self.tone(1000, rate, frames: rate), from: rate, to: 48_000)
    #expect(output.count == 48_000)
    let expected = Self.tone(1000, 48_000, frames: 48_000)
    // The edges of the tone ring.
    let worst = zip(output, expected).dropFirst(500).dropLast(500).map { abs($0 - $1) }.max()!
    #expect(worst < 0.0002, "\(worst) at \(rate)")
  }

  @Test func noImageOfSpeechIsHeard() {
    // 9 kHz at 22,050 Hz has its image at 13,050 Hz.
    let output = Self.run(Self.tone(9000, 22_050, frames: 22_050), from: 22_050, to: 48_000)
    func level(_ hertz: Double) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in output[4800..<43_200].enumerated() {
        let phase = 2 * Double.pi * hertz * Double(index) / 48_000
        real += Double(sample) * cos(phase)
        imaginary += Double(sample) * sin(phase)
      }
      return 20 * log10(hypot(real, imaginary) / (0.25 * 38_400))
    }
    #expect(abs(level(9000)) < 0.1)
    #expect(level(13_050) < -80, "\(level(13_050)) dB")
  }

  @Test func theChannelsStayApart() {
    let (left, right) = (Self.tone(440, 44_100, frames: 10_000), Self.tone(3000, 44_100, frames: 10_000))
    let both = Self.run(zip(left, right).flatMap { [$0, $1] }, from: 44_100, to: 48_000, channels: 2)
    #expect(stride(from: 0, to: both.count, by: 2).map { both[$0] } == Self.run(left, from: 44_100, to: 48_000))
    #expect(stride(from: 1, to: both.count, by: 2).map { both[$0] } == Self.run(right, from: 44_100, to: 48_000))
  }

  @Test func thePiecesDoNotMatter() {
    let tone = Self.tone(700, 22_050, frames: 5000)
    let whole = Self.run(tone, from: 22_050, to: 48_000, pieces: 5000)
    for pieces in [1, 7, 160, 4096] {
      #expect(Self.run(tone, from: 22_050, to: 48_000, pieces: pieces) == whole, "pieces of \(pieces)")
    }
  }

  @Test(arguments: [(8000, 48_000), (22_050, 48_000), (44_100, 48_000), (96_000, 48_000), (48_000, 44_100)])
  func aRunContinuedInItsMiddleHasTheSameSamples(rates: (from: Int, to: Int)) {
    let tone = Self.tone(523.25, rates.from, frames: 9000)
    let whole = Self.run(tone, from: rates.from, to: rates.to)
    for input in [1, 40, 147, 1000, 1001, 4567, 8990] {
      var resampler = Resampler(from: rates.from, to: rates.to, channels: 1)
      var output: [Float] = []
      // Something else came before.
      resampler.process(tone[..<3000], into: &output)
      output = []
      let first = (input * rates.to + rates.from - 1) / rates.from
      let history = Array(tone[..<input].suffix(resampler.historyLength(before: Int64(input))))
      resampler.begin(at: Int64(input), output: Int64(first), after: history)
      resampler.process(tone[input...], into: &output)
      resampler.flush(whole.count - first - output.count, into: &output)
      #expect(output == Array(whole[first...]), "from \(input)")
    }
  }

  /// Nothing of the sound before is in a new run: not in any channel, and not in one that is short.
  @Test(arguments: [1, 2, 8], [22_050, 44_100, 96_000]) func aRunBeginsWithoutTheSoundBefore(channels: Int, rate: Int) {
    let loud = (0..<4000 * channels).map { Float($0 % 7) / 8 - 0.4 }
    let soft = (0..<2000 * channels).map { Float($0 % 5) / 1000 }
    var used = Resampler(from: rate, to: 48_000, channels: channels)
    var fresh = Resampler(from: rate, to: 48_000, channels: channels)
    var (again, alone): ([Float], [Float]) = ([], [])
    used.begin()
    used.process(loud[...], into: &again)
    again = []
    used.begin()
    fresh.begin()
    used.process(soft[...], into: &again)
    fresh.process(soft[...], into: &alone)
    #expect(again == alone && !again.isEmpty)
  }
}
