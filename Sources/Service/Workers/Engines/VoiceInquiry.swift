import EventLoop
import Speech
import SpeechWire
import Vocabulary
import Wire

/// Asks a worker for the engine's voices; the answer is kept. A list of a former run answers, too, if nothing has
/// changed since, as far as that can be seen without starting the engine.
@Core
final class VoiceInquiry {
  private static let patience = Duration.seconds(5)
  /// The time between two looks at what the process does.
  private static let lookInterval = Duration.seconds(1)
  private static let mostVoices = 10_000
  /// The time that a disk has for the list of a former run.
  private static let recallPatience = Duration.milliseconds(100)

  private let engine: String
  private let program: HeldProgram
  private let memory: MemoryBound?
  private let scheduler: any Scheduler
  /// Receives the process that has answered: without a voice, it is as good as a new one.
  private let handOver: @Core (WorkerProcess<SpeechAnswer>) -> Void
  /// Lists of former runs.
  private let store: (any VoiceListStore)?
  private var process: WorkerProcess<SpeechAnswer>?
  /// True if a list of a former run may answer.
  private let recalls: Bool
  /// True if the list of a former run has answered.
  private(set) var isRecalled = false
  /// The answers that make the list.
  private var answers: [SpeechAnswer] = []
  private var voices: [Voice] = []
  private var result: Result<[Voice], Trouble>?
  private var waiting: [@Core (Result<[Voice], Trouble>) -> Void] = []
  private var timer: TimerToken?
  private var work = SilentWork()
  /// The folders in which its voices are installed and removed, once it has listed them.
  private(set) var folders: [String] = []
  /// The engine's name and version, once it has reported them.
  private(set) var name: String?
  /// The engine's traits, once it has reported them.
  private(set) var traits: EngineTraits?

  /// - Parameters:
  ///   - engine: the name by which the voices are told from those of others.
  ///   - memory: that of a process until it has told its traits; `nil` if it bounds itself.
  ///   - store: the lists of former runs; `nil` if none are kept.
  ///   - recalls: true if a list of a former run may answer.
  init(
    engine: String, program: HeldProgram, memory: MemoryBound?, store: (any VoiceListStore)? = nil,
    recalls: Bool = false,
    scheduler: any Scheduler, handOver: @escaping @Core (WorkerProcess<SpeechAnswer>) -> Void
  ) {
    self.engine = engine
    self.program = program
    self.memory = memory
    self.store = store
    self.recalls = recalls
    self.scheduler = scheduler
    self.handOver = handOver
  }

  isolated deinit { process?.abandon() }

  /// The process that lists the voices; `nil` before and after that.
  var processID: Int32? { process?.pid }

  /// True if the engine has answered, or failed to.
  var isAnswered: Bool { result != nil }

  /// Calls `done` in a later turn.
  func ask(_ done: @escaping @Core (Result<[Voice], Trouble>) -> Void) {
    if let result {
      Core.loop.schedule(after: .zero) { done(result) }
      return
    }
    waiting.append(done)
    guard waiting.count == 1 else { return }
    if recalls { recall() } else { start() }
  }

  private func recall() {
    guard let store else { return start() }
    let (engine, program) = (engine, program)
    BlockingWork.run(within: Self.recallPatience, scheduler: scheduler) {
      KeptVoiceList.recall(of: engine, program, in: store)
    } done: { [weak self] result in
      guard let self else { return }
      guard case .success(let list?) = result else { return start() }
      isRecalled = true
      for answer in list.answers { take(.answer(request: 1, answer)) }
    }
  }

  /// Keeps the list for a later run of the service.
  private func remember() {
    guard !isRecalled, let store else { return }
    let (engine, program, answers, folders) = (engine, program, answers, folders)
    BlockingWork.run(within: nil, scheduler: scheduler) {
      store.keep(KeptVoiceList(answers, folders: folders, of: program).encoded, of: engine)
    } done: { _ in
    }
  }

  private func start() {
    answers = []
    do throws(Trouble) {
      let process = try WorkerProcess<SpeechAnswer>(
        program, arguments: [SpeechRequest.voicesArgument], memory: memory
      ) { [weak self] notice in self?.take(notice) }
      process.send(SpeechRequest.voices.encoded(request: 1))
      self.process = process
      work = SilentWork()
      watchOver()
    } catch {
      Core.loop.schedule(after: .zero) { [self] in finish(.failure(error)) }
    }
  }

  /// - Parameter silence: the time for which the process has done nothing.
  private func watchOver(_ silence: Duration = .zero) {
    scheduler.cancel(&timer)
    timer = scheduler.schedule(after: Self.lookInterval) { [weak self] in
      guard let self, let process else { return }
      let silence = work.goesOn(in: process.pid, upTo: Self.patience) ? .zero : silence + Self.lookInterval
      if silence < Self.patience { return watchOver(silence) }
      process.kill(for: Trouble(.stalled, "no list of voices in time"))
    }
  }

  private func take(_ notice: WorkerProcess<SpeechAnswer>.Notice) {
    if case .answer(_, let answer) = notice { answers.append(answer) }
    switch notice {
    case .answer(_, .hello(let name, let traits)):
      if memory != nil { process?.memory = .of(traits) }
      (self.name, self.traits) = (name, traits)
    case .answer(1, .voiceList(let voices)) where voices.isEmpty:
      process?.kill(for: Trouble(.spokeOutOfTurn, "a list of voices without a voice"))
    case .answer(1, .voiceList(let voices)):
      self.voices += voices.map { voice in
        // A process has voices of its own alone, whatever it says.
        var voice = voice
        voice.id = VoiceID(engine: engine, name: voice.id.name)
        if let traits, voice.cost == 0 { voice.cost = traits.cost }
        return voice
      }
      if self.voices.count > Self.mostVoices {
        process?.kill(for: Trouble(.spokeOutOfTurn, "voices without an end"))
      }
    case .answer(1, .voiceFolders(let folders)): self.folders = folders
    case .answer(1, .done):
      // An engine without voices has nothing to speak with; `finish` ends its process.
      if let process, !voices.isEmpty {
        self.process = nil
        process.notify = nil
        handOver(process)
      }
      remember()
      finish(.success(voices))
    case .answer(_, .failed(let failure)): finish(.failure(failure))
    case .answer(_, let answer):
      process?.kill(for: Trouble(.spokeOutOfTurn, "\(answer.kind) in a request for voices"))
    case .ended where process?.isOutdated == true: start()
    case .ended(let error): finish(.failure(error))
    }
  }

  private func finish(_ result: Result<[Voice], Trouble>) {
    guard self.result == nil else { return }
    self.result = result
    if let timer { scheduler.cancel(timer) }
    process?.abandon()
    process = nil
    let waiting = waiting
    self.waiting = []
    for done in waiting { done(result) }
  }
}
