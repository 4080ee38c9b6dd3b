import DesktopSupport
import Foundation
import Testing

/// A lesson for a test of `aloud learn`: sentences of a voice with pauses between them, whose places are known.
struct Lesson {
  /// A sound under the voice.
  enum Ground: String, CaseIterable {
    case nothing, noise, hum, music
  }

  static let sentences = [
    "The old man went home.", "Where did you put the keys?", "I cannot find them.", "Yes.", "She looked at the cat.",
    "It is six o'clock.", "Bring me a cup of tea, please.", "What a fish!", "He has a loud laugh.", "One.", "Stop!",
    "The bus leaves at eight.", "We left the boat at the lake.",
  ]
  private static let rate = 22_050

  /// The samples, in −1…1.
  private(set) var samples: [Double] = []
  /// The voices, in seconds.
  private(set) var gold: [(start: Double, end: Double)] = []

  /// Has the sentences said, in the folder of `exports`.
  ///
  /// - Parameters:
  ///   - loudness: the factor on the voice.
  ///   - silence: the seconds after the last voice.
  init(_ exports: Exports, ground: Ground, loudness: Double = 1, silence: Double = 0, seed: UInt64 = 1) async throws {
    var random = SeededGenerator(seed: seed)
    var energy = (sum: 0.0, count: 0)
    add(0.5)
    for (index, sentence) in Self.sentences.enumerated() {
      let start = time
      for part in index % 4 == 1 ? [sentence, "And then he left."] : [sentence] {
        // Within a phrase.
        if time > start { add(0.2) }
        let voice = try await Self.voice(part, exports)
        samples += voice.map { $0 * loudness }
        energy.sum += voice.reduce(0) { $0 + $1 * $1 } * loudness * loudness
        energy.count += voice.count
      }
      gold.append((start, time))
      if index + 1 < Self.sentences.count { add([0.35, 0.4, 0.6, 1.2, 2].randomElement(using: &random)!) }
    }
    add(silence)
    // 20 dB below the voice.
    add(ground, 0.1 * (energy.sum / Double(max(1, energy.count))).squareRoot(), &random)
  }

  private var time: Double { Double(samples.count) / Double(Self.rate) }

  private mutating func add(_ seconds: Double) {
    samples += [Double](repeating: 0, count: Int(seconds * Double(Self.rate)))
  }

  private mutating func add(_ ground: Ground, _ level: Double, _ random: inout SeededGenerator) {
    let step = 2 * Double.pi / Double(Self.rate)
    for index in samples.indices {
      switch ground {
      case .nothing: return
      // White noise has 1.73 times its root mean square as its peak.
      case .noise: samples[index] += level * 1.732 * Double.random(in: -1...1, using: &random)
      case .hum: samples[index] += level * (sin(50 * step * Double(index)) + 0.4 * sin(150 * step * Double(index)))
      case .music:
        // A note each half second, which fades.
        let (note, place) = (index / 11_025, Double(index % 11_025) / 11_025)
        let hertz = [220, 261.6, 329.6, 293.7, 349.2, 440, 392, 330][note * 5 % 8]
        let phase = step * hertz * Double(index)
        samples[index] += level * 1.6 * min(1, place * 16) * exp(-1.5 * place) * (sin(phase) + 0.3 * sin(2 * phase))
      }
    }
  }

  /// The audible part of a sentence: the part of its sound that is at most 40 dB below its loudest place.
  private static func voice(_ sentence: String, _ exports: Exports) async throws -> [Double] {
    let name = "voice-\(sentences.firstIndex(of: sentence) ?? sentences.count).wav"
    if !exports.exists(name) {
      let said = try await exports.shell(
        "cd '\(exports.folder)' && '\(Project.program("aloud"))' say -v en-us -o \(name) \"\(sentence)\"")
      try #require(said.succeeded, "\(said)")
    }
    let data = try await exports.samples(name)
    let samples = data.withUnsafeBytes { $0.bindMemory(to: Int16.self).map { Double($0) / 32_768 } }
    let piece = rate / 200
    let energies = stride(from: 0, to: samples.count - piece, by: piece).map { start in
      samples[start..<start + piece].reduce(0) { $0 + $1 * $1 }
    }
    let least = (energies.max() ?? 0) / 10_000
    let first = try #require(energies.firstIndex { $0 > least })
    let last = try #require(energies.lastIndex { $0 > least })
    return Array(samples[first * piece..<(last + 1) * piece])
  }

  /// Writes the lesson as a WAV file.
  ///
  /// - Parameter channels: of the file; the second one is softer.
  func write(_ path: String, channels: Int = 1) throws {
    let values = samples.flatMap { sample in
      (0..<channels).map { Int16(max(-1, min(1, $0 == 0 ? sample : sample / 3)) * 32_767) }
    }
    var file = Data("RIFF".utf8)
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
    }
    append(UInt32(36 + 2 * values.count))
    file += Data("WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(1))
    append(UInt16(channels))
    append(UInt32(Self.rate))
    append(UInt32(2 * channels * Self.rate))
    append(UInt16(2 * channels))
    append(UInt16(16))
    file += Data("data".utf8)
    append(UInt32(2 * values.count))
    for value in values { append(value) }
    try file.write(to: URL(fileURLWithPath: path))
  }
}
