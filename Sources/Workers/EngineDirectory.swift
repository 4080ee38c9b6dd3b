public import EventLoop
public import Speech
public import Vocabulary

/// The speech engines of this installation: each text goes to the engine of its voice.
///
/// A text in which voices of several engines take part is cut into parts, one for each engine in turn, and their sounds
/// are joined to the sample. The engines are those that were installed when the directory was made; one that does not
/// start, or lists nothing in time, has no voices. A text of an engine that is missing is read by another voice
/// (``substitute``), and parts of it by its own voice.
///
/// Events never come from within the call that asks for them. All calls are allowed within events.
@Core
public final class EngineDirectory {
  /// After the usual engine has listed its voices, the others have so long: nobody waits for one that is ill.
  private static let patience = Duration.seconds(1)

  private let engines: [SpeechEngine]
  private let byName: [String: SpeechEngine]
  private let scheduler: any Scheduler
  private var requests: [RequestToken: [(engine: SpeechEngine, token: RequestToken)]] = [:]
  /// The requests that wait for another voice.
  private var pending: Set<RequestToken> = []
  private var nextToken: UInt64 = 1

  /// Finds the voice that reads in place of one whose engine is not installed; called for each such text. `nil` as the
  /// answer, or no such function, fails the text.
  public var substitute: (@Core (_ voice: VoiceID, _ found: @escaping @Core (VoiceID?) -> Void) -> Void)?

  /// - Parameter programs: the engines (``EngineProgram/installed()``), the usual one first.
  public init(_ programs: [EngineProgram], scheduler: any Scheduler = Core.loop) {
    precondition(!programs.isEmpty, "the usual engine is missing")
    self.scheduler = scheduler
    engines = programs.map { SpeechEngine(engine: $0.name, executable: $0.path, scheduler: scheduler) }
    byName = Dictionary(engines.map { ($0.engine, $0) }) { first, _ in first }
  }

  /// The engine that speaks what no other one does.
  private var usual: SpeechEngine { engines[0] }

  private func engine(of voice: VoiceID) -> SpeechEngine? { byName[voice.engine] }

  // MARK: All engines

  /// Called when a worker belongs to another version of the program; see ``SpeechEngine/isGivingWay``.
  public var isGivingWay: (@Core () -> Bool)? {
    didSet { for engine in engines { engine.isGivingWay = isGivingWay } }
  }
  /// True if requests wait for another version to take over.
  public var isWaiting: Bool { engines.contains(where: \.isWaiting) }
  /// True if there is no work.
  public var isIdle: Bool { engines.allSatisfy(\.isIdle) }
  /// The ids of the processes that work or stand ready, for diagnosis.
  public var processIDs: [Int32] { engines.flatMap(\.processIDs) }
  /// True if measuring is paused, for present and further requests.
  public var isMeasuringHeld = false {
    didSet { for engine in engines { engine.isMeasuringHeld = isMeasuringHeld } }
  }
  /// Name and version of each engine that has reported them; `nil` until the usual one has.
  public var names: EngineNames? {
    guard usual.name != nil else { return nil }
    return EngineNames(
      Dictionary(uniqueKeysWithValues: engines.compactMap { engine in engine.name.map { (engine.engine, $0) } }))
  }

  /// No other version takes over: the waiting requests are tried again, and fail if they cannot succeed.
  public func stopWaiting() { for engine in engines { engine.stopWaiting() } }

  /// Ends all idle processes, and the others as soon as they are idle, unless something is to be spoken before.
  public func release() { for engine in engines { engine.release() } }

  /// Starts the process for a voice, so that its first text need not wait for it.
  public func warm(_ configuration: VoiceConfiguration) { engine(of: configuration.voice)?.warm(configuration) }

  /// The voices of all engines, those of the usual one first; `done` is called in a later turn. Each engine is asked once.
  ///
  /// It fails if the usual engine does.
  public func voices(_ done: @escaping @Core (Result<[Voice], Trouble>) -> Void) {
    var found: [String: [Voice]] = [:]
    var missing = engines.count
    var limit: TimerToken?
    var isOver = false
    func finish() {
      guard !isOver else { return }
      isOver = true
      if let limit { scheduler.cancel(limit) }
      done(.success(engines.flatMap { found[$0.engine] ?? [] }))
    }
    for engine in engines {
      engine.voices { [scheduler] result in
        missing -= 1
        switch result {
        case .success(let voices): found[engine.engine] = voices
        case .failure(let error) where engine.engine == UsualEngine.name && !isOver:
          isOver = true
          done(.failure(error))
        case .failure: break
        }
        if missing == 0 { return finish() }
        if engine.engine == UsualEngine.name, !isOver {
          limit = scheduler.schedule(after: Self.patience) { finish() }
        }
      }
    }
  }

  // MARK: Texts

