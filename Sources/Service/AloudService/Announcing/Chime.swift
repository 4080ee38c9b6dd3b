import Glibc

/// The fixed sound that stands for an announcement where no engine speaks: two falling tones of half a second, made
/// when it is needed.
enum Chime {
  private static let rate = 48_000
  /// Hertz, and the seconds after which each begins.
  private static let tones = [(frequency: 880.0, start: 0.0), (frequency: 587.33, start: 0.16)]
  private static let seconds = 0.6
  /// The level of a tone at its beginning, 0…1; two together stay below 1.
  private static let level = 0.35

  /// A WAV file: mono, 16 bit, 48,000 Hz.
  static func wav() -> [UInt8] {
    let count = Int(Double(rate) * seconds)
    var bytes = Array("RIFF".utf8) + little(UInt32(36 + 2 * count)) + Array("WAVEfmt ".utf8)
    bytes += little(UInt32(16)) + little(UInt16(1)) + little(UInt16(1))
    bytes += little(UInt32(rate)) + little(UInt32(2 * rate)) + little(UInt16(2)) + little(UInt16(16))
    bytes += Array("data".utf8) + little(UInt32(2 * count))
    for frame in 0..<count {
      bytes += little(UInt16(bitPattern: Int16(sample(at: Double(frame) / Double(rate)) * 32767)))
    }
    return bytes
  }

  /// Begins and ends at zero, so that nothing clicks.
  private static func sample(at time: Double) -> Double {
    tones.reduce(0) { sum, tone in
      let age = time - tone.start
      guard age > 0 else { return sum }
      let attack = min(age / 0.005, 1)
      let release = min((seconds - time) / 0.05, 1)
      return sum + level * attack * release * exp(-6 * age) * sin(2 * .pi * tone.frequency * age)
    }
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
