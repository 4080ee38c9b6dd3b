import EventLoop
import Glibc
import Speech
import SpeechWire
import Vocabulary
import Wire

/// The worker for one voice configuration: its requests, its process, and the next process when that one ends.
@Core
final class SpeechWorker {
  /// Utterances that are sent ahead of the first one's end; one more if the listener waits for it.
  private static let speaking = 2
  /// Measurements that are sent: two run at a time, and the next ones are ready when they end.
  private static let measuring = 6

  private let program: HeldProgram
  /// The memory of a process until it has told its traits; `nil` if it bounds itself.
  private let memory: MemoryBound?
  private let configuration: VoiceConfiguration
  private let scheduler: any Scheduler
  private let onIdle: @Core () -> Void
  /// Takes over a process that runs already and has greeted but has no voice, if there is one.
  private let takeSpare: @Core () -> WorkerProcess<SpeechAnswer>?
  /// A process has named its engine, and what it does.
  private let onGreeting: @Core (String, EngineTraits) -> Void
  /// The traits of the engine, as its last process has told.
  private let traits: @Core () -> EngineTraits?
  /// A text was spoken: the time that it took, and the length of its sound.
  private let onPace: @Core (VoiceID, Duration, Microseconds) -> Void

  private var process: WorkerProcess<SpeechAnswer>?
  private var waiting: [SpeechJob] = []
  private var running: [UInt32: SpeechJob] = [:]
  private var nextRequest: UInt32 = 1
  private var lastSign = Instant(nanoseconds: 0)
  private var losses = LossCount()
  /// The samples a second of the process's sound, once it has its voice and takes requests.
  private var sampleRate: SampleRate?
  private var isReady: Bool { sampleRate != nil }
  /// True if the process was asked to pause its measurements.
  private var wasToldToHold = false
  private var stalled: SpeechJob?
  private var timer: (token: TimerToken, deadline: Instant)?
  /// The work of the process until it is ready.
  private var loading = SilentWork()
  /// True if measurements are paused; their deadlines do not run then.
  var isHolding: Bool {
    didSet { if isHolding != oldValue { holdingChanged() } }
  }

  init(
    program: HeldProgram, memory: MemoryBound?, configuration: VoiceConfiguration, scheduler: any Scheduler,
    isHolding: Bool,
    takeSpare: @escaping @Core () -> WorkerProcess<SpeechAnswer>? = { nil },
    onGreeting: @escaping @Core (String, EngineTraits) -> Void = { _, _ in },
    traits: @escaping @Core () -> EngineTraits? = { nil },
    onPace: @escaping @Core (VoiceID, Duration, Microseconds) -> Void = { _, _, _ in },
    onIdle: @escaping @Core () -> Void
  ) {
    self.program = program
    self.memory = memory
    self.configuration = configuration
    self.scheduler = scheduler
    self.isHolding = isHolding
    self.onIdle = onIdle
    self.takeSpare = takeSpare
    self.onGreeting = onGreeting
    self.traits = traits
    self.onPace = onPace
  }

  isolated deinit { process?.abandon() }

  var isIdle: Bool { waiting.isEmpty && running.isEmpty }
  /// The id of the current process.
  var processID: Int32? { process?.pid }

  // MARK: Requests

  func add(_ job: SpeechJob) {
    let index = waiting.firstIndex { $0.rank > job.rank } ?? waiting.endIndex
    waiting.insert(job, at: index)
    serve()
  }

  /// Removes a request; `false` if it is not here.
  func cancel(_ token: RequestToken) -> Bool {
    if let index = waiting.firstIndex(where: { $0.token == token }) {
      waiting.remove(at: index)
      return true
    }
    guard let (request, _) = running.first(where: { $0.value.token == token }) else { return false }
    running[request] = nil
    process?.send(SpeechRequest.cancel.encoded(request: request))
    serve()
    return true
  }

  private func holdingChanged() {
    let measurements = running.values.filter(\.isMeasurement)
    for job in measurements { job.lastSign = scheduler.now }
    if isHolding ? !measurements.isEmpty : wasToldToHold {
      wasToldToHold = isHolding
      process?.send((isHolding ? SpeechRequest.hold : .goOn).encoded(request: 0))
    }
    if !isHolding { serve() }
  }

  /// Starts the process, so that the first request need not.
  func warm() { _ = startedProcess() }

  /// Ends the process and all requests, without further events.
  func release() {
    waiting = []
    running = [:]
    process?.abandon()
    process = nil
    stopTimer()
  }

  // MARK: The process

  private func startedProcess() -> WorkerProcess<SpeechAnswer>? {
    if let process { return process }
    do throws(Trouble) {
      let process: WorkerProcess<SpeechAnswer>
      if let spare = takeSpare() {
        process = spare
      } else {
        process = try WorkerProcess<SpeechAnswer>(program, memory: memory)
      }
      process.notify = { [weak self] notice in self?.take(notice) }
      process.send(SpeechRequest.configure(configuration).encoded(request: 0))
      self.process = process
      sampleRate = nil
      loading = SilentWork()
      wasToldToHold = false
      lastSign = scheduler.now
      return process
    } catch {
      failEverything(error)
      return nil
    }
  }

  private func serve() {
    while let index = nextJob(), let process = startedProcess() {
      let job = waiting.remove(at: index)
      let request = nextRequest
      nextRequest = nextRequest == .max ? 1 : nextRequest + 1
      running[request] = job
      job.lastSign = scheduler.now
      process.send(job.request.encoded(request: request))
      // The kernel wakes the receiver of a packet on the sender's processor, since most senders wait for the answer.
      // Our turn goes on for a millisecond, so the engine goes first.
      if job.isAwaited { sched_yield() }
    }
    settleUrgency()
    watchOver()
  }