  /// Speaks a text of UTF-8; see ``SpeechEngine/speak(_:spans:configuration:at:urgency:events:)``.
  ///
  /// - Parameters:
  ///   - spans: the parts that other voices speak, of any engine, in order.
  ///   - rate: the samples a second of the events.
  public func speak(
    _ text: [UInt8], spans: [VoiceSpan] = [], configuration: VoiceConfiguration, at rate: SampleRate,
    urgency: SpeechUrgency = .ahead, events: @escaping @Core (SpeechEvent) -> Void
  ) -> RequestToken {
    let request = newToken()
    withInstalledVoices(request, configuration, spans, refuse: { events(.failed($0)) }) { [self] configuration, spans in
      let parts = JoinedSpeech.parts(text, configuration, spans)
      let joined = JoinedSpeech(parts) { [weak self] event in
        switch event {
        case .done: self?.requests[request] = nil
        case .failed: self?.forget(request)
        case .samples, .mark, .skipped: break
        }
        events(event)
      }
      requests[request] = parts.enumerated().compactMap { index, part in
        guard let engine = byName[part.engine] else { return nil }
        let token = engine.speak(
          part.text, spans: part.spans, configuration: part.configuration, at: rate,
          urgency: index == 0 ? urgency : .ahead
        ) { joined.take($0, of: index) }
        return (engine, token)
      }
    }
    return request
  }

  /// Measures the frames of a text, at idle priority; see
  /// ``SpeechEngine/measure(_:spans:configuration:at:done:)``.
  public func measure(
    _ text: [UInt8], spans: [VoiceSpan] = [], configuration: VoiceConfiguration, at rate: SampleRate,
    done: @escaping @Core (Result<Frame, Trouble>) -> Void
  ) -> RequestToken {
    let request = newToken()
    withInstalledVoices(request, configuration, spans, refuse: { done(.failure($0)) }) { [self] configuration, spans in
      let parts = JoinedSpeech.parts(text, configuration, spans)
      var (sum, missing) = (Frame(0), parts.count)
      requests[request] = parts.compactMap { part in
        guard let engine = byName[part.engine] else { return nil }
        let token = engine.measure(part.text, spans: part.spans, configuration: part.configuration, at: rate) {
          [weak self] result in
          guard missing > 0 else { return }
          switch result {
          case .success(let frames):
            (sum, missing) = (sum + frames, missing - 1)
            guard missing == 0 else { return }
            self?.requests[request] = nil
            done(.success(sum))
          case .failure(let error):
            missing = 0
            self?.forget(request)
            done(.failure(error))
          }
        }
        return (engine, token)
      }
    }
    return request
  }

  /// Asks the engine of a voice for its account of a text; see ``SpeechEngine/explain(_:configuration:done:)``.
  public func explain(
    _ text: [UInt8], configuration: VoiceConfiguration, done: @escaping @Core (Result<Explanation, Trouble>) -> Void
  ) -> RequestToken {
    let request = newToken()
    guard let engine = engine(of: configuration.voice) else {
      let missing = Trouble(.noVoice, configuration.voice.text)
      Core.loop.schedule(after: .zero) { done(.failure(missing)) }
      return request
    }
    let token = engine.explain(text, configuration: configuration) { [weak self] result in
      self?.requests[request] = nil
      done(result)
    }
    requests[request] = [(engine, token)]
    return request
  }

  /// Ends a request; no event of it follows. A finished request is ignored.
  public func cancel(_ request: RequestToken) { forget(request) }

  private func newToken() -> RequestToken {
    defer { nextToken += 1 }
    return RequestToken(number: nextToken)
  }

  /// Ends what is left of a request.
  private func forget(_ request: RequestToken) {
    pending.remove(request)
    for (engine, token) in requests.removeValue(forKey: request) ?? [] { engine.cancel(token) }
  }

  /// Calls `body` with voices whose engines are installed: at once if the text's own one is.
  private func withInstalledVoices(
    _ request: RequestToken, _ configuration: VoiceConfiguration, _ spans: [VoiceSpan],
    refuse: @escaping @Core (Trouble) -> Void, _ body: @escaping @Core (VoiceConfiguration, [VoiceSpan]) -> Void
  ) {
    let spans = spans.filter { byName[$0.voice.engine] != nil }
    let wanted = configuration.voice
    guard byName[wanted.engine] == nil else { return body(configuration, spans) }
    pending.insert(request)
    @Core func answer(_ voice: VoiceID?) {
      Core.loop.schedule(after: .zero) { [weak self] in
        guard let self, pending.remove(request) != nil else { return }
        guard let voice, byName[voice.engine] != nil else { return refuse(Trouble(.noVoice, wanted.text)) }
        body(configuration.with(voice: voice), spans)
      }
    }
    if let substitute { substitute(wanted, answer) } else { answer(nil) }
  }
}
