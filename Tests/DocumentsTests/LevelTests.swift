import Foundation
import Recordings
import Testing

/// The levels of a recording, from which phrases are found.
@Suite(.timeLimit(.minutes(1)))
struct LevelTests {
  private func tone(_ hertz: Double, _ amplitude: Double, rate: Int, frames: Int, channels: Int = 1) -> [Float] {
    (0..<frames * channels).map { index in
      Float(amplitude * sin(2 * .pi * hertz * Double(index / channels) / Double(rate)))
    }
  }

  private func levels(_ samples: [Float], rate: Int, channels: Int = 1, pieces: Int = .max) -> [UInt8] {
    var meter = LevelMeter(sampleRate: rate, channels: channels)
    var levels: [UInt8] = []
    var rest = samples[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieces == .max ? .max : pieces * channels)
      meter.add(piece, into: &levels)
      rest = rest.dropFirst(piece.count)
    }
    meter.flush(into: &levels)
    return levels
  }

  @Test(arguments: [8000, 22_050, 44_100, 48_000, 192_000])
  func eachHundredthHasItsLevelsWhateverTheRateAndThePieces(rate: Int) {
    let samples = tone(1900, 0.5, rate: rate, frames: rate * 3 / 2 + 7, channels: 2)
    let whole = levels(samples, rate: rate, channels: 2)
    // A second and a half, and the last frames.
    #expect(whole.count == 151 * Levels.bands.count)
    for pieces in [1, 441, 1000] { #expect(levels(samples, rate: rate, channels: 2, pieces: pieces) == whole) }
  }

  @Test func aTwiceAsLoudSoundIs6DecibelsLouderOver100Decibels() throws {
    var before: UInt8?
    for step in 0..<16 {
      let level = levels(tone(400, 1 / Double(1 << step), rate: 24_000, frames: 24_000), rate: 24_000)[150]
      if let before { #expect((11...13).contains(Int(before) - Int(level)), "\(step)") }
      before = level
    }
    #expect(levels([Float](repeating: 0, count: 2400), rate: 24_000).allSatisfy { $0 == 0 })
    #expect(levels([Float](repeating: .nan, count: 2400), rate: 24_000).allSatisfy { $0 == 0 })
  }

  @Test func aSoundIsInItsBandAndRumbleIsInNone() {
    for (hertz, band) in [(400.0, 0), (1900, 1), (7000, 2)] {
      let bands = levels(tone(hertz, 0.5, rate: 44_100, frames: 44_100), rate: 44_100).suffix(3)
      #expect(Array(bands).firstIndex(of: bands.max() ?? 0) == band, "\(hertz) Hz: \(bands)")
    }
    let rumble = levels(tone(25, 0.5, rate: 44_100, frames: 88_200), rate: 44_100).suffix(30).max() ?? 255
    let voice = levels(tone(400, 0.5, rate: 44_100, frames: 88_200), rate: 44_100).suffix(30).max() ?? 0
    #expect(voice - rumble > 50)
  }

  @Test func aRateOfLessThan100FramesASecondHasItsLevelsToo() {
    var meter = LevelMeter(sampleRate: 7, channels: 1)
    var found: [UInt8] = []
    meter.add([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5][...], into: &found)
    #expect(found.count / Levels.bands.count >= 100)
  }

  @Test func theyComeBackFromTheirFileAndOthersDoNot_S2_21() {
    var made = Levels(sampleRate: 22_050)
    made.append((0..<300).map { UInt8($0 % 256) } + [1])
    #expect(made.count == 100 && made.values(ofBand: 2).first == 2)
    #expect(Levels(bytes: made.bytes) == made)
    made.end(frames: 22_050)
    #expect(Levels(bytes: made.bytes) == made)
    let wrong: [[UInt8]] = [
      made.bytes.dropLast(), Array(made.bytes.prefix(20)), [], [0] + made.bytes,
      made.bytes + [UInt8](repeating: 0, count: 900),
    ]
    for bytes in wrong { #expect(Levels(bytes: bytes) == nil, "\(bytes.count)") }
    var older = made.bytes
    older[10] = 0
    #expect(Levels(bytes: older) == nil)
    for place in 11..<27 {
      var broken = made.bytes
      broken[place] = 0xFF
      _ = Levels(bytes: broken)
    }
  }
}
