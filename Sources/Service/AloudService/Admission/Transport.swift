import AloudAPI
import BusValues
import Configuration
import EventLoop
import Playback
import Reading
import Speech
import Store
import Study
import Vocabulary
import VoiceSelection

/// The requests of both faces to the service, so that neither face has rules of its own.
@Core
final class Transport {
  let session: Session
  let openings: OpeningQueue
  private let engine: any Synthesizer
  private let settingsSource: any KnownSettings
  private let tell: Relay<RoomNotice>
  /// True for announcements: they wait for no slow engine.
  private let isUrgent: Bool
  /// The library, which knows how documents are studied; `nil` for announcements.
  weak var studies: Library?
  /// The last presses of the keys Next and Previous.
  var presses = KeyPresses<SteppingPlace>()
  private var catalogue: VoiceCatalogue? { didSet { latest = catalogue ?? latest } }
  /// The voices as they were known last: nothing is told of the moment in which they are listed anew.
  private var latest: VoiceCatalogue? { didSet { engines = Set(latest?.engines ?? []) } }
  /// The engines of ``latest``.
  private var engines: Set<String> = []
  /// The voices that are known while others take long to be listed.
  private var some: VoiceCatalogue?
  private var waitingForVoices: [VoiceWish] = []
  /// True while the voices are listed.
  private var isListing = false
  /// True if the voices have changed while they are listed.
  private var isListStale = false

  /// Somebody who waits for the voices.
  private struct VoiceWish {
    /// The voice without which they cannot go on; `nil` if it depends on all of them.
    var voice: String?
    /// True if the list that is being made is not enough, since the voices have changed meanwhile.
    var isLater: Bool
    var body: @Core (Result<VoiceCatalogue, APIError>) -> Void
  }

  init(
    session: Session, openings: OpeningQueue, engine: any Synthesizer, settings: any KnownSettings,
    isUrgent: Bool = false, _ tell: Relay<RoomNotice>
  ) {
    self.isUrgent = isUrgent
    self.tell = tell
    self.session = session
    self.openings = openings
    self.engine = engine
    settingsSource = settings
  }

  /// The present configuration.
  var settings: Settings { settingsSource.current }

  // MARK: Opening

  /// The place of a new text in the queue.
  enum Place {
    /// By the policy for a busy service; `nil`: the configured one.
    case whenBusy(WhenBusy?)
    case exactly(Placement)
  }

  /// Opens a text and puts it into the queue, once the configuration and the voices are known.
  ///
  /// - Parameters:
  ///   - parts: the parts of an utterance of texts and clips, whose text it is; `nil` for any other text.
  ///   - order: the call that it belongs to, which the listener may end.
  ///   - insisting: false if another voice may read when that of the options does not exist.
  ///   - replacing: true if a document that is in the queue already continues there instead of being added again.
  ///   - isEcho: true for what answers a key.
  ///   - admitting: checks if the text may enter the queue in place of these tracks; `nil`: it may.
  func open(
    _ source: TextSource, _ options: SpeakOptions, parts: UtteranceParts? = nil, of order: OpeningOrder? = nil,
    at place: Place, insisting: Bool = true, replacing: Bool = false, isEcho: Bool = false,
    admitting: OpeningQueue.Admitting? = nil, completion: @escaping @Core (Result<TrackID, BusError>) -> Void
  ) {
    settingsSource.whenKnown { [self] in
      do throws(APIError) {
        let kind = options.request ?? (source.isDivided(options) ? .read : .say)
        let placement = try placement(place, of: kind, options)
        let silences = order?.silences ?? session.silences.count
        let isSilent = options.paused || order?.ending != nil || session.silences.haveOvertaken(silences)
        if !isSilent { session.openOutput() }
        chooseVoices(for: options, isEcho: isEcho) { [self] defaults throws(APIError) in
          if let ending = order?.ending { return completion(.failure(ending)) }
          let defaults = try defaults.get()
          var request = try OpeningRequest(
            source, insisting ? options : defaults.fulfillable(options), defaults: defaults, placement: placement)
          request.parts = parts
          request.study = kind == .read || options.learn != nil ? study(options.learn, of: source) : nil
          request.isSaid = kind == .say
          request.isReplacing = replacing
          request.silences = silences
          openings.open(request, admitting: admitting) { completion($0.mapError(\.busError)) }
        } refuse: {
          completion(.failure($0.busError))
        }
      } catch {
        completion(.failure(error.busError))
      }
    }
  }

  /// The way in which a text is studied: as a document was before, with the changes of a request. Without a request it is
  /// studied if it was when it was heard last.
  private func study(_ changes: LearnOptions?, of source: TextSource) -> StudyPlan? {
    let kept = studies?.study(of: source.file.contentID)
    guard let changes else { return kept.flatMap { $0.isOn ? $0.plan : nil } }
    return changes.changing(kept?.plan ?? settings.study.plan)
  }

