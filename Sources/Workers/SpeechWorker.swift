import EventLoop
import Speech
import Wire

/// The worker for one voice configuration: its requests, its process, and the next process when that one ends.
@Core
final class SpeechWorker {
  /// Utterances that are sent before the first of them has ended; one more where the listener waits for it.
  private static let speaking = 2
  /// Measurements, so that two run side by side and the next ones are there when they end.
  private static let measuring = 6

  private let executable: String
  private let configuration: VoiceConfiguration
  private let scheduler: any Scheduler
  private let onIdle: @Core () -> Void
  /// A process that runs already, has greeted and has no voice, where there is one.
  private let takeSpare: @Core () -> WorkerProcess?
  /// A process has said what its engine is.
  private let onGreeting: @Core (String) -> Void
  /// True if requests wait for another version of the program, asked when a process is of one.
  private let isGivingWay: @Core () -> Bool
  /// True if some do.
  private var isWaiting = false

  private var process: WorkerProcess?
  private var waiting: [SpeechJob] = []
  private var running: [UInt32: SpeechJob] = [:]
  private var nextRequest: UInt32 = 1
  private var lastSign = Instant(nanoseconds: 0)
  private var losses = LossCount()
  /// Whether the process has its voice and takes requests.
  private var isReady = false
  /// Whether the process lets its measurements stand still.
  private var wasToldToHold = false
  private var stalled: SpeechJob?
  private var timer: (token: TimerToken, deadline: Instant)?
  /// While it is, nothing is measured, and no deadline of a measurement runs.
  var isHolding: Bool {
    didSet { if isHolding != oldValue { holdingChanged() } }
  }

  init(
    executable: String, configuration: VoiceConfiguration, scheduler: any Scheduler, isHolding: Bool,
    takeSpare: @escaping @Core () -> WorkerProcess? = { nil },
    onGreeting: @escaping @Core (String) -> Void = { _ in },
    isGivingWay: @escaping @Core () -> Bool = { false }, onIdle: @escaping @Core () -> Void
  ) {
    self.executable = executable
    self.configuration = configuration
    self.scheduler = scheduler
    self.isHolding = isHolding
    self.onIdle = onIdle
    self.takeSpare = takeSpare
    self.onGreeting = onGreeting
    self.isGivingWay = isGivingWay
  }

  isolated deinit { process?.abandon() }

  var isIdle: Bool { waiting.isEmpty && running.isEmpty }
  /// The process that works here now.
  var processID: Int32? { process?.pid }

  // MARK: Requests

  func add(_ job: SpeechJob) {
    let index = waiting.firstIndex { $0.rank > job.rank } ?? waiting.endIndex
    waiting.insert(job, at: index)
    serve()
  }

  /// Takes a request back; `false` when it is not here.
  func cancel(_ token: RequestToken) -> Bool {
    if let index = waiting.firstIndex(where: { $0.token == token }) {
      waiting.remove(at: index)
      return true
    }
    guard let (request, _) = running.first(where: { $0.value.token == token }) else { return false }
    running[request] = nil
    process?.send(WorkerRequest.cancel.encoded(request: request))
    serve()
    return true
  }

  private func holdingChanged() {
    let measurements = running.values.filter(\.isMeasurement)
    for job in measurements { job.lastSign = scheduler.now }
    if isHolding ? !measurements.isEmpty : wasToldToHold {
      wasToldToHold = isHolding
      process?.send((isHolding ? WorkerRequest.hold : .goOn).encoded(request: 0))
    }
    if !isHolding { serve() }
  }

  /// Starts the process, so that the first request need not.
  func warm() { if !isWaiting { _ = startedProcess() } }

  /// A request that waits for another version of the program waits no longer.
  func goOn() {
    isWaiting = false
    serve()
  }

  /// Ends the process and everything it works at, without further events.
  func release() {
    waiting = []
    running = [:]
    process?.abandon()
    process = nil
    stopTimer()
  }

  // MARK: The process

  private func startedProcess() -> WorkerProcess? {
    if let process { return process }
    do throws(WorkerError) {
      let process: WorkerProcess
      if let spare = takeSpare() { process = spare } else { process = try WorkerProcess(executable: executable) }
      process.notify = { [weak self] notice in self?.take(notice) }
      process.send(WorkerRequest.configure(configuration).encoded(request: 0))
      self.process = process
      isReady = false
      wasToldToHold = false
      lastSign = scheduler.now
      return process
    } catch {
      failEverything(error)
      return nil
    }
  }

