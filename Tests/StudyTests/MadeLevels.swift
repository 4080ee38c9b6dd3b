import Recordings
import Study
import Vocabulary

/// Levels that a test composes: voices and silences, by their hundredths of a second.
struct MadeLevels {
  private(set) var values: [UInt8] = []
  /// Hundredths so far.
  var count: Int { values.count / Levels.bands.count }
  /// The voices, as ranges of hundredths.
  private(set) var voices: [Range<Int>] = []
  private var random: any RandomNumberGenerator

  /// The level of a steady noise, and the steps by which it varies.
  var noise: (level: Int, spread: Int)

  init(noise: Int = 60, spread: Int = 2, _ random: any RandomNumberGenerator = SystemRandomNumberGenerator()) {
    self.noise = (noise, spread)
    self.random = random
  }

  private mutating func noiseLevel() -> UInt8 {
    UInt8(max(0, noise.level + Int.random(in: -noise.spread...noise.spread, using: &random)))
  }

  mutating func silence(_ hundredths: Int) {
    for _ in 0..<hundredths * Levels.bands.count { values.append(noiseLevel()) }
  }

  /// A voice that is in one band or another at each time, never less than 20 dB above the noise.
  mutating func voice(_ hundredths: Int) {
    voices.append(count..<count + hundredths)
    for index in 0..<hundredths {
      let loud = index / 7 % Levels.bands.count
      for band in Levels.bands.indices {
        values.append(band == loud ? UInt8(min(255, 180 + Int.random(in: -20...20, using: &random))) : noiseLevel())
      }
    }
  }

  /// A sound of one level in all bands.
  mutating func sound(_ hundredths: Int, level: UInt8) {
    values += [UInt8](repeating: level, count: hundredths * Levels.bands.count)
  }

  var levels: Levels {
    var levels = Levels(sampleRate: 44_100)
    levels.append(values)
    levels.end(frames: Levels.firstFrame(of: count, at: 44_100))
    return levels
  }

  func phrases(_ settings: PhraseSettings = PhraseSettings(), borders: [Microseconds] = []) -> [Phrase] {
    PhraseDivision.phrases(of: levels, settings, borders: borders)
  }
}

/// The hundredths of a time.
func hundredths(_ time: Microseconds) -> Int { Int(time.count / 10_000) }