  /// The policy that a request names, or else the configured one for its kind.
  func policy(_ wanted: WhenBusy?, of kind: RequestKind) -> WhenBusy {
    let player = settings.player
    return wanted ?? player.whenBusy ?? (kind == .say ? player.sayWhenBusy : player.readWhenBusy)
  }

  /// - Throws: `Busy`.
  private func placement(
    _ place: Place, of kind: RequestKind, _ options: SpeakOptions
  ) throws(APIError) -> Placement {
    switch place {
    case .exactly(let placement): return placement
    // A text that waits for Play goes to the end, unless the request names another place.
    case .whenBusy(nil) where options.paused && !isDropped(kind): return .last
    case .whenBusy(let wanted):
      switch policy(wanted, of: kind) {
      // If the request belongs to a list, the list was accepted already.
      case .drop where isBusy && options.after == nil: throw APIError(.busy, "something else is being read")
      case .drop: return kind == .say ? .inTurn : .now
      case .inTurn: return .inTurn
      case .queue: return .last
      case .next: return .next
      case .now: return .now
      }
    }
  }

  private func isDropped(_ kind: RequestKind) -> Bool { policy(nil, of: kind) == .drop }

  var isBusy: Bool { session.snapshot.status == .playing || !openings.isIdle }

  /// Calls `body` with the rules for a text. Before a voice, an engine or a language that it names counts as missing,
  /// all that was installed until now becomes known. Nothing is asked for that unless something has come or gone.
  ///
  /// - Parameters:
  ///   - body: may be called again after it has thrown `noVoice`.
  ///   - refuse: gets its last error.
  private func chooseVoices(
    for options: SpeakOptions, isEcho: Bool = false, isAnnounced: Bool = false,
    _ body: @escaping @Core (Result<SpeechDefaults, APIError>) throws(APIError) -> Void,
    refuse: @escaping @Core (APIError) -> Void
  ) {
    @Core func choose(_ voices: Result<VoiceCatalogue, APIError>, isLast: Bool) {
      let defaults = voices.map { self.defaults(from: $0, isEcho: isEcho, isAnnounced: isAnnounced) }
      do throws(APIError) {
        if !isLast, !engine.knowsVoices, let rules = try? defaults.get(), !rules.fulfils(options), waits() { return }
        try body(defaults)
      } catch {
        if isLast || error.code != .noVoice || !waits() { refuse(error) }
      }
    }
    @Core func waits() -> Bool {
      engine.awaitVoices { [self] in withVoices { choose($0, isLast: true) } }
    }
    withVoices(having: SpeechDefaults.namedVoice(for: options, settings.speech)) { choose($0, isLast: false) }
  }

  /// Calls `body` with the engine's voices; at once if they are known.
  ///
  /// - Parameter voice: the name of a voice with which `body` is called as soon as that one is known, should others
  ///   take long.
  func withVoices(having voice: String? = nil, _ body: @escaping @Core (Result<VoiceCatalogue, APIError>) -> Void) {
    if let catalogue { return body(.success(catalogue)) }
    if let voice, let some, some.identifies(voice) { return body(.success(some)) }
    waitingForVoices.append(VoiceWish(voice: voice, isLater: isListStale, body: body))
    if !isListing { listVoices() }
  }

  private func listVoices() {
    isListing = true
    for index in waitingForVoices.indices { waitingForVoices[index].isLater = false }
    engine.listVoices { [weak self] voices in
      guard let self, isListing else { return }
      let known = VoiceCatalogue(voices)
      some = known
      for wish in takeWishes(where: { $0.voice.map(known.identifies) ?? false }) { wish.body(.success(known)) }
    } _: { [weak self] result in
      guard let self else { return }
      let answer = result.map { VoiceCatalogue($0) }.mapError { ReadingError($0).apiError }
      (isListing, some) = (false, nil)
      catalogue = try? answer.get()
      tell(.detailsChanged)
      for wish in takeWishes(where: { !$0.isLater }) { wish.body(answer) }
      guard isListStale else { return }
      isListStale = false
      catalogue = nil
      listVoices()
    }
  }

  private func takeWishes(where isFulfilled: (VoiceWish) -> Bool) -> [VoiceWish] {
    let fulfilled = waitingForVoices.filter(isFulfilled)
    waitingForVoices.removeAll(where: isFulfilled)
    return fulfilled
  }

  /// The voices are others than they were.
  func forgetVoices() {
    // A list that is being made may be of before.
    guard !isListing else { return isListStale = true }
    guard catalogue != nil else { return }
    catalogue = nil
    listVoices()
  }

