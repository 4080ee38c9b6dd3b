package import CommandOutput
package import DirectReading
package import EventLoop
import Speech
import Vocabulary
import Workers

/// Asks the engine for the account of each sentence of a document, several at a time, and hands them out in order.
@Core
package final class Explainer {
  /// The number of sentences in progress; the engine works on two parts at once.
  private static let depth = 8

  private let book: Book
  private let choice: EngineChoice
  private let each: @Core (ExplainedSentence) -> Void
  /// The sentences that were asked for and not handed out, by their numbers.
  private var asked: [Int: (sentence: ExplainedSentence, missing: Int)] = [:]
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
    while let next = asked[nextToTell], next.missing == 0 {
      asked[nextToTell] = nil
      nextToTell += 1
      each(next.sentence)
    }
    guard failure == nil, nextToTell < book.sentences.count else { return finish() }
    while nextToAsk < min(nextToTell + Self.depth, book.sentences.count) {
      ask(nextToAsk)
      nextToAsk += 1
    }
  }

  private func ask(_ number: Int) {
    let sentence = book.sentences[number]
    let own = book.voices[sentence.voice]
    let (language, voice) = named(book.languages[sentence.language], own.voice)
    let runs = runs(of: sentence).map { run in
      let start = sentence.bytes.lowerBound
      let bytes = start + run.utf8.lowerBound..<start + run.utf8.upperBound
      return (bytes: bytes, language: run.attributes.language, voice: run.attributes.voice.map(own.with(voice:)) ?? own)
    }
    let explained = runs.map { run in
      let (language, voice) = named(run.language, run.voice.voice)
      return ExplainedSentence.Run(text: book.line(run.bytes), language: language, voice: voice)
    }
    asked[number] = (
      ExplainedSentence(text: book.line(sentence.bytes), language: language, voice: voice, runs: explained), runs.count
    )
    for (index, run) in runs.enumerated() {
      _ = choice.engine.explain(Array(book.text[run.bytes]), configuration: run.voice) { [weak self] result in
        guard let self, failure == nil else { return }
        take(result, number, index)
        goOn()
      }
    }
  }

  private func take(_ result: Result<Explanation, Trouble>, _ number: Int, _ run: Int) {
    asked[number]?.missing -= 1
    switch result {
    case .success(let account): asked[number]?.sentence.runs[run].account = account
    case .failure(let error) where error.code == .broken || error.code == .spawnFailed || error.code == .noVoice:
      failure = Failure(.noVoice, "cannot explain it: \(error)", cure: "aloud doctor --say")
    case .failure(let error): asked[number]?.sentence.runs[run].trouble = "\(error)"
    }
  }

  /// The runs of a sentence, in one language each.
  private func runs(of sentence: Book.Sentence) -> [TextRun] {
    let marked = sentence.runs.map { run in
      let voice = sentence.spans.first { $0.utf8 == run.utf8 }?.attributes.voice
      return TextRun(utf8: run.utf8, RunAttributes(language: run.tag, voice: voice))
    }
    let rest = RunAttributes(language: book.languages[sentence.language])
    return TextRun.covering(sentence.bytes.count, marked, rest: rest)
  }

  /// The voice, and the language in which it reads: that of the request if the text names none, or if
  /// one voice reads everything; else that of the voice.
  private func named(_ tag: String, _ id: VoiceID) -> (String, Voice) {
    let voice = choice.catalogue.voice(id) ?? Voice(id, name: id.name, languages: [])
    let tag = tag.isEmpty || choice.voices.languages == .one ? choice.language : tag
    return (tag.isEmpty ? voice.language : tag, voice)
  }

  private func finish() {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: failure)
  }
}
