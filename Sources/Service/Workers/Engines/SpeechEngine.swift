public import EventLoop
public import Speech
import SpeechWire
public import Vocabulary
import Wire

/// The speech engine of the service: texts in, samples and word marks out.
///
/// It keeps one process for each voice configuration in use, at most ``maximumWorkers`` of them, and each utterance is
/// spoken by a process of its own. The same text in the same configuration always gives the same samples and marks. A
/// process that dies or stalls is replaced, and its utterance continues at the exact frame that was delivered.
///
/// Events never come from within the call that asks for them. All calls are allowed within events.
@Core
public final class SpeechEngine {
  /// UTF-8 bytes of one utterance; a longer one fails with `malformedText`, as one whose runs are out of bounds.
  public nonisolated static let maximumText = Utterance.maximumText
  /// The most configurations whose processes are kept for later requests.
  public nonisolated static let maximumWorkers = 4
  /// Bytes. A process with more ends after ``heavyPatience`` without work; the usual engine's keeps a tenth of it.
  private static let heavyMemory = 32 << 20
  /// Between two sentences of one reading there is less.
  private static let heavyPatience = Duration.seconds(45)

  /// The name of the engine in ``Speech/VoiceID``.
  public let engine: String
  private let program: HeldProgram
  private let scheduler: any Scheduler
  private var workers: [VoiceConfiguration: SpeechWorker] = [:]
  /// The configurations of `workers`; the most recently used one is last.
  private var recent: [VoiceConfiguration] = []
  private var nextToken: UInt64 = 1
  /// True after ``release()``: no process is kept ready until the next request.
  private var isReleased = false
  /// Until the processes of a heavy engine end.
  private var heavyRest: TimerToken?
  private var inquiry: VoiceInquiry?
  private let lists: (any VoiceListStore)?
  /// The memory of a process until it has told its traits; `nil` if it bounds itself.
  private let memory: MemoryBound?
  /// True until the voices were asked for: the list of a former run may answer once.
  private var mayRecall: Bool
  /// The process that has listed the voices. It is kept until a configuration needs one, because starting another takes
  /// longer than anything else between a cold start and the first sound.
  private var spare: WorkerProcess<SpeechAnswer>?
  /// Name and version, as its processes report them. The same name makes the same sounds. `nil` until one of its
  /// processes has reported it.
  public private(set) var name: String?
  /// Its traits, as its processes report them; `nil` until one has.
  public private(set) var traits: EngineTraits?

  /// Called when a text was spoken: the voice of most of it, the time that it took, and the length of its sound.
  var onPace: (@Core (VoiceID, Duration, Microseconds) -> Void)?

  /// The folders in which its voices are installed and removed, as it has told with their list.
  public private(set) var voiceFolders: [String] = []

  /// - Parameters:
  ///   - engine: its name in ``Speech/VoiceID``.
  ///   - program: its program, such as `aloud-speak`, see ``WorkerExecutable``.
  ///   - isUsual: true for the engine whose process lists the voices at the start of the service and then speaks the
  ///     first text: its list is not kept. Its processes bound their memory themselves.
  ///   - lists: a place for its list of voices, which may answer the first question for them; `nil` for none.
  public init(
    engine: String = UsualEngine.name, _ program: HeldProgram, isUsual: Bool = false,
    lists: (any VoiceListStore)? = nil,
    scheduler: any Scheduler = Core.loop
  ) {
    self.engine = engine
    self.program = program
    self.lists = isUsual ? nil : lists
    memory = isUsual ? nil : .ofUnknownEngine
    self.scheduler = scheduler
    mayRecall = self.lists != nil
  }

  isolated deinit { spare?.abandon() }

  /// True if there is no work.
  public var isIdle: Bool { workers.values.allSatisfy(\.isIdle) && inquiry == nil }

  /// The ids of the processes that work or stand ready, for diagnosis.
  public var processIDs: [Int32] { recent.compactMap { workers[$0]?.processID } + (spare.map { [$0.pid] } ?? []) }