  private func serve() {
    while !isWaiting, let index = nextJob(), let process = startedProcess() {
      let job = waiting.remove(at: index)
      let request = nextRequest
      nextRequest = nextRequest == .max ? 1 : nextRequest + 1
      running[request] = job
      job.lastSign = scheduler.now
      process.send(job.request.encoded(request: request))
    }
    watchOver()
  }

  private func nextJob() -> Int? {
    let measurements = running.values.count { $0.isMeasurement }
    let utterances = running.count - measurements
    return waiting.firstIndex { job in
      switch job.purpose {
      case .speak(.now): utterances <= Self.speaking
      case .speak(.ahead): utterances < Self.speaking
      case .measure: !isHolding && measurements < Self.measuring
      }
    }
  }

  private func take(_ notice: WorkerProcess.Notice) {
    lastSign = scheduler.now
    switch notice {
    case .ended(let error): ended(error)
    case .answer(0, .failed(let failure)): failEverything(WorkerError(failure))
    case .answer(0, .hello(let engine, let sampleRate)):
      onGreeting(engine)
      guard sampleRate == SpeechEngine.sampleRate else {
        return failEverything(WorkerError(.broken, "\(sampleRate) Hz"))
      }
    case .answer(0, .ready) where !isReady:
      isReady = true
    case .answer(0, let answer): process?.kill(for: WorkerError(.spokeOutOfTurn, "\(answer.kind) for no request"))
    case .answer(let request, let answer):
      // Unknown: cancelled here, and the worker had sent it before it knew.
      guard let job = running[request] else { return }
      job.lastSign = lastSign
      take(answer, for: job, request)
    }
  }

  private func take(_ answer: WorkerAnswer, for job: SpeechJob, _ request: UInt32) {
    do throws(WorkerError) {
      switch try job.take(answer) {
      case .goesOn: return
      case .ended(let isAnswer):
        running[request] = nil
        guard isAnswer else {
          if losses.count(at: scheduler.now) { return failEverything(WorkerError(.broken, "it speaks nothing")) }
          break
        }
        losses.forget()
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

  /// What was running is tried again in the next process, in the order in which it was asked for.
  private func ended(_ error: WorkerError) {
    process = nil
    let jobs = running.sorted { $0.key < $1.key }.map(\.value)
    running = [:]
    let culprit = stalled
    stalled = nil
    if error.code == .wrongVersion, isGivingWay() {
      isWaiting = true
      waiting = jobs + waiting
      return
    }
    // One that was killed while it had nothing to do tells nothing.
    if !jobs.isEmpty, losses.count(at: scheduler.now) {
      waiting = jobs + waiting
      // A worker of another build works; it is here that nobody understands it.
      return failEverything(error.code == .wrongVersion ? error : WorkerError(.broken, "\(error)"))
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
  private func failEverything(_ error: WorkerError) {
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

  /// The moment at which somebody has been silent for too long.
  private var deadline: Instant? {
    running.values.filter { !isHeld($0) }.map { job in
      // What still waits in the worker's queue waits for the others there.
      let since = job.hasStarted ? job.lastSign : max(job.lastSign, lastSign)
      return since.advanced(by: job.patience(withReadyWorker: isReady))
    }.min()
  }

  private func isHeld(_ job: SpeechJob) -> Bool { isHolding && job.isMeasurement }

  /// A timer that comes too early looks again; one that comes too late would let the listener wait for the patience
  /// that a measurement has.
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
    // Where it was this process that stood still, the answers wait in the socket.
    if let deadline, deadline <= scheduler.now, let process, !process.drain() {
      let now = scheduler.now
      stalled = running.values.first {
        $0.hasStarted && !isHeld($0) && $0.lastSign.advanced(by: $0.patience(withReadyWorker: isReady)) <= now
      }
      process.kill(for: WorkerError(.stalled, "no sign of life for \(lastSign.duration(to: now))"))
      for job in running.values { job.lastSign = now }
    }
    watchOver()
  }
}
