package import CommandOutput
package import DirectReading
package import EventLoop
import Speech
import Workers

/// Asks the engine for the account of each sentence of a document, several at a time, and hands them out in order.
@Core
package final class Explainer {
  /// The number of sentences in progress; the engine works on two at once.
  private static let depth = 8

  private let book: Book
  private let choice: EngineChoice
  private let each: @Core (ExplainedSentence) -> Void
  /// The sentences that were asked for and not handed out; `nil` while the engine works.
  private var results: [Int: ExplainedSentence] = [:]
  private var nextToAsk = 0
  private var nextToTell = 0
  private var failure: Failure?
  private var continuation: CheckedContinuation<Failure?, Never>?

  /// - Parameter each: takes each sentence, in the order of the document.
  package init(_ book: Book, _ choice: EngineChoice, each: @escaping @Core (ExplainedSentence) -> Void) {
    (self.book, self.choice, self.each) = (book, choice, each)
  }

  /// Explains all sentences; called once.
  package func run() async throws(Failure) {
    let failure: Failure? = await withCheckedContinuation { continuation in
      self.continuation = continuation
      goOn()
    }
    choice.engine.release()
    if let failure { throw failure }
  }

  private func goOn() {
    while let sentence = results.removeValue(forKey: nextToTell) {
      nextToTell += 1
      each(sentence)
    }
    guard failure == nil, nextToTell < book.sentences.count else { return finish() }
    while nextToAsk < min(nextToTell + Self.depth, book.sentences.count) {
      let number = nextToAsk
      nextToAsk += 1
      _ = choice.engine.explain(book.text(of: number), configuration: voice(of: number)) { [weak self] result in
        guard let self, failure == nil else { return }
        take(result, of: number)
        goOn()
      }
    }
  }

  private func take(_ result: Result<Explanation, WorkerError>, of number: Int) {
    let text = book.line(book.sentences[number].bytes)
    let identifier = voice(of: number).voice
    let voice = choice.catalogue.named(identifier) ?? Voice(identifier: identifier, name: identifier, languages: [])
    let tag = book.languages[book.sentences[number].language]
    let language = tag.isEmpty ? voice.language : tag
    var run = ExplainedSentence.Run(text: text, language: language, voice: voice)
    switch result {
    case .success(let account): run.account = account
    case .failure(let error) where error.code == .broken || error.code == .spawnFailed || error.code == .noVoice:
      failure = Failure(.noVoice, "cannot explain it: \(error)", cure: "aloud doctor --say")
      return
    case .failure(let error): run.trouble = "\(error)"
    }
    results[number] = ExplainedSentence(text: text, language: language, voice: voice, runs: [run])
  }

  private func voice(of number: Int) -> VoiceConfiguration { book.voices[book.sentences[number].voice] }

  private func finish() {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: failure)
  }
}
