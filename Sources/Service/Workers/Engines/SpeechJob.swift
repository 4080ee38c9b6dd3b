import EventLoop
import Speech
import SpeechWire
import Vocabulary
import Wire

/// One request of a client to the engine, through all its attempts.
@Core
final class SpeechJob {
  enum Purpose {
    case speak(SpeechUrgency)
    case measure
    case explain
  }

  /// No utterance is so long.
  private static let maximumSeconds = 600
  /// The most signs of life without any progress in one attempt.
  private static let maximumSigns = 10_000

  let token: RequestToken
  let purpose: Purpose
  let text: [UInt8]
  /// What the worker gets, but for the place at which it begins.
  private let utterance: Utterance
  /// The names of the utterance's marks.
  private let names: [String]
  private let receive: @Core (SpeechEvent) -> Void
  private let explained: @Core (Explanation) -> Void

  /// The part that the client (or, for a measurement, the worker) has reported. A later attempt repeats nothing of it.
  private(set) var frames = 0
  private var marks = 0
  private var lastMark = 0
  /// Marks of the text that were reached.
  private var reached = 0
  private var skippedUpTo = 0
  /// Crashes of the engine in this request.
  private var crashes = 0
  /// Ends of the whole worker while this request was running.
  private var interruptions = 0
  private var pieces: Utterance.Resumption?
  /// Reports of this attempt without progress.
  private var signs = 0
  /// The explanation that this attempt has reported.
  private var account = ExplanationIntake()

  /// The worker's last sign of life in this request. The deadline counts from here.
  var lastSign = Instant(nanoseconds: 0)
  var hasStarted = false

  /// The moment at which the present attempt began to be spoken.
  private(set) var start: Instant?

  /// The time from the start to a moment, and the sound that was made in it; `nil` unless one attempt has spoken all of
  /// the text.
  func pace(at now: Instant) -> (taken: Duration, sound: Microseconds)? {
    guard case .speak = purpose, crashes == 0, interruptions == 0, let start else { return nil }
    return (start.duration(to: now), Frame(frames).microseconds(at: engineRate))
  }

  /// The samples a second of the process's sound; set before its first answer.
  var engineRate = SampleRate.usual
  /// `nil` for a client that counts in the engine's frames.
  private let atRate: SpeechAtRate?

  /// - Parameter rate: the samples a second of the events; `nil` for those of the engine.
  init(
    token: RequestToken, purpose: Purpose, text: [UInt8], runs: [TextRun], rate: SampleRate? = nil,
    explained: @escaping @Core (Explanation) -> Void, deliver: @escaping @Core (SpeechEvent) -> Void
  ) {
    self.token = token
    self.purpose = purpose
    self.text = text
    utterance = Utterance(text: text, runs: Array(runs.prefix(Utterance.maximumRuns)))
    names = utterance.marks
    receive = deliver
    atRate = rate.map { SpeechAtRate($0) }
    self.explained = explained
  }

  /// True if a worker can take it.
  var isWellFormed: Bool { utterance.isWellFormed }
  var isMeasurement: Bool { if case .measure = purpose { true } else { false } }
  private var isExplanation: Bool { if case .explain = purpose { true } else { false } }

  /// True until the first sound of a text for which the listener waits.
  var isAwaited: Bool { if case .speak(.now) = purpose { frames == 0 } else { false } }

  /// A lower rank is served sooner.
  var rank: Int {
    switch purpose {
    case .speak(.now): 0
    case .speak(.ahead), .explain: 1
    case .measure: 2
    }
  }

  /// The request of the next attempt.
  var request: SpeechRequest {
    var utterance = utterance
    utterance.resumption = pieces
    return switch purpose {
    case .speak: .speak(utterance)
    case .measure: .measure(utterance)
    case .explain: .explain(utterance)
    }
  }

  /// The longest permitted silence of the worker. Measuring runs at idle priority, which on a busy machine means
  /// seldom.
  ///
  /// A worker that works gives signs of life, and is given up without them before the listener has heard all sound that
  /// was made ahead. If the machine was merely busy, the next attempt has more time. One that loads its voice gives
  /// none: its processor time tells (``SilentWork``).
  ///
  /// - Parameter loading: the time in which the engine loads a voice, by its own words.
  func patience(withReadyWorker isReady: Bool, loading: Microseconds) -> Duration {
    if isMeasurement { return .seconds(30) }
    let patience: Duration = isReady && crashes == 0 && interruptions == 0 ? .milliseconds(500) : .seconds(2)
    return isReady ? patience : max(patience, .microseconds(loading.count))
  }

  // MARK: Answers of the worker

  enum Outcome {
    case goesOn
    /// - Parameter isAnswer: true if the engine has worked, false if it crashed on all of the text.
    case ended(isAnswer: Bool)
    case triesAgain
  }