  /// Speaks a text of UTF-8.
  ///
  /// Utterances start in order, those with urgency `now` before the others. Two may be made at the same time.
  ///
  /// - Parameters:
  ///   - runs: the parts that are said in another way, in order.
  ///   - rate: the samples a second of the events; `nil` for the engine's own.
  public func speak(
    _ text: [UInt8], runs: [TextRun] = [], configuration: VoiceConfiguration, at rate: SampleRate? = nil,
    urgency: SpeechUrgency = .ahead, events: @escaping @Core (SpeechEvent) -> Void
  ) -> RequestToken {
    add(.speak(urgency), text, runs, configuration, rate, events)
  }

  /// Speaks a text.
  public func speak(
    _ text: String, configuration: VoiceConfiguration, urgency: SpeechUrgency = .ahead,
    events: @escaping @Core (SpeechEvent) -> Void
  ) -> RequestToken {
    speak(Array(text.utf8), configuration: configuration, urgency: urgency, events: events)
  }

  /// Measures the number of frames that ``speak(_:runs:configuration:at:urgency:events:)`` makes of a text, at idle
  /// priority.
  public func measure(
    _ text: [UInt8], runs: [TextRun] = [], configuration: VoiceConfiguration, at rate: SampleRate? = nil,
    done: @escaping @Core (Result<Frame, Trouble>) -> Void
  ) -> RequestToken {
    add(.measure, text, runs, configuration, rate) { event in
      switch event {
      case .done(let frames): done(.success(frames))
      case .failed(let error): done(.failure(error))
      case .samples, .mark, .reached, .skipped, .otherVoice: break
      }
    }
  }

  /// Asks for the engine's account of a text: what it says, and how. It is that of
  /// ``speak(_:runs:configuration:at:urgency:events:)``, made by the same process. A text that crashes the engine has
  /// none.
  public func explain(
    _ text: [UInt8], configuration: VoiceConfiguration,
    done: @escaping @Core (Result<Explanation, Trouble>) -> Void
  ) -> RequestToken {
    var explanation: Explanation?
    return add(.explain, text, [], configuration, nil, explained: { explanation = $0 }) { event in
      switch event {
      case .done: if let explanation { done(.success(explanation)) }
      case .failed(let error): done(.failure(error))
      case .samples, .mark, .reached, .skipped, .otherVoice: break
      }
    }
  }

  /// True if ``measure(_:runs:configuration:at:done:)`` is paused, for present and further requests.
  public var isMeasuringHeld = false {
    didSet { for worker in workers.values { worker.isHolding = isMeasuringHeld } }
  }

  /// Ends a request; no event of it follows. A finished request is ignored.
  public func cancel(_ token: RequestToken) {
    for worker in workers.values where worker.cancel(token) { break }
    becameIdle()
  }

  /// The voices that the engine can use. The engine is asked once, and its answer is kept.
  public func voices(_ done: @escaping @Core (Result<[Voice], Trouble>) -> Void) {
    if inquiry == nil {
      inquiry = VoiceInquiry(
        engine: engine, program: program, memory: memory, store: lists, recalls: mayRecall, scheduler: scheduler
      ) { [weak self] in self?.keep($0) }
      mayRecall = false
    }
    inquiry?.ask { [weak self] result in
      if let name = self?.inquiry?.name { self?.name = name }
      if let traits = self?.inquiry?.traits { self?.traits = traits }
      if case .success = result { self?.voiceFolders = self?.inquiry?.folders ?? [] }
      // A failure is not kept.
      if case .failure = result { self?.inquiry = nil }
      done(result)
    }
  }

  /// True if ``voices(_:)`` answers with a list that is kept.
  var hasListed: Bool { inquiry?.isAnswered ?? false }

  /// True if that list is of a former run.
  var hasRecalled: Bool { inquiry?.isRecalled ?? false }

  /// The process that lists its voices now; `nil` if none does.
  var listingProcess: Int32? { inquiry?.processID }

  /// Lets ``voices(_:)`` ask the engine anew.
  ///
  /// - Returns: false if it is listing them now.
  func forgetVoices() -> Bool {
    if let inquiry, !inquiry.isAnswered { return false }
    inquiry = nil
    return true
  }

