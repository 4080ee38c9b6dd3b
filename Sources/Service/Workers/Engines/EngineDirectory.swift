public import EventLoop
public import Speech
public import Vocabulary

/// The speech engines of this installation: each text goes to the engine of its voice.
///
/// A text in which voices of several engines take part is cut into parts, one for each engine in turn, and their sounds
/// are joined to the sample. An engine that does not start, or lists nothing in time, has no voices until it does.
///
/// Another voice, if one can be found (``substitute``), reads what an engine that is missing or ill does not: from the
/// word on at which that engine failed. Otherwise such a text fails. The usual engine has nobody to take its place.
///
/// Events never come from within the call that asks for them. All calls are allowed within events.
@Core
public final class EngineDirectory {
  private var engines: [SpeechEngine]
  private var programs: [EngineProgram]
  private let scheduler: any Scheduler
  private let lists: (any VoiceListStore)?
  private let listing: VoiceListing
  private let care: EngineCare
  private var requests: [RequestToken: [Undertaking]] = [:]
  /// The number of parts for which another voice is looked for, by request.
  private var pending: [RequestToken: Int] = [:]
  private var nextToken: UInt64 = 0
  private let paces: VoicePaces

  /// A piece of work for a request: by an engine, or by another request for what is left of a part.
  private enum Undertaking {
    case engine(SpeechEngine, RequestToken)
    case rest(RequestToken)
  }

  /// Finds the voice that reads in place of one whose engine is missing or ill; called for each such text. `nil` as the
  /// answer, or no such function, fails the text.
  public var substitute: (@Core (_ voice: VoiceID, _ found: @escaping @Core (VoiceID?) -> Void) -> Void)?
  /// Called when an engine or a voice has fallen ill, and why; once, until it is well again: then without a reason. It
  /// is named as the subject of a sentence.
  public var onHealth: (@Core (_ subject: String, Trouble?) -> Void)?
  /// Called when the voices are others than ``voices(some:_:)`` has told.
  public var onVoicesChanged: (@Core () -> Void)?
  /// Watches the places where engines and voices are installed.
  public weak var changes: (any VoiceChanges)?

  /// - Parameters:
  ///   - programs: the engines (``EngineProgram/installed()``), the usual one first.
  ///   - lists: a place for the lists of voices, which spare the others than the usual one a start; `nil` for none.
  public convenience init(
    _ programs: [EngineProgram], lists: (any VoiceListStore)? = nil, scheduler: any Scheduler = Core.loop
  ) {
    self.init(programs, lists: lists, scheduler: scheduler, firstTrial: EngineHealth.usualWait)
  }

  /// - Parameter firstTrial: the time after which an ill engine is tried again.
  init(
    _ programs: [EngineProgram], lists: (any VoiceListStore)? = nil, scheduler: any Scheduler = Core.loop,
    firstTrial: Duration
  ) {
    precondition(!programs.isEmpty, "the usual engine is missing")
    self.scheduler = scheduler
    self.lists = lists
    self.programs = programs
    engines = programs.enumerated().map {
      SpeechEngine(engine: $1.name, $1.program, isUsual: $0 == 0, lists: lists, scheduler: scheduler)
    }
    listing = VoiceListing(scheduler: scheduler)
    paces = VoicePaces(listing)
    care = EngineCare(listing: listing, scheduler: scheduler, firstWait: firstTrial)
    for engine in engines { paces.watch(engine) }
    listing.onLate = { [weak self] in self?.onVoicesChanged?() }
    care.tell = { [weak self] in self?.onHealth?("\($0)", $1) }
    listing.onFailure = { [weak self] in self?.fellIll($0, $1) }
    listing.onSuccess = { [care] in care.worked($0) }
  }

  private func engine(_ name: String) -> SpeechEngine? { engines.first { $0.engine == name } }

