import Glibc
import Testing

@testable import CommandEngine

struct WAVSoundTests {
  /// A file with one chunk of a format and one of data.
  private static func file(
    kind: Int = 1, channels: Int = 1, rate: Int = 16_000, bits: Int = 16, length: Int? = nil, before: [UInt8] = [],
    after: [UInt8] = [], _ data: [UInt8]
  ) -> [UInt8] {
    func little(_ number: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let format =
      little(kind, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * bits / 8, 4)
      + little(channels * bits / 8, 2) + little(bits, 2)
    return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVE".utf8) + before + Array("fmt ".utf8)
      + little(format.count, 4) + format + Array("data".utf8) + little(length ?? data.count, 4) + data + after
  }

  private static func samples(_ file: [UInt8]) throws -> [Int16] { try WAVSound(file).samples }

  @Test func usualFormsAreRead() throws {
    #expect(try Self.samples(Self.file([1, 0, 0xFF, 0xFF])) == [1, -1])
    #expect(try Self.samples(Self.file(bits: 8, [128, 255, 0])) == [0, 127 << 8, -128 << 8])
    #expect(try Self.samples(Self.file(bits: 24, [9, 1, 0, 9, 0xFF, 0xFF])) == [1, -1])
    #expect(try Self.samples(Self.file(bits: 32, [9, 9, 1, 0])) == [1])
    #expect(try Self.samples(Self.file(channels: 2, [2, 0, 4, 0])) == [3])
    let half = withUnsafeBytes(of: Float(0.5)) { Array($0) } + withUnsafeBytes(of: Float.nan) { Array($0) }
    #expect(try Self.samples(Self.file(kind: 3, bits: 32, half)) == [16_384, 0])
    let two = withUnsafeBytes(of: -2.0) { Array($0) }
    #expect(try Self.samples(Self.file(kind: 3, bits: 64, two)) == [-32_767])
    #expect(try WAVSound(Self.file(rate: 192_000, [1, 0])).rate == 192_000)
  }

  @Test func otherChunksAreSkipped() throws {
    let list = Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
    #expect(try Self.samples(Self.file(before: list, after: list, [1, 0])) == [1])
  }

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_F000, 5]) func aLengthThatNobodyKnewIsThatOfWhatCame(_ length: Int) throws {
    #expect(try Self.samples(Self.file(length: length, [1, 0, 2, 0])) == [1, 2])
  }

  @Test(
    arguments: [
      ([], "writes nothing"), (Array("hello, this is no sound".utf8), "does not write a WAV file"),
      (file([]), "without sound"), (file(length: 3, [1, 0, 2]), "ends within a sample"),
      (file(rate: 4_000, [1, 0]), "of 4000 Hz"), (file(rate: 400_000, [1, 0]), "of 400000 Hz"),
      (file(channels: 0, [1, 0]), "of 0 channels"), (file(channels: 64, [1, 0]), "of 64 channels"),
      (file(kind: 7, bits: 8, [1]), "no PCM"), (file(bits: 12, [1, 0]), "no PCM"),
      (Array(file([1, 0]).prefix(30)), "without sound"), (Array(file([1, 0]).prefix(44)), "without sound"),
    ] as [([UInt8], String)]) func aMistakeIsToldInOneLine(_ file: [UInt8], reason: String)
  {
    let mistake = #expect(throws: WAVSound.Mistake.self) { try WAVSound(file) }
    #expect(mistake?.text.contains(reason) == true, "\(String(describing: mistake))")
  }

  /// Each file that is one byte another one, or ends anywhere, is read or refused.
  @Test func noFileEndsTheProcess() {
    var random = SystemRandomNumberGenerator()
    let whole = Self.file(channels: 2, Array(repeating: 7, count: 64))
    for end in 0...whole.count { _ = try? WAVSound(Array(whole.prefix(end))) }
    for _ in 0..<20_000 {
      var file = whole
      for _ in 0..<3 { file[Int.random(in: 0..<48, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      _ = try? WAVSound(file)
    }
  }

  // MARK: Other rates

  @Test(arguments: [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 22_051]) func aToneKeepsItsPitchAndItsLoudness(
    _ rate: Int
  ) {
    let tone = (0..<rate).map { Int16(10_000 * sin(2 * .pi * 1_000 * Double($0) / Double(rate))) }
    let converted = SoundConversion.convert(tone, from: rate, to: 24_000)
    #expect(converted.count == 24_000)
    for place in stride(from: 1_000, to: 23_000, by: 7) {
      let right = 10_000 * sin(2 * .pi * 1_000 * Double(place) / 24_000)
      #expect(abs(Double(converted[place]) - right) < 60, "\(place)")
    }
  }

  @Test func whatTheOtherRateCannotHaveIsSilent() {
    let tone = (0..<48_000).map { Int16(10_000 * sin(2 * .pi * 15_000 * Double($0) / 48_000)) }
    let converted = SoundConversion.convert(tone, from: 48_000, to: 24_000)
    #expect(converted[500..<23_500].allSatisfy { abs(Int($0)) < 100 })
  }
}
