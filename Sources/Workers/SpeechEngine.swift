public import EventLoop
public import Speech
import Wire

/// The speech engine as the service sees it: texts in, samples and word marks out.
///
/// Behind it stands one process for each voice configuration in use, at most ``maximumWorkers`` of them kept, and each
/// utterance is spoken by a process of its own. The same text in the same configuration gives the same samples and
/// marks, whenever and in whatever order it is asked for. A process that dies or stalls is replaced, and what it was
/// speaking goes on from the very frame that was delivered.
///
/// Events never come from within the call that asks for them. All calls are allowed within events.
@Core
public final class SpeechEngine {
  /// Of all samples, in Hz; one channel.
  public nonisolated static let sampleRate = 22_050
  /// UTF-8 bytes of one utterance; a longer one fails with `malformedText`.
  public nonisolated static let maximumText = Wire.maximumText
  /// Configurations whose processes are kept for the next request.
  public nonisolated static let maximumWorkers = 4

  /// Asked when a worker turns out to belong to another version of the program: whether that version is about to take
  /// over. Where it is, what was asked for waits, until ``stopWaiting()``; else it fails.
  public var isGivingWay: (@Core () -> Bool)?
  /// True if requests wait for another version to take over.
  public private(set) var isWaiting = false

  private let executable: String
  private let scheduler: any Scheduler
  private var workers: [VoiceConfiguration: SpeechWorker] = [:]
  /// The configurations of `workers`, the one that was used last at the end.
  private var recent: [VoiceConfiguration] = []
  private var nextToken: UInt64 = 1
  /// Nothing is kept ready until something is to be spoken again.
  private var isReleased = false
  private var inquiry: VoiceInquiry?
  /// The process that has listed the voices, until a configuration needs one: to start another takes longer than all
  /// else between a cold start and the first sound.
  private var spare: WorkerProcess?
  /// What the engine calls itself, with its version: the same name makes the same sounds. `nil` until one of its
  /// processes has said so.
  public private(set) var name: String?

  /// - Parameter executable: the path of `aloud-speak`, see ``WorkerExecutable``.
  public init(executable: String, scheduler: any Scheduler = Core.loop) {
    self.executable = executable
    self.scheduler = scheduler
  }

  isolated deinit { spare?.abandon() }

  /// Whether nothing is being worked at.
  public var isIdle: Bool { workers.values.allSatisfy(\.isIdle) && inquiry == nil }

  /// The processes that stand ready or work now, for diagnosis.
  public var processIDs: [Int32] { recent.compactMap { workers[$0]?.processID } + (spare.map { [$0.pid] } ?? []) }

  /// Speaks a text of UTF-8.
  ///
  /// Utterances start in order, those with priority `now` before the others; two may be made side by side.
  public func speak(
    _ text: [UInt8], configuration: VoiceConfiguration, priority: SpeechPriority = .ahead,
    events: @escaping @Core (SpeechEvent) -> Void
  ) -> RequestToken {
    add(.speak(priority), text, configuration, events)
  }

  /// Speaks a text.
  public func speak(
    _ text: String, configuration: VoiceConfiguration, priority: SpeechPriority = .ahead,
    events: @escaping @Core (SpeechEvent) -> Void
  ) -> RequestToken {
    speak(Array(text.utf8), configuration: configuration, priority: priority, events: events)
  }

  /// Finds out how many frames ``speak(_:configuration:priority:events:)`` will make of a text, at idle priority.
  public func measure(
    _ text: [UInt8], configuration: VoiceConfiguration, done: @escaping @Core (Result<Int, WorkerError>) -> Void
  ) -> RequestToken {
    add(.measure, text, configuration) { event in
      switch event {
      case .done(let frames): done(.success(frames))
      case .failed(let error): done(.failure(error))
      case .samples, .mark, .skipped: break
      }
    }
  }

  /// Lets ``measure(_:configuration:done:)`` stand still where it is, also what is asked for meanwhile.
  public var isMeasuringHeld = false {
    didSet { for worker in workers.values { worker.isHolding = isMeasuringHeld } }
  }

  /// No other version takes over: what waits for it is tried again, and fails where it cannot be done.
  public func stopWaiting() {
    guard isWaiting else { return }
    isWaiting = false
    for worker in workers.values { worker.goOn() }
  }

  private func waits() -> Bool {
    if isGivingWay?() ?? false { isWaiting = true }
    return isWaiting
  }

  /// Ends a request; no event of it comes afterwards. One that has ended is ignored.
  public func cancel(_ token: RequestToken) {
    for worker in workers.values where worker.cancel(token) { break }
    becameIdle()
  }

  /// The voices that the engine has and can use. Asked of the engine once, then remembered.
  public func voices(_ done: @escaping @Core (Result<[Voice], WorkerError>) -> Void) {
    if inquiry == nil {
      inquiry = VoiceInquiry(executable: executable, scheduler: scheduler) { [weak self] in self?.keep($0) }
    }
    inquiry?.ask { [weak self] result in
      if let name = self?.inquiry?.engine { self?.name = name }
      // A failure is not worth remembering.
      if case .failure = result { self?.inquiry = nil }
      done(result)
    }
  }

  private func keep(_ process: WorkerProcess) {
    guard !isReleased else { return process.abandon() }
    spare = process
    process.notify = { [weak self] notice in
      switch notice {
      case .ended: self?.spare = nil
      case .answer(_, let answer):
        self?.spare?.kill(for: WorkerError(.spokeOutOfTurn, "\(answer.kind) for no request"))
      }
    }
  }

  private func takeSpare() -> WorkerProcess? {
    defer { spare = nil }
    return spare
  }

  /// Starts the process for a configuration, so that its first utterance need not wait for it.
  public func warm(_ configuration: VoiceConfiguration) {
    isReleased = false
    worker(for: configuration).warm()
  }

  /// Ends all processes that have nothing to do, and the others as soon as they have done what they do, unless
  /// something is to be spoken until then.
  public func release() {
    isReleased = true
    takeSpare()?.abandon()
    endIdleProcesses()
  }

  private func endIdleProcesses() {
    for (configuration, worker) in workers where worker.isIdle { remove(configuration) }
  }

  private func add(
    _ purpose: SpeechJob.Purpose, _ text: [UInt8], _ configuration: VoiceConfiguration,
    _ deliver: @escaping @Core (SpeechEvent) -> Void
  ) -> RequestToken {
    let token = RequestToken(number: nextToken)
    nextToken += 1
    guard text.count <= Self.maximumText else {
      Core.loop.schedule(after: .zero) {
        deliver(.failed(WorkerError(.malformedText, "\(text.count) bytes in one utterance")))
      }
      return token
    }
    let job = SpeechJob(token: token, purpose: purpose, text: text, deliver: deliver)
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
      executable: executable, configuration: configuration, scheduler: scheduler, isHolding: isMeasuringHeld,
      takeSpare: { [weak self] in self?.takeSpare() }, onGreeting: { [weak self] in self?.name = $0 },
      isGivingWay: { [weak self] in self?.waits() ?? false }
    ) { [weak self] in self?.becameIdle() }
    workers[configuration] = worker
    evict()
    return worker
  }

  private func becameIdle() { if isReleased { endIdleProcesses() } else { evict() } }

  /// Ends the processes that were not used for longest; those that work stay.
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