  /// The reason why another voice reads than the configured one, or than that of the current track; empty if there is
  /// none, or the voices are not known yet.
  var voiceError: String {
    guard let catalogue = latest else { return "" }
    let voice = session.player.current.flatMap { session.track($0) }?.voice.voice
    if let illness = illness(among: engine.troubles, of: voice, from: catalogue) { return illness }
    if let missing = defaults(from: catalogue).missingVoice { return missing }
    guard let voice, !engines.isEmpty, !engines.contains(voice.engine) else { return "" }
    return "the engine '\(voice.engine)' is not installed: another voice reads in place of \(voice)"
  }

  /// The sentence about an engine that does not work, if it is that of the current voice or of the usual one.
  private func illness(
    among troubles: [(engine: String, trouble: Trouble)], of voice: VoiceID?, from catalogue: VoiceCatalogue
  ) -> String? {
    let voices = engine.voiceTroubles
    guard !troubles.isEmpty || !voices.isEmpty else { return nil }
    for case let voice? in [voice, (try? defaults(from: catalogue).standard())?.id] {
      if let ill = voices.first(where: { $0.voice == voice }) {
        return "the voice \(voice) does not work (\(ill.trouble)): another voice reads in its place"
      }
      guard let (engine, trouble) = troubles.first(where: { $0.engine == voice.engine }) else { continue }
      return "the engine '\(engine)' does not work (\(trouble)): another voice reads in place of \(voice)"
    }
    return nil
  }

  /// Finds the voice that reads in place of one whose engine is missing or ill: the one of the usual engine for its
  /// language, or else the one for texts that ask for none.
  func substitute(_ voice: VoiceID, _ found: @escaping @Core (VoiceID?) -> Void) {
    withVoices { [self] result in
      guard let catalogue = try? result.get() else { return found(nil) }
      let usual = defaults(from: catalogue.of(engine: UsualEngine.name))
      let language = catalogue.voice(voice)?.language ?? ""
      found((usual.catalogue.best(forLanguage: language) ?? (try? usual.standard()))?.id)
    }
  }

  /// The rules by which a request gets its voices now.
  private func defaults(
    from catalogue: VoiceCatalogue, isEcho: Bool = false, isAnnounced: Bool = false
  ) -> SpeechDefaults {
    let rate = session.player.globalRate
    return SpeechDefaults(
      settings, catalogue: catalogue, isUrgent: isUrgent || isAnnounced, troubles: engine.troubles,
      SpeakingConditions(rate: rate, isEcho: isEcho, tooSlow: tooSlow(at: rate, in: catalogue)))
  }

  /// The natural voices with which the machine does not keep up at a rate.
  func tooSlow(at rate: Double, in catalogue: VoiceCatalogue) -> Set<VoiceID> {
    Set(catalogue.voices.lazy.filter { [engine] in $0.isNatural && !engine.keepsUp(with: $0, at: rate) }.map(\.id))
  }

  /// The time that a natural voice takes for its sound, as far as it is known.
  func pace(of voice: Voice) -> SpeakingPace { engine.pace(of: voice) }

  /// The voices for the parts of a text that is opened again, whatever the rate is now: its own voice is kept.
  func voicesOfKeptTexts(in catalogue: VoiceCatalogue) -> VoiceCatalogue {
    SpeechDefaults(settings, catalogue: catalogue, SpeakingConditions(tooSlow: tooSlow(at: 1, in: catalogue))).catalogue
  }

  /// Finds the voice that a text with some options has now, once the configuration is known.
  ///
  /// - Parameters:
  ///   - isAnnounced: true for an announcement.
  ///   - found: gets it, or `noVoice` with what is missing.
  func findVoice(
    for options: SpeakOptions, isAnnounced: Bool, _ found: @escaping @Core (Result<Voice, APIError>) -> Void
  ) {
    settingsSource.whenKnown { [self] in
      chooseVoices(for: options, isAnnounced: isAnnounced) { rules throws(APIError) in
        found(.success(try rules.get().voice(for: options)))
      } refuse: {
        found(.failure($0))
      }
    }
  }

  /// The voice of a text that requests none, with its parameters; `nil` if there is no voice.
  func standard(from catalogue: VoiceCatalogue) -> VoiceConfiguration? {
    try? defaults(from: catalogue).configuration(for: SpeakOptions())
  }

  /// Like ``withVoices(_:)``, once the configuration is known too. The voices are requested meanwhile.
  func whenReady(_ body: @escaping @Core (Result<VoiceCatalogue, APIError>) -> Void) {
    withVoices { [settingsSource] voices in settingsSource.whenKnown { body(voices) } }
  }

  /// Starts the workers for the next text.
  func warm() {
    whenReady { [self] voices in
      guard let catalogue = try? voices.get(), let standard = standard(from: catalogue) else { return }
      engine.warm(standard)
    }
  }
}
