import SpeechWorkerKit
import Stretch

/// Another speed at the same pitch, beyond that of a model, with a length that is known before the sound is.
///
/// libsonic leaves out and repeats whole periods of the voice: its sound ends some milliseconds before or after the
/// product of time and speed. Here the end is cut, or filled with silence, to the frame that the product tells. A text
/// ends with the silence of the model, so that nothing of it is lost. Places within it are those of the product, too.
struct ExactStretch: ~Copyable {
  /// The words per minute that are wanted, and those of the sound.
  private let (wanted, own): (Int, Int)
  /// `nil` if both are the same: the sound passes as it is.
  private var stretch: SpeechStretch?
  /// Sound that has been made and not passed on.
  private var made: [Int16] = []
  private var waiting: [EngineWord] = []
  private var framesIn = 0
  private var framesOut = 0
  /// The frames of the end, in which the sound goes: 3 ms.
  private let fade: Int

  /// - Parameters:
  ///   - own: the words per minute of the sound that comes.
  ///   - wanted: those of the sound that is made of it.
  init(from own: Int, to wanted: Int, sampleRate: Int) {
    (self.own, self.wanted) = (own, wanted)
    fade = sampleRate * 3 / 1000
    if own != wanted { stretch = SpeechStretch(sampleRate: sampleRate, rate: Double(wanted) / Double(own)) }
  }

  /// The frame of the result for one of the sound; for all of its frames, the length of the result.
  func frame(of frame: Int) -> Int { frame * own / wanted }

  /// Takes sound, and passes on what is ready.
  ///
  /// - Parameters:
  ///   - words: those that begin in it, with their frames in the sound.
  ///   - sink: receives samples, at least one, and the words that begin in them; returns false to end the text.
  /// - Returns: false if `sink` has.
  mutating func take(
    _ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord],
    sink: (UnsafeBufferPointer<Int16>, [EngineWord]) -> Bool
  ) -> Bool {
    guard stretch != nil else { return sink(samples, words) }
    waiting += words.map { EngineWord(position: $0.position, length: $0.length, frame: frame(of: $0.frame)) }
    framesIn += samples.count
    stretch?.process(Array(samples)[...], into: &made)
    // Sound beyond that may be cut.
    return pass(min(made.count, frame(of: framesIn) - framesOut) - fade, sink)
  }

  /// Passes on the rest.
  mutating func end(sink: (UnsafeBufferPointer<Int16>, [EngineWord]) -> Bool) {
    guard stretch != nil else { return }
    stretch?.flush(into: &made)
    let rest = frame(of: framesIn) - framesOut
    if made.count > rest { made.removeLast(made.count - rest) }
    for index in made.indices.suffix(fade) {
      made[index] = Int16(Int(made[index]) * (made.count - 1 - index) / fade)
    }
    made += repeatElement(0, count: rest - made.count)
    _ = pass(rest, sink)
  }

  private mutating func pass(_ count: Int, _ sink: (UnsafeBufferPointer<Int16>, [EngineWord]) -> Bool) -> Bool {
    guard count > 0 else { return true }
    framesOut += count
    let end = framesOut
    let begun = waiting.prefix { $0.frame < end }
    waiting.removeFirst(begun.count)
    let goesOn = made.withUnsafeBufferPointer { sink(UnsafeBufferPointer(rebasing: $0[..<count]), Array(begun)) }
    made.removeFirst(count)
    return goesOn
  }
}
