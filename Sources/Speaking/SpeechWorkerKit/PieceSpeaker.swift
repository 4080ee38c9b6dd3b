import Confinement
import Speech
import SpeechWire
import Vocabulary
import Wire

/// Speaks an utterance that crashes the engine: from a given word on, in as few pieces as possible, without the words
/// that crash it.
///
/// The engine runs only in children of this process. Each piece is tried without sound before it is spoken.
final class PieceSpeaker<E: Engine & ~Copyable> {
  private let speaker: Speaker<E>
  /// All of the utterance.
  private let runs: [SpokenRun]
  private let resumption: Utterance.Resumption
  private var delivery: Delivery
  private let counters: SharedCounters

  /// Sends a failure and returns `nil` if there is no memory.
  init?(speaker: Speaker<E>, form: SpokenForm, delivery: Delivery, resumption: Utterance.Resumption) {
    guard let counters = SharedCounters() else {
      delivery.send(.failed(Trouble(.engine, "no memory")))
      return nil
    }
    counters[Counter.frames] = resumption.frame
    counters[Counter.marks] = resumption.mark
    counters[Counter.lastMark] = resumption.utf8Offset
    self.speaker = speaker
    runs = form.runs
    self.delivery = delivery
    self.resumption = resumption
    self.counters = counters
  }

  /// Some words of a run, which are tried together; none for the silence and the marks of a run that has no word.
  private struct Piece {
    var run: Int
    var words: Range<Int>
  }

  /// True for a place of the text of which nothing was heard, neither a word there nor the silence before it.
  private func isAhead(_ place: Int) -> Bool {
    resumption.mark > 0 ? place > resumption.utf8Offset : place > 0 || resumption.frame == 0
  }

  /// A piece of the text; its silence only if that was not heard.
  private func spoken(_ piece: Piece) -> SpokenRun {
    let run = runs[piece.run]
    var part =
      piece.words.isEmpty
      ? SpokenRun(run.attributes, SaidText(), origin: run.origin, marks: run.marks) : run.cut(to: piece.words)
    if !isAhead(part.origin.utf8.lowerBound) { part.attributes.pauseBefore = .zero }
    return part
  }

  func speak() {
    // The first run is the last one on the stack.
    var pieces = runs.indices.reversed().compactMap { index in
      let run = runs[index]
      let words = run.said.words.indices
      if words.isEmpty {
        let isLeft = run.isPoint && run.origin.utf8.lowerBound >= resumption.utf8Offset
        return isLeft ? Piece(run: index, words: words) : nil
      }
      let first = words.partitioningIndex { run.word($0).utf8.lowerBound >= resumption.utf8Offset }
      return first < words.count ? Piece(run: index, words: first..<words.count) : nil
    }
    while let piece = pieces.popLast() {
      synchronize()
      // A sign of life: the trials before the first sound may take a while.
      delivery.sendProgress()
      let run = spoken(piece)
      if speaker.survives(run) {
        if deliver(run) { continue }
      } else if piece.words.count > 1 {
        let middle = piece.words.lowerBound + piece.words.count / 2
        pieces.append(Piece(run: piece.run, words: middle..<piece.words.upperBound))
        pieces.append(Piece(run: piece.run, words: piece.words.lowerBound..<middle))
        continue
      }
      synchronize()
      delivery.sendReached(run.marks)
      if run.said.words.isEmpty { continue }
      delivery.send(.skipped(run.word(0).through(run.word(run.said.words.count - 1))))
    }
    delivery.send(.done(total: counters[Counter.frames]))
  }

  /// Takes over the counts of what the children have sent.
  private func synchronize() {
    delivery.resume(
      frame: counters[Counter.frames], mark: counters[Counter.marks], lastMark: counters[Counter.lastMark])
  }

  private func deliver(_ run: SpokenRun) -> Bool {
    let child = ChildProcess.run {
      E.limitProcessorTime(milliseconds: 1000, bytes: run.said.bytes.count)
      do throws(Trouble) {
        _ = try speaker.speak(run, delivery) { [counters] delivery in
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

/// The counters of the children, which their parent reads after their end.
private enum Counter {
  static let frames = 0
  static let marks = 1
  static let lastMark = 2
}
