import Glibc
import Speech
import SpeechWorkerKit

/// A text as a row of tones: one a letter, and silence for everything else.
struct Hum {
  /// The samples a second of most voices.
  static let usualRate = SampleRate(hertz: 24_000)

  /// The samples a second of this text.
  let sampleRate: SampleRate

  /// A tone or a silence.
  struct Tone {
    /// Hertz; 0 for silence.
    var pitch: Double
    /// Frames from the start of the text.
    var frames: Range<Int>
  }

  /// In the order of the text, without a hole from frame 0 on.
  private(set) var tones: [Tone] = []
  /// The words: letters and digits in a row.
  private(set) var words: [EngineWord] = []

  /// - Parameter text: UTF-8.
  init(_ text: [UInt8], _ configuration: VoiceConfiguration, at sampleRate: SampleRate = usualRate) {
    self.sampleRate = sampleRate
    // Six characters to a word, with the space behind it.
    let letter = sampleRate.hertz * 60 / (configuration.wordsPerMinute * 6)
    let octaves = Double(configuration.pitch - 50) / 50
    var isInWord = false
    for (position, scalar) in String(decoding: text, as: UTF8.self).unicodeScalars.enumerated() {
      let start = frameCount
      let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      // Combining signs are heard with their letter.
      let length =
        isLetter || isInWord && scalar.properties.canonicalCombiningClass != .notReordered ? letter : letter / 2
      let pitch = isLetter ? 220 * exp2(Double(scalar.value % 24) / 24 + octaves) : 0
      if isLetter, !isInWord { words.append(EngineWord(position: position, length: 0, frame: start)) }
      if isLetter { words[words.count - 1].length += 1 }
      isInWord = isLetter
      tones.append(Tone(pitch: pitch, frames: start..<start + length))
    }
  }

  /// The frames of the whole text.
  var frameCount: Int { tones.last?.frames.upperBound ?? 0 }

  /// The samples of some frames of a tone.
  func samples(_ tone: Tone, _ frames: Range<Int>) -> [Int16] {
    frames.map { frame in
      let turns = Double(frame - tone.frames.lowerBound) * tone.pitch / Double(sampleRate.hertz)
      return Int16(8_000 * sin(2 * .pi * turns))
    }
  }
}