  // MARK: All engines

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
    guard engines[0].name != nil else { return nil }
    return EngineNames(
      Dictionary(uniqueKeysWithValues: engines.compactMap { engine in engine.name.map { (engine.engine, $0) } }))
  }

  /// The engines that speak nothing now, and why.
  public var troubles: [(engine: String, trouble: Trouble)] {
    engines.compactMap { engine in care.trouble(of: engine.engine).map { (engine.engine, $0) } }
  }

  /// The voices that speak nothing now although their engines are well, and why.
  public var voiceTroubles: [(voice: VoiceID, trouble: Trouble)] { care.voiceTroubles }

  /// The effort of speaking with a voice; that of the usual engine if its engine is not known.
  public func effort(of voice: VoiceID) -> SpeechEffort {
    (engine(voice.engine) ?? engines[0]).traits.map { SpeechEffort($0, paces.voice(voice)) } ?? .slight
  }

  /// True if the engine of a voice tells no length before it has spoken: it may be another one each time.
  public func mayVary(_ voice: VoiceID) -> Bool { engine(voice.engine)?.traits?.lengths == EngineTraits.Precision.none }

  /// The pace of a natural voice, as far as it is known.
  public func pace(of voice: Voice) -> SpeakingPace { paces.pace(of: voice) }

  /// True if the machine makes the sound of a voice in time for a listener who hears it at a rate.
  public func keepsUp(with voice: Voice, at rate: Double) -> Bool { paces.keepsUp(with: voice, at: rate) }

  /// Ends all idle processes, and the others as soon as they are idle, unless something is to be spoken before.
  public func release() { for engine in engines { engine.release() } }

  /// Starts the process for a voice, so that its first text need not wait for it.
  public func warm(_ configuration: VoiceConfiguration) { engine(configuration.voice.engine)?.warm(configuration) }

  /// The voices of all engines, those of the usual one first; `done` is called in a later turn. Each engine is asked
  /// once. One that works is waited for, five seconds longer than the usual one at most.
  ///
  /// It fails if the usual engine does.
  ///
  /// - Parameter some: gets the voices that are known when an engine takes long, and again when more are.
  public func voices(
    some: @escaping @Core ([Voice]) -> Void = { _ in }, _ done: @escaping @Core (Result<[Voice], Trouble>) -> Void
  ) { listing.ask(engines, some: some, done) }

  /// True while voices are listed: an engine is waited for, or a list is not told yet.
  public var isListing: Bool { listing.isListing }

  /// Calls `body` when no voices are listed; at once if that is so already.
  public func whenListed(_ body: @escaping @Core () -> Void) { listing.whenListed(body) }

  /// Takes up engines that were installed, and gives up those that were removed or replaced. What a former engine
  /// speaks now, it speaks to its end.
  ///
  /// - Parameter programs: those that are installed now. The usual engine stays as it is.
  public func refresh(_ programs: [EngineProgram]) {
    guard replaceOthers(programs.dropFirst()) else { return }
    voices { [weak self] _ in self?.onVoicesChanged?() }
  }

  /// Takes up the engines beside the usual one, before anybody but it was asked for voices: it starts first.
  public func complete(_ programs: [EngineProgram]) { replaceOthers(programs.dropFirst()) }

  /// - Returns: false if they are those that are there.
  @discardableResult
  private func replaceOthers(_ others: ArraySlice<EngineProgram>) -> Bool {
    guard Array(others) != Array(programs.dropFirst()) else { return false }
    var former: [EngineProgram: SpeechEngine] = [:]
    for (program, engine) in zip(programs, engines) { former[program] = engine }
    let usual = (program: programs[0], engine: engines[0])
    programs = [usual.program] + others
    engines = [usual.engine]
    for program in others {
      if let kept = former.removeValue(forKey: program) {
        engines.append(kept)
      } else {
        let new = SpeechEngine(engine: program.name, program.program, lists: lists, scheduler: scheduler)
        new.isMeasuringHeld = isMeasuringHeld
        paces.watch(new)
        engines.append(new)
      }
    }
    former[usual.program] = nil
    for gone in former.values {
      gone.release()
      listing.forget(gone.engine)
      care.forget(gone.engine)
    }
    return true
  }

  /// The folders in which voices are installed and removed, as the engines have told with their voices.
  public var voiceFolders: [String] { engines.flatMap(\.voiceFolders) }

  /// Those of one engine.
  public func voiceFolders(of name: String) -> [String] { engine(name)?.voiceFolders ?? [] }

  /// Asks the engines again that have such folders: something in them has changed (`isSeen`), or may have.
  public func voicesMayHaveChanged(isSeen: Bool) {
    for engine in engines where !engine.voiceFolders.isEmpty {
      if isSeen { care.forgetVoices(of: engine.engine) }
      listing.askAgain(engine)
    }
  }

  /// An engine speaks nothing, whatever the text is, or a voice of it that has processes of its own does not.
  ///
  /// - Parameter text: one that it failed to speak; `nil` if it has not listed its voices.
  private func fellIll(_ engine: SpeechEngine, _ trouble: Trouble, _ text: JoinedSpeech.Part? = nil) {
    guard engine !== engines[0], engines.contains(where: { $0 === engine }) else { return }
    let voice = text.map(\.configuration.voice)
    let isOfVoice =
      trouble.code == .noVoice || trouble.code.isOfVoice && voice.flatMap { listing.voice($0) }?.isAlone == true
    guard text == nil || isOfVoice || trouble.code.isOfEngine else { return }
    care.fellIll(engine, isOfVoice ? voice : nil, trouble, text)
  }

  /// The engine that speaks with a voice now; `nil` if it is missing, or one of both is ill and another one can take
  /// its place.
  private func able(_ voice: VoiceID) -> SpeechEngine? {
    guard let engine = engine(voice.engine), substitute == nil || care.trouble(of: voice) == nil else {
      return nil
    }
    return engine
  }

  // MARK: Texts

  /// Speaks a text of UTF-8; see ``SpeechEngine/speak(_:runs:configuration:at:urgency:events:)``.
  ///
  /// - Parameters:
  ///   - runs: the parts that are said in another way, by voices of any engine, in order.
  ///   - rate: the samples a second of the events.
  public func speak(
    _ text: [UInt8], runs: [TextRun] = [], configuration: VoiceConfiguration, at rate: SampleRate,
    urgency: SpeechUrgency = .ahead, events: @escaping @Core (SpeechEvent) -> Void
  ) -> RequestToken {
    let request = newToken()
    withAbleVoices(request, configuration, runs, refuse: { events(.failed($0)) }) { [self] able in
      if able.areOthers { events(.otherVoice) }
      let parts = JoinedSpeech.parts(text, able.configuration, able.runs, odd: listing.odd)
      let joined = JoinedSpeech(parts) { [weak self] event in
        // One answer of an engine may be several events, within which the request may be cancelled.
        guard let self, requests[request] != nil else { return }
        switch event {
        case .done: requests[request] = nil
        case .failed: forget(request)
        case .samples, .mark, .reached, .skipped, .otherVoice: break
        }
        events(event)
      }
      joined.recover = { [weak self, weak joined] index, trouble in
        guard let self, let joined else { return false }
        return speakRest(of: parts[index], index, joined, trouble, request, at: rate, urgency)
      }
      requests[request] = parts.enumerated().compactMap { index, part in
        guard let engine = engine(part.engine) else { return nil }
        let token = engine.speak(
          part.text, runs: part.runs, configuration: part.configuration, at: rate,
          urgency: index == 0 ? urgency : .ahead
        ) { [weak self] event in
          if case .done = event { self?.care.worked(engine, part.configuration.voice) }
          joined.take(event, of: index)
        }
        return .engine(engine, token)
      }
    }
    return request
  }

  /// Has another engine speak what is left of a part that its engine has failed to speak.
  ///
  /// - Returns: false if nobody can.
  private func speakRest(
    of part: JoinedSpeech.Part, _ index: Int, _ joined: JoinedSpeech, _ trouble: Trouble, _ request: RequestToken,
    at rate: SampleRate, _ urgency: SpeechUrgency
  ) -> Bool {
    guard trouble.code.mayBeSpokenByOthers, let failed = engine(part.engine), failed !== engines[0], substitute != nil,
      requests[request] != nil
    else { return false }
    fellIll(failed, trouble, part)
    let rest = joined.restart(index)
    let runs = rest.runs(of: part)
    withAbleVoices(
      request, part.configuration, runs, except: part.engine, refuse: { _ in joined.take(.failed(trouble), of: index) }
    ) { [self] able in
      let rest = speak(
        Array(part.text[rest.start...]), runs: able.runs, configuration: able.configuration, at: rate,
        urgency: joined.isCurrent(index) ? urgency : .ahead
      ) { joined.take($0, of: index) }
      requests[request]?.append(.rest(rest))
    }
    return true
  }

  /// Measures the frames of a text, at idle priority; see
  /// ``SpeechEngine/measure(_:runs:configuration:at:done:)``. It fails with `broken` while an engine is ill, since the
  /// length would be that of another voice.
  public func measure(
    _ text: [UInt8], runs: [TextRun] = [], configuration: VoiceConfiguration, at rate: SampleRate,
    done: @escaping @Core (Result<Frame, Trouble>) -> Void
  ) -> RequestToken {
    let request = newToken()
    let ill = ([configuration.voice] + runs.compactMap(\.attributes.voice)).first { care.trouble(of: $0) != nil }
    if let ill {
      return refuse(request) { done(.failure(Trouble(.broken, "\(ill) is ill"))) }
    }
    withAbleVoices(request, configuration, runs, refuse: { done(.failure($0)) }) { [self] able in
      let parts = JoinedSpeech.parts(text, able.configuration, able.runs, odd: listing.odd)
      var (sum, missing) = (Frame(0), parts.count)
      requests[request] = parts.compactMap { part in
        guard let engine = engine(part.engine) else { return nil }
        let token = engine.measure(part.text, runs: part.runs, configuration: part.configuration, at: rate) {
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
        return .engine(engine, token)
      }
    }
    return request
  }

  /// Asks the engine of a voice for its account of a text; see ``SpeechEngine/explain(_:configuration:done:)``.
  public func explain(
    _ text: [UInt8], configuration: VoiceConfiguration, done: @escaping @Core (Result<Explanation, Trouble>) -> Void
  ) -> RequestToken {
    let request = newToken()
    guard let engine = engine(configuration.voice.engine) else {
      return refuse(request) { done(.failure(Trouble(.noVoice, configuration.voice.text))) }
    }
    let token = engine.explain(text, configuration: configuration) { [weak self] result in
      self?.requests[request] = nil
      done(result)
    }
    requests[request] = [.engine(engine, token)]
    return request
  }

  /// Ends a request; no event of it follows. A finished request is ignored.
  public func cancel(_ request: RequestToken) { forget(request) }

  private func newToken() -> RequestToken {
    nextToken += 1
    return RequestToken(number: nextToken)
  }

  /// Answers a request in a later turn, unless it is ended before.
  private func refuse(_ request: RequestToken, _ answer: @escaping @Core () -> Void) -> RequestToken {
    requests[request] = []
    Core.loop.schedule(after: .zero) { [weak self] in
      guard self?.requests.removeValue(forKey: request) != nil else { return }
      answer()
    }
    return request
  }

  /// Ends what is left of a request.
  private func forget(_ request: RequestToken) {
    pending[request] = nil
    for undertaking in requests.removeValue(forKey: request) ?? [] {
      switch undertaking {
      case .engine(let engine, let token): engine.cancel(token)
      case .rest(let rest): forget(rest)
      }
    }
  }

  // MARK: Other voices

  /// Calls `body` with voices whose engines are installed and well: at once if those of the text are. A part whose
  /// voice nobody replaces is spoken by the voice of the rest.
  ///
  /// - Parameter except: the name of an engine that has failed to speak the text.
  private func withAbleVoices(
    _ request: RequestToken, _ configuration: VoiceConfiguration, _ runs: [TextRun], except: String? = nil,
    refuse: @escaping @Core (Trouble) -> Void, _ body: @escaping @Core (AbleVoices) -> Void
  ) {
    @Core func isAble(_ voice: VoiceID) -> Bool { voice.engine != except && able(voice) != nil }
    var others: [VoiceID: VoiceID] = [:]
    let voices = AbleVoices(configuration: configuration, runs: runs)
    let wanted = voices.all.filter { !isAble($0) }
    guard let first = wanted.first else { return body(voices) }
    pending[request, default: 0] += 1
    @Core func finish() {
      guard let count = pending[request] else { return }
      pending[request] = count > 1 ? count - 1 : nil
      let replaced = voices.replaced { isAble($0) ? $0 : others[$0] }
      if let replaced { body(replaced) } else { refuse(Trouble(.noVoice, first.text)) }
    }
    var missing = wanted.count
    @Core func answer(_ wish: VoiceID, _ voice: VoiceID?) {
      if let voice, isAble(voice) { others[wish] = voice }
      missing -= 1
      if missing == 0 { Core.loop.schedule(after: .zero) { finish() } }
    }
    for wish in wanted {
      if let substitute { substitute(wish) { answer(wish, $0) } } else { answer(wish, nil) }
    }
  }
}
