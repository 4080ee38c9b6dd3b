import CommandOutput
import DirectReading
import EventLoop
import Speech
import Vocabulary
import Workers

/// Has a book spoken, several sentences at a time, and stores the sounds in the order of the book.
@Core
final class BookSpeaking {
  /// The number of sentences in progress: the engine speaks two at once and never waits for this process.
  private static let depth = 8

  /// A sentence that is being spoken.
  private final class Order {
    var samples: [Int16] = []
    var words: [SpokenBook.Word] = []
    var isDone = false
    var token: RequestToken?
  }

  private let engine: EngineDirectory
  private let partial: Partial
  private(set) var spoken: SpokenBook
  /// The sentences after ``spoken`` that are in progress, in order.
  private var orders: [Order] = []
  private var continuation: CheckedContinuation<Failure?, Never>?
  private var failure: Failure?
  /// The number of sentences that the engine could not speak completely.
  private(set) var silentSentences = 0
  /// Called after every sentence.
  var onProgress: (@Core (SpokenBook) -> Void)?

  init(
    _ book: Book, gaps: Timeline.Gaps, at sampleRate: SampleRate, engine: EngineDirectory, partial: Partial
  ) throws(Failure) {
    self.engine = engine
    self.partial = partial
    spoken = SpokenBook(book, gaps: gaps, at: sampleRate)
    // The sounds of an earlier call count if all of their samples are there.
    var frames = 0
    for sound in partial.found.prefix(book.sentences.count) {
      var longer = spoken
      let silence = longer.append(sound)
      let end = frames + sound.frames + Int(silence.before + silence.after)
      guard end <= partial.frames else { break }
      spoken = longer
      frames = end
    }
    try partial.goOn(behind: spoken.sounds.count, frames: frames)
  }

  /// Speaks the missing sentences.
  func run() async throws(Failure) {
    let failure: Failure? = await withCheckedContinuation { continuation in
      self.continuation = continuation
      fill()
      settle()
    }
    if let failure { throw failure }
  }

  /// Ends the speaking; ``run()`` throws `reason`.
  func end(_ reason: Failure) {
    failure = failure ?? reason
    for order in orders { if let token = order.token { engine.cancel(token) } }
    orders = []
    finish()
  }

  private func fill() {
    while failure == nil, orders.count < Self.depth {
      let number = spoken.sounds.count + orders.count
      guard number < spoken.book.sentences.count else { return }
      let order = Order()
      orders.append(order)
      let sentence = spoken.book.sentences[number]
      let (text, voice) = (spoken.book.text(of: number), spoken.book.voices[sentence.voice])
      order.token = engine.speak(
        text, runs: sentence.spans, configuration: voice, at: spoken.sampleRate
      ) { [weak self, weak order] event in
        guard let self, let order else { return }
        self.take(event, for: order)
      }
    }
  }

  private func take(_ event: SpeechEvent, for order: Order) {
    switch event {
    case .samples(_, let samples): order.samples += samples
    case .mark(let mark): order.words.append(.init(frame: mark.frame, bytes: mark.span.utf8))
    case .reached, .skipped, .otherVoice: break
    case .done: order.isDone = true
    case .failed(let error) where error.code == .broken || error.code == .spawnFailed || error.code == .noVoice:
      return end(Failure(.noVoice, "cannot speak it: \(error)", cure: "aloud doctor --say"))
    case .failed:
      // The export does as the service does: it keeps the part that there is and continues.
      silentSentences += 1
      order.isDone = true
    }
    settle()
  }

  private func settle() {
    do throws(Failure) {
      while let first = orders.first, first.isDone {
        orders.removeFirst()
        let sound = SpokenBook.Sound(frames: first.samples.count, words: first.words)
        let silence = spoken.append(sound)
        try partial.append(
          sound, samples: first.samples, silence: (before: Int(silence.before), after: Int(silence.after)))
        onProgress?(spoken)
      }
    } catch {
      return end(error)
    }
    fill()
    if spoken.sounds.count == spoken.book.sentences.count { finish() }
  }

  private func finish() {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: failure)
  }
}