  /// Delivers the new part of an answer; throws if the worker breaks the protocol.
  func take(_ answer: SpeechAnswer) throws(Trouble) -> Outcome {
    switch answer {
    case .started where hasStarted: try countSign()
    case .started: (hasStarted, start) = (true, lastSign)
    case .samples(let first, let samples): try take(samples, at: first)
    case .marks(let first, let marks): try take(marks, from: first)
    case .reached(let mark, let frame): try take(reached: mark, at: frame)
    case .progress(let frames, let marks, let lastMark):
      guard lastMark <= text.count else { throw Trouble(.spokeOutOfTurn, "a mark past the end") }
      try countSign()
      try checkLength(frames)
      if frames >= self.frames && marks >= self.marks {
        (self.frames, self.marks, self.lastMark) = (frames, marks, lastMark)
      }
    case .skipped(let span):
      guard span.utf8.lowerBound >= skippedUpTo else { break }  // reported by an earlier attempt
      skippedUpTo = span.utf8.upperBound
      deliver(.skipped(span))
    case .said, .phonemes, .rule:
      guard isExplanation else { throw Trouble(.spokeOutOfTurn, "\(answer.kind) in a request for sound") }
      try account.take(answer)
    case .done(let total) where isExplanation:
      explained(try account.whole(phonemes: total))
      deliver(.done(frames: 0))
      return .ended(isAnswer: true)
    case .done(let total):
      guard isMeasurement || total == frames else {
        throw Trouble(.spokeOutOfTurn, "\(frames) frames instead of \(total)")
      }
      deliver(.done(frames: Frame(total)))
      return .ended(isAnswer: total > 0 || skippedUpTo == 0)
    case .failed(let failure): return fail(failure)
    case .hello, .ready, .voiceList, .voiceFolders:
      throw Trouble(.spokeOutOfTurn, "\(answer.kind) in a request for speech")
    }
    return .goesOn
  }

  private func take(_ samples: [Int16], at first: Int) throws(Trouble) {
    guard first <= frames else { throw Trouble(.spokeOutOfTurn, "a hole in the samples") }
    let known = frames - first
    guard known < samples.count else { return }
    let start = frames
    try checkLength(first + samples.count)
    frames = first + samples.count
    deliver(.samples(firstFrame: start, known == 0 ? samples : Array(samples[known...])))
  }

  /// A worker that never stops would fill memory. No text takes two seconds per byte, but for its silences.
  private func checkLength(_ frames: Int) throws(Trouble) {
    let silence = Int(Frame(microseconds: utterance.pauses, at: engineRate))
    let limit = min(Self.maximumSeconds, 10 + 2 * utterance.saidBytes) * engineRate.hertz + silence
    if frames > limit { throw Trouble(.spokeOutOfTurn, "\(frames) frames for \(text.count) bytes of text") }
  }

  private func take(_ marks: [WordMark], from first: Int) throws(Trouble) {
    guard first <= self.marks else { throw Trouble(.spokeOutOfTurn, "a hole in the marks") }
    for mark in marks.dropFirst(self.marks - first) {
      guard mark.span.utf8.upperBound <= text.count, self.marks <= text.count else {
        throw Trouble(.spokeOutOfTurn, "a mark past the end")
      }
      self.marks += 1
      lastMark = mark.span.utf8.lowerBound
      deliver(.mark(mark))
    }
  }

  private func take(reached mark: Int, at frame: Int) throws(Trouble) {
    guard mark <= reached, mark < names.count else { throw Trouble(.spokeOutOfTurn, "a hole in the text's marks") }
    guard mark == reached else { return }
    reached += 1
    deliver(.reached(mark: names[mark], frame: frame))
  }

  private func countSign() throws(Trouble) {
    signs += 1
    guard signs <= Self.maximumSigns else { throw Trouble(.spokeOutOfTurn, "signs of life and no end") }
  }

  private func fail(_ failure: Trouble) -> Outcome {
    beginAgain()
    let isLoss = failure.code == .died || failure.code == .stalled
    if isLoss, countCrash() { return .triesAgain }
    deliver(.failed(failure))
    return .ended(isAnswer: !isLoss)
  }

  private func beginAgain() {
    (hasStarted, signs) = (false, 0)
    account = ExplanationIntake()
  }

  /// After the first crash the request is tried again as it was, then in pieces from the last word on. An explanation
  /// has no pieces.
  private func countCrash() -> Bool {
    crashes += 1
    if isExplanation { return crashes == 1 }
    if crashes == 2 { pieces = .init(utf8Offset: lastMark, frame: frames, mark: marks) }
    return crashes <= 2
  }

  /// True if the request may be tried again after the whole worker has ended. `asCulprit` is true if this job was the
  /// cause.
  func survives(asCulprit: Bool) -> Bool {
    interruptions += 1
    beginAgain()
    return (!asCulprit || countCrash()) && interruptions <= 4
  }

  func fail(_ error: Trouble) { deliver(.failed(error)) }

  private func deliver(_ event: SpeechEvent) {
    guard let atRate else { return receive(event) }
    for event in atRate.converted(event, from: engineRate) { receive(event) }
  }
}