  private func settleUrgency() { process?.isAwaited = running.values.contains(where: \.isAwaited) }

  private func nextJob() -> Int? {
    let measurements = running.values.count { $0.isMeasurement }
    let utterances = running.count - measurements
    return waiting.firstIndex { job in
      switch job.purpose {
      case .speak(.now): utterances <= Self.speaking
      // Two texts of a slow engine would each take twice as long.
      case .speak(.ahead): utterances < (traits()?.isPrompt ?? true ? Self.speaking : 1)
      case .explain: utterances < Self.speaking
      case .measure: !isHolding && measurements < Self.measuring
      }
    }
  }

  private func take(_ notice: WorkerProcess<SpeechAnswer>.Notice) {
    lastSign = scheduler.now
    switch notice {
    case .ended(let error): ended(error)
    case .answer(0, .failed(let failure)): failEverything(failure)
    case .answer(0, .hello(let engine, let traits)):
      if memory != nil { process?.memory = .of(traits) }
      onGreeting(engine, traits)
    case .answer(0, .ready(let rate)) where !isReady: sampleRate = rate
    case .answer(0, let answer): process?.kill(for: Trouble(.spokeOutOfTurn, "\(answer.kind) for no request"))
    case .answer(let request, let answer):
      // The answer to a request that was cancelled here; it crossed the cancellation.
      guard let job = running[request] else { return }
      job.lastSign = lastSign
      job.engineRate = sampleRate ?? job.engineRate
      take(answer, for: job, request)
    }
  }

  private func take(_ answer: SpeechAnswer, for job: SpeechJob, _ request: UInt32) {
    do throws(Trouble) {
      switch try job.take(answer) {
      case .goesOn: return settleUrgency()
      case .ended(let isAnswer):
        running[request] = nil
        guard isAnswer else {
          if losses.count(at: scheduler.now) { return failEverything(Trouble(.broken, "it speaks nothing")) }
          break
        }
        losses.forget()
        if let pace = job.pace(at: lastSign) { onPace(configuration.voice, pace.taken, pace.sound) }
      case .triesAgain:
        running[request] = nil
        waiting.insert(job, at: 0)
      }
    } catch {
      process?.kill(for: error)
      return
    }
    serve()
    if isIdle { onIdle() }
  }

  /// The requests that were running are tried again in the next process, in the same order.
  private func ended(_ error: Trouble) {
    process = nil
    let jobs = running.sorted { $0.key < $1.key }.map(\.value)
    running = [:]
    let culprit = stalled
    stalled = nil
    // The end of an idle process does not count.
    if !jobs.isEmpty, losses.count(at: scheduler.now) {
      waiting = jobs + waiting
      // A worker of another build is not broken, but its answers cannot be understood.
      return failEverything(error.code == .wrongVersion ? error : Trouble(.broken, "\(error)"))
    }
    var lost: [SpeechJob] = []
    var kept: [SpeechJob] = []
    for job in jobs {
      if job.survives(asCulprit: job === culprit) { kept.append(job) } else { lost.append(job) }
    }
    waiting = kept + waiting
    for job in lost { job.fail(error) }
    serve()
    if isIdle { onIdle() }
  }

  /// Nothing can be spoken with this configuration now; the next request tries again.
  ///
  /// The events come in a later turn, since clients may ask within one.
  private func failEverything(_ error: Trouble) {
    let jobs = running.sorted { $0.key < $1.key }.map(\.value) + waiting
    running = [:]
    waiting = []
    losses.forget()
    process?.abandon()
    process = nil
    stopTimer()
    Core.loop.schedule(after: .zero) { [onIdle] in
      for job in jobs { job.fail(error) }
      onIdle()
    }
  }

  // MARK: Deadlines

  /// The moment at which some request has been silent for too long.
  private var deadline: Instant? {
    running.values.filter { !isHeld($0) }.map { job in
      // Requests in the worker's queue wait for the ones before them.
      let since = job.hasStarted ? job.lastSign : max(job.lastSign, lastSign)
      return since.advanced(by: patience(for: job))
    }.min()
  }

  private func patience(for job: SpeechJob) -> Duration {
    job.patience(withReadyWorker: isReady, loading: traits()?.loading ?? .zero)
  }

  /// The processor time in which a process is ready.
  private var longestLoading: Duration { max(.seconds(2), .microseconds((traits()?.loading ?? .zero).count)) }

  private func isHeld(_ job: SpeechJob) -> Bool { isHolding && job.isMeasurement }

  /// A timer that fires too early only looks again. One that fires too late would give an utterance the long deadline
  /// of a measurement.
  private func watchOver() {
    guard let deadline else { return }
    if let timer {
      guard deadline < timer.deadline else { return }
      stopTimer()
    }
    timer = (scheduler.schedule(at: deadline) { [weak self] in self?.checkDeadline() }, deadline)
  }

  private func stopTimer() {
    if let timer { scheduler.cancel(timer.token) }
    timer = nil
  }

  private func checkDeadline() {
    timer = nil
    // If this process was stopped meanwhile, the answers wait in the socket.
    if let deadline, deadline <= scheduler.now, let process, !process.drain() {
      let now = scheduler.now
      if !isReady, loading.goesOn(in: process.pid, upTo: longestLoading) {
        lastSign = now
        for job in running.values { job.lastSign = now }
        return watchOver()
      }
      stalled = running.values.first {
        $0.hasStarted && !isHeld($0) && $0.lastSign.advanced(by: patience(for: $0)) <= now
      }
      process.kill(for: Trouble(.stalled, "no sign of life for \(lastSign.duration(to: now))"))
      for job in running.values { job.lastSign = now }
    }
    watchOver()
  }
}
