import EventLoop
import Foundation
import Speech
import Vocabulary
import Workers

/// The sound of a text, as the engine of a voice makes it: the same as the service plays.
struct VoiceSound: Hashable {
  private(set) var samples: [Int16] = []
  private(set) var marks: [WordMark] = []
  private(set) var rate = 22_050
  private var frames: Frame?
  /// The reason, if there is no sound.
  private(set) var failure: String?

  /// The length; `nil` if there is no sound.
  var seconds: Double? { frames.map { Double(Int($0)) / Double(rate) } }

  /// - Parameter begun: called with the first samples.
  @Core
  static func made(
    of text: String, _ voice: MeasuredVoice, _ engine: SpeechEngine, begun: @escaping @Core () -> Void = {}
  ) async -> VoiceSound {
    await withCheckedContinuation { continuation in
      var sound = VoiceSound()
      if voice == .heart { sound.rate = 24_000 }
      _ = engine.speak(Array(text.utf8), configuration: voice.configuration) { event in
        switch event {
        case .samples(let first, let new):
          if first != sound.samples.count { sound.failure = "frame \(first) after \(sound.samples.count)" }
          if sound.samples.isEmpty { begun() }
          sound.samples += new
        case .mark(let mark): sound.marks.append(mark)
        case .skipped: sound.failure = "a part was left out"
        case .otherVoice: sound.failure = "another voice took over"
        case .reached: break
        case .done(let frames):
          sound.frames = frames
          continuation.resume(returning: sound)
        case .failed(let trouble):
          sound.failure = "\(trouble)"
          continuation.resume(returning: sound)
        }
      }
    }
  }

  /// Writes it as a WAV file.
  func write(to path: String) throws {
    var file = Data()
    func add(_ text: String) { file.append(contentsOf: text.utf8) }
    func add<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
    }
    let size = UInt32(samples.count * 2)
    add("RIFF")
    add(36 + size)
    add("WAVEfmt ")
    add(UInt32(16))
    add(UInt16(1))
    add(UInt16(1))
    add(UInt32(rate))
    add(UInt32(rate * 2))
    add(UInt16(2))
    add(UInt16(16))
    add("data")
    add(size)
    for sample in samples { add(sample) }
    try file.write(to: URL(fileURLWithPath: path))
  }
}
