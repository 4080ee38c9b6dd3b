package import CommandOutput
package import EventLoop
package import Speech
import Vocabulary
import Workers

/// Finds the lengths of a book's sentences as their voices speak them, several at a time.
@Core
package final class SentenceLengths {
  /// The sentences in progress: the engine measures some at once and never waits for this process.
  private static let depth = 16

  private let book: Book
  private let choice: EngineChoice
  private var lengths: [Frame?]
  private var next = 0
  private var missing: Int
  private var continuation: CheckedContinuation<Failure?, Never>?

  /// Before ``find()``.
  package init(_ book: Book, _ choice: EngineChoice) {
    (self.book, self.choice) = (book, choice)
    lengths = [Frame?](repeating: nil, count: book.sentences.count)
    missing = book.sentences.count
  }

  /// Finds all lengths, in frames of the voices' sample rate; called once. A sentence that cannot be spoken has none.
  ///
  /// - Throws: if there is no engine any more.
  package func find() async throws(Failure) -> [Frame] {
    let failure: Failure? = await withCheckedContinuation { continuation in
      self.continuation = continuation
      if missing == 0 { end(nil) }
      for _ in 0..<min(Self.depth, missing) { begin() }
    }
    if let failure { throw failure }
    return lengths.map { $0 ?? 0 }
  }

  private func begin() {
    guard next < book.sentences.count, continuation != nil else { return }
    let number = next
    next += 1
    let sentence = book.sentences[number]
    let voice = book.voices[sentence.voice]
    guard !choice.engine.mayVary(voice.voice) else { return speak(number) }
    _ = choice.engine.measure(
      book.text(of: number), runs: sentence.spans, configuration: voice, at: choice.voices.sampleRate
    ) { [weak self] result in
      switch result {
      case .success(let frames): self?.found(frames, of: number)
      // A sentence that cannot be measured may be spoken all the same.
      case .failure: self?.speak(number)
      }
    }
  }

  /// Has a sentence spoken, whose length nothing else tells.
  private func speak(_ number: Int) {
    let sentence = book.sentences[number]
    var frames: Frame = 0
    _ = choice.engine.speak(
      book.text(of: number), runs: sentence.spans, configuration: book.voices[sentence.voice],
      at: choice.voices.sampleRate
    ) { [weak self] event in
      switch event {
      case .samples(_, let samples): frames += Frame(samples.count)
      case .done: self?.found(frames, of: number)
      case .failed(let error) where error.code == .broken || error.code == .spawnFailed || error.code == .noVoice:
        self?.end(Failure(.noVoice, "cannot speak it: \(error)", cure: "aloud doctor --say"))
      case .failed: self?.found(frames, of: number)
      case .mark, .reached, .skipped, .otherVoice: break
      }
    }
  }

  private func found(_ frames: Frame, of number: Int) {
    guard lengths[number] == nil else { return }
    lengths[number] = frames
    missing -= 1
    if missing == 0 { end(nil) } else { begin() }
  }

  private func end(_ failure: Failure?) {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: failure)
  }
}
