import Confinement
import Espeak
import Speech
import Wire

/// The words of a part of an utterance that one voice speaks.
struct VoicedWords {
  /// `nil` for the worker's own voice.
  var voice: String?
  /// The words, relative to the utterance.
  var words: [TextSpan]
}

/// Speaks an utterance that crashes the engine: from a given word on, in as few pieces as possible, without the words
/// that crash it.
///
/// The engine runs only in children of this process. Each piece is tried without sound before it is spoken.
final class PieceSpeaker {
  /// The counters of the children, which this process reads after their end.
  private enum Counter {
    static let frames = 0
    static let marks = 1
    static let lastMark = 2
  }

  private let speaker: Speaker
  private let text: SpeakableText
  private let resumption: Utterance.Resumption
  private var delivery: Delivery
  private let counters: SharedCounters

  /// Sends a failure and returns `nil` if there is no memory.
  init?(speaker: Speaker, text: SpeakableText, delivery: Delivery, resumption: Utterance.Resumption) {
    guard let counters = SharedCounters() else {
      delivery.send(.failed(WorkerFailure(.engine, "no memory")))
      return nil
    }
    counters[Counter.frames] = resumption.frame
    counters[Counter.marks] = resumption.mark
    counters[Counter.lastMark] = resumption.utf8Offset
    self.speaker = speaker
    self.text = text
    self.delivery = delivery
    self.resumption = resumption
    self.counters = counters
  }

  /// - Parameter parts: all words of the utterance.
  func speak(_ parts: [VoicedWords]) {
    // The first part is the last one on the stack.
    var pieces = parts.reversed().compactMap { part in
      let words = part.words.filter { $0.utf8.lowerBound >= resumption.utf8Offset }
      return words.isEmpty ? nil : VoicedWords(voice: part.voice, words: words)
    }
    let starts = parts.flatMap(\.words).map(\.utf8.lowerBound)
    while let piece = pieces.popLast(), let first = piece.words.first, let last = piece.words.last {
      synchronize()
      // A sign of life: the trials before the first sound may take a while.
      delivery.sendProgress()
      let next = starts.partitioningIndex { $0 > last.utf8.lowerBound }
      let end = next < starts.count ? starts[next] : text.bytes.count
      let bytes = Array(text.bytes[first.utf8.lowerBound..<end])
      if speaker.survives(bytes, voice: piece.voice) {
        if deliver(bytes, piece) { continue }
      } else if piece.words.count > 1 {
        let middle = piece.words.count / 2
        pieces.append(VoicedWords(voice: piece.voice, words: Array(piece.words[middle...])))
        pieces.append(VoicedWords(voice: piece.voice, words: Array(piece.words[..<middle])))
        continue
      }
      delivery.send(.skipped(first.through(last)))
    }
    delivery.send(.done(total: counters[Counter.frames]))
  }

  /// Takes over the counts of what the children have sent.
  private func synchronize() {
    delivery.resume(
      frame: counters[Counter.frames], mark: counters[Counter.marks], lastMark: counters[Counter.lastMark])
  }

  private func deliver(_ bytes: [UInt8], _ piece: VoicedWords) -> Bool {
    let child = ChildProcess.run {
      Confinement.limitProcessorTime(milliseconds: 1000 + bytes.count)
      let origin = piece.words[0]
      do throws(EspeakError) {
        try speaker.take(piece.voice)
        let relative = piece.words.map { $0.relative(to: origin) }
        _ = try speaker.speak(bytes, relative, delivery, origin: origin) { [counters] delivery in
          counters[Counter.frames] = delivery.frames
          counters[Counter.marks] = delivery.marks
          counters[Counter.lastMark] = delivery.lastMark
        }
        return 0
      } catch {
        return 1
      }
    }
    return child?.wait() == .exited(code: 0)
  }
}

extension TextSpan {
  /// This span, counted from the beginning of `origin`.
  fileprivate func relative(to origin: TextSpan) -> TextSpan {
    TextSpan(
      scalars: scalars.lowerBound - origin.scalars.lowerBound..<scalars.upperBound - origin.scalars.lowerBound,
      utf8: utf8.lowerBound - origin.utf8.lowerBound..<utf8.upperBound - origin.utf8.lowerBound,
      utf16: utf16.lowerBound - origin.utf16.lowerBound..<utf16.upperBound - origin.utf16.lowerBound)
  }
}