  private func keep(_ process: WorkerProcess<SpeechAnswer>) {
    guard !isReleased, !isHeavy, !(inquiry?.traits.map { $0.memory > Self.heavyMemory } ?? false) else {
      return process.abandon()
    }
    // A list that is made anew brings another one. Nobody would see the end of the former.
    takeSpare()?.abandon()
    spare = process
    process.notify = { [weak self] notice in
      switch notice {
      case .ended: self?.spare = nil
      case .answer(_, let answer):
        self?.spare?.kill(for: Trouble(.spokeOutOfTurn, "\(answer.kind) for no request"))
      }
    }
  }

  private func takeSpare() -> WorkerProcess<SpeechAnswer>? {
    defer { spare = nil }
    return spare
  }

  /// Starts the process for a configuration, so that its first utterance need not wait for it.
  public func warm(_ configuration: VoiceConfiguration) {
    isReleased = false
    worker(for: configuration).warm()
    // The text may never come.
    endHeavyProcessesLater()
  }

  /// Ends all idle processes, and the others as soon as they are idle, unless something is to be spoken before.
  public func release() {
    isReleased = true
    takeSpare()?.abandon()
    endIdleProcesses()
  }

  private func endIdleProcesses() {
    for (configuration, worker) in workers where worker.isIdle { remove(configuration) }
  }

  private func add(
    _ purpose: SpeechJob.Purpose, _ text: [UInt8], _ runs: [TextRun], _ configuration: VoiceConfiguration,
    _ rate: SampleRate?, explained: @escaping @Core (Explanation) -> Void = { _ in },
    _ deliver: @escaping @Core (SpeechEvent) -> Void
  ) -> RequestToken {
    let token = RequestToken(number: nextToken)
    nextToken += 1
    let job = SpeechJob(
      token: token, purpose: purpose, text: text, runs: runs, rate: rate, explained: explained, deliver: deliver)
    guard job.isWellFormed else {
      Core.loop.schedule(after: .zero) {
        deliver(.failed(Trouble(.malformedText, "\(text.count) bytes in one utterance, \(runs.count) runs")))
      }
      return token
    }
    if !job.isMeasurement { isReleased = false }
    worker(for: configuration).add(job)
    return token
  }

  // MARK: The pool

  private func worker(for configuration: VoiceConfiguration) -> SpeechWorker {
    recent.removeAll { $0 == configuration }
    recent.append(configuration)
    if let worker = workers[configuration] { return worker }
    let worker = SpeechWorker(
      program: program, memory: memory, configuration: configuration, scheduler: scheduler, isHolding: isMeasuringHeld,
      takeSpare: { [weak self] in self?.takeSpare() },
      onGreeting: { [weak self] name, traits in self?.greeted(name, traits) },
      traits: { [weak self] in self?.traits }, onPace: { [weak self] in self?.onPace?($0, $1, $2) }
    ) { [weak self] in self?.becameIdle() }
    workers[configuration] = worker
    evict()
    return worker
  }

  private func greeted(_ name: String, _ traits: EngineTraits) {
    (self.name, self.traits) = (name, traits)
    endHeavyProcessesLater()
  }

  private func becameIdle() {
    if isReleased { endIdleProcesses() } else { evict() }
    endHeavyProcessesLater()
  }

  /// True if a process of the engine keeps so much memory that it is not kept for a text that may come.
  private var isHeavy: Bool { traits.map { $0.memory > Self.heavyMemory } ?? false }

  private var hasRest: Bool { workers.values.allSatisfy(\.isIdle) }

  private func endHeavyProcessesLater() {
    scheduler.cancel(&heavyRest)
    guard isHeavy, hasRest else { return }
    heavyRest = scheduler.schedule(after: Self.heavyPatience) { [weak self] in
      guard let self, hasRest else { return }
      endIdleProcesses()
    }
  }

  /// Ends the processes that were not used for the longest time, except those that work.
  private func evict() {
    for configuration in recent where recent.count > Self.maximumWorkers && configuration != recent.last {
      if workers[configuration]?.isIdle ?? true { remove(configuration) }
    }
  }

  private func remove(_ configuration: VoiceConfiguration) {
    workers.removeValue(forKey: configuration)?.release()
    recent.removeAll { $0 == configuration }
  }
}
