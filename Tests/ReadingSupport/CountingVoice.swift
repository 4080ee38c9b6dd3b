import Documents
import EventLoop
import Playback
import Speech
import Vocabulary

@testable import Reading

/// A voice whose letters, spaces and full stops are of the same length, and whose words are marked to the frame.
///
/// The sound of a letter says which one it is: ``ManualOutput/taken`` can be read.
@Core
final class CountingVoice: Synthesizer {
  /// A tenth of a second.
  static let framesPerLetter = 2205

  var isMeasuringHeld = false { didSet { if !isMeasuringHeld { goOn() } } }
  /// The length of a letter of this voice at the usual rate of samples.
  var framesPerLetter = CountingVoice.framesPerLetter
  /// The voices that it lists.
  var voices = CountingVoice.voices
  /// The wishes for its voices that are not answered yet, oldest first; `nil`: all are answered at once.
  var lateLists: [@Core (Result<[Voice], Trouble>) -> Void]?
  /// Gets voices that are known while others take long.
  var someVoices: @Core ([Voice]) -> Void = { _ in }
  /// Those who wait for voices that are being installed; `nil`: none are.
  var installing: [@Core () -> Void]?
  /// Its engines that speak nothing.
  var illness: [(engine: String, trouble: Trouble)] = []
  /// The effort of speaking with each of its voices, but for ``efforts``.
  var effort = SpeechEffort.slight
  /// The effort of speaking with some of its voices.
  var efforts: [VoiceID: SpeechEffort] = [:]
  /// The number of times that it was asked for an effort.
  var effortsAsked = 0
  /// The highest rate at which it keeps up.
  var highestRate = Double.infinity
  /// The texts that it was asked to measure, in order.
  private(set) var measured: [String] = []
  /// Texts that fail, and how.
  var failures: [String: Trouble] = [:]
  /// The words of a text that come before it fails; none where it is not named.
  var wordsBeforeFailure: [String: Int] = [:]
  /// Texts that cannot be measured, and how.
  var unmeasurable: [String: Trouble] = [:]
  /// Texts that another voice speaks in place of theirs.
  var substituted: Set<String> = []
  /// Texts that are never answered.
  var hanging: Set<String> = []
  /// Words that cannot be spoken, and are left out.
  var unspeakable: Set<String> = []
  /// The time until the first word of a text comes, and that from each word to the next.
  var delay = Duration.zero
  var pace = Duration.zero
  /// The texts that were asked for, in order.
  private(set) var asked: [String] = []
  /// The voices of those texts.
  private(set) var askedVoices: [VoiceID] = []
  /// The parts of those texts that other voices were to speak.
  private(set) var askedRuns: [[TextRun]] = []
  private let scheduler: ManualScheduler
  private var next: UInt64 = 1
  private var running: Set<SynthesisRequest> = []
  private var held: [@Core () -> Void] = []

  init(scheduler: ManualScheduler) { self.scheduler = scheduler }

  /// True if nothing is being made.
  var isIdle: Bool { running.isEmpty }

  /// The sample of a letter's sound.
  static func sample(_ letter: UInt8) -> Int16 { Int16(letter) << 7 }

  func speak(
    _ text: [UInt8], with voice: VoiceConfiguration, _ runs: [TextRun], at rate: SampleRate,
    _ urgency: SpeechUrgency,
    events: @escaping @Core (SpeechEvent) -> Void
  ) -> SynthesisRequest {
    asked.append(String(decoding: text, as: UTF8.self))
    askedVoices.append(voice.voice)
    askedRuns.append(runs)
    let request = begin()
    perform(script(of: text, at: rate)[...], of: request, after: delay, events)
    return request
  }

  /// The events of a text, a word and the space after it at a time.
  private func script(of text: [UInt8], at rate: SampleRate) -> [[SpeechEvent]] {
    let framesPerLetter = framesPerLetter(at: rate)
    let name = String(decoding: text, as: UTF8.self)
    if hanging.contains(name) { return [] }
    var steps: [[SpeechEvent]] = substituted.contains(name) ? [[.otherVoice]] : []
    var frames = 0
    var start = 0
    var words = text.split(separator: UInt8(ascii: " "))[...]
    if failures[name] != nil { words = words.prefix(wordsBeforeFailure[name] ?? 0) }
    for word in words {
      let span = start..<start + word.count
      let end = min(text.count, span.upperBound + 1)
      if unspeakable.contains(String(decoding: word, as: UTF8.self)) {
        steps.append([.skipped(TextSpan(span))])
      } else {
        let samples = text[start..<end].flatMap { [Int16](repeating: Self.sample($0), count: framesPerLetter) }
        steps.append([
          .mark(WordMark(frame: frames, span: TextSpan(span))), .samples(firstFrame: frames, samples),
        ])
        frames += samples.count
      }
      start = end
    }
    steps.append([failures[name].map { .failed($0) } ?? .done(frames: Frame(frames))])
    return steps
  }

  private func perform(
    _ steps: ArraySlice<[SpeechEvent]>, of request: SynthesisRequest, after delay: Duration,
    _ events: @escaping @Core (SpeechEvent) -> Void
  ) {
    guard !steps.isEmpty else { return }
    scheduler.schedule(after: delay) { [weak self] in
      guard let self else { return }
      // Words that take no time come together, and the end with the last one.
      var rest = steps
      repeat {
        let step = rest.removeFirst()
        if rest.isEmpty, running.remove(request) == nil { return }
        for event in step where rest.isEmpty || running.contains(request) { events(event) }
      } while !rest.isEmpty && (pace == .zero || rest.count == 1)
      perform(rest, of: request, after: pace, events)
    }
  }

  func keepsUp(with voice: Voice, at rate: Double) -> Bool { rate <= highestRate }

  func pace(of voice: Voice) -> SpeakingPace { SpeakingPace(cost: voice.cost) }

  func measure(
    _ text: [UInt8], with voice: VoiceConfiguration, _ runs: [TextRun], at rate: SampleRate,
    done: @escaping @Core (Result<Frame, Trouble>) -> Void
  ) -> SynthesisRequest {
    measured.append(String(decoding: text, as: UTF8.self))
    let request = begin()
    func answer() {
      scheduler.schedule(after: .zero) { [weak self] in
        guard let self, running.remove(request) != nil else { return }
        let name = String(decoding: text, as: UTF8.self)
        if let error = failures[name] ?? unmeasurable[name] { return done(.failure(error)) }
        if hanging.contains(name) { return }
        done(.success(Frame(letters(of: text) * framesPerLetter(at: rate))))
      }
    }
    if isMeasuringHeld { held.append(answer) } else { answer() }
    return request
  }

  private func framesPerLetter(at rate: SampleRate) -> Int { framesPerLetter * rate.hertz / SampleRate.usual.hertz }

  /// The letters that are spoken.
  private func letters(of text: [UInt8]) -> Int {
    var letters = 0
    var start = 0
    for word in text.split(separator: UInt8(ascii: " ")) {
      let end = min(text.count, start + word.count + 1)
      if !unspeakable.contains(String(decoding: word, as: UTF8.self)) { letters += end - start }
      start = end
    }
    return letters
  }

  private func goOn() {
    let waiting = held
    held = []
    for answer in waiting { answer() }
  }

  private func begin() -> SynthesisRequest {
    let request = SynthesisRequest(number: next)
    next += 1
    running.insert(request)
    return request
  }

  func cancel(_ request: SynthesisRequest) { running.remove(request) }
}

extension TextSpan {
  /// A span of ASCII.
  init(_ range: Range<Int>) { self.init(scalars: range, utf8: range, utf16: range) }
}
