package import EventLoop
package import Playback
import Speech
package import Vocabulary

/// The only player of the service: the value that decides, the drivers that act, and the changes that are announced.
///
/// A *turn* is one call of ``send(_:)``: the event goes into the player, its effects are performed in order, the events
/// that they cause are handled, and finally the change of the snapshot is announced once.
@Core
package final class Session {
  /// The value that decides.
  package private(set) var player: Player
  /// The state that was announced last.
  package private(set) var snapshot: Snapshot
  private let scheduler: any Scheduler
  /// Forwards the reports of the parts.
  let reports = Relay<PartReport>()
  /// Performs the orders of sound and silence.
  package let output: OutputDriver
  let synthesis: Synthesis
  /// Measures the sentences of queued tracks.
  package let lengthMeasurer: LengthMeasurer
  let feeder: Feeder
  let playout: Playout
  let announcer: HeardAnnouncer
  let boundary: BoundaryPause
  /// The end of the sentence at which the service restarts.
  let leaving: BoundaryPause
  var isDepartureAwaited = false
  let missingSound: MissingSound
  let stateWatch: StateWatch
  /// Ends the reading for the sleep timer.
  package let sleeper: SleepWatch
  let silenceWatch: SilenceWatch
  /// The settings that documents keep beyond the queue; `nil` if nothing keeps them.
  package weak var documents: (any DocumentSettings)?
  /// The place at which the last sleep timer was set.
  package var sleepPlace: PlaceInTrack?
  /// The last route of sound that only its wearer hears; `nil` if it was not private.
  package var lastPrivateRoute: Endpoint?
  private var tracks: [TrackID: Track] = [:]
  /// The number of the next track.
  package var nextNumber: UInt64 = 1
  private var inbox: [Player.Event] = []
  let clock: any MachineClock
  private var suspended: SuspendedTime
  /// The orders of silence, for the texts that are on their way.
  package private(set) var silences = SilenceOrders()
  private(set) var isTurning = false
  /// True if something was fed, began to sound or fell silent in this turn.
  var hasProgressed = false
  /// The number of places that were opened.
  package private(set) var openings = 0
  /// An order of sound that waits for the first sound of its place. The graph starts before the sound is made, and
  /// sound that misses its first cycle waits for all of the next one.
  private var deferred: Player.Order?
  /// A seek in this turn, announced after the change: clients must know the track before its position.
  var jump: Microseconds?
  var pausePlace: PausePlace?
  /// True if the engine was given up and has not spoken since.
  private var isEngineLost = false
  /// The place at whose end the next text is awaited.
  var fetching: Player.Epoch?
  let fetchTimer: DeadlineTimer
  let holdTimer: DeadlineTimer
  /// The recordings whose files are open.
  var openRecordings: [RecordedSound] = []
  let recordedPlaceTimer: DeadlineTimer
  /// The last failure in a sentence; empty after the next success.
  package var lastError = "" { didSet { if lastError != oldValue { detailsChanged() } } }
  /// The reason why the queue and the places are not kept now; empty if they are.
  package var stateError = "" { didSet { if stateError != oldValue { detailsChanged() } } }

  /// Handles the session's notices. The one receiver forwards them to all others.
  package var notify: (@Core (SessionNotice) -> Void)?

  /// A session without tracks. `seed` decides the order of a shuffled queue.
  package init(
    engine: any Synthesizer, output: OutputDriver, scheduler: any Scheduler, clock: any MachineClock, seed: UInt64
  ) {
    self.scheduler = scheduler
    self.clock = clock
    suspended = SuspendedTime(clock: clock)
    self.output = output
    player = Player(seed: seed)
    snapshot = player.snapshot
    synthesis = Synthesis(engine: engine, reports)
    lengthMeasurer = LengthMeasurer(engine: engine, scheduler: scheduler, reports)
    playout = Playout(output: output.audio, scheduler: scheduler)
    feeder = Feeder(output: output.audio, playout: playout, synthesis: synthesis, scheduler: scheduler, reports)
    announcer = HeardAnnouncer(clock: feeder, scheduler: scheduler, reports)
    boundary = BoundaryPause(clock: feeder, announcer: announcer, scheduler: scheduler)
    leaving = BoundaryPause(clock: feeder, announcer: announcer, scheduler: scheduler)
    missingSound = MissingSound(scheduler: scheduler, reports)
    stateWatch = StateWatch(feeder: feeder, scheduler: scheduler, reports)
    holdTimer = DeadlineTimer(scheduler: scheduler)
    fetchTimer = DeadlineTimer(scheduler: scheduler)
    recordedPlaceTimer = DeadlineTimer(scheduler: scheduler)
    sleeper = SleepWatch(feeder: feeder, playout: playout, output: output, scheduler: scheduler, reports)
    silenceWatch = SilenceWatch(feeder: feeder, scheduler: scheduler, reports)
    connect()
  }

  // MARK: Turns

  /// Handles one event completely.
  package func send(_ event: Player.Event) {
    let slept = suspended.growth()
    if slept > .zero, player.status == .paused { inbox.append(.slept(slept)) }
    inbox.append(event)
    guard !isTurning else { return }
    isTurning = true
    // This turn may leave the recording.
    noteRecordedPlace()
    while !inbox.isEmpty {
      let event = inbox.removeFirst()
      // Cycles change their length before the stream starts, or the graph would change twice.
      if event.isCommand { output.commanded() }
      let before = SilenceOrders.State(player)
      let effects = player.handle(event, at: now)
      silences.take(event, before: before, after: SilenceOrders.State(player))
      for effect in effects { perform(effect) }
      if let order = deferred, !player.isPreparing {
        deferred = nil
        output.order(order, lingers: player.mayStandBy)
      }
    }
    isTurning = false
    if !player.awaitsMark { boundary.cancel() }
    holdTimer.update(player.holdDeadline) { [weak self] in self?.send(.holdExpired) }
    missingSound.update(player)
    sleeper.update(player)
    silenceWatch.update(player)
    noteRecordedPlace()
    settleRecordings()
    settleSuccessor()
    announceChange()
    announceJump()
    if hasProgressed { progressed() }
    notify?(.turned)
  }

  /// The present moment of the scheduler, as the player counts it.
  package var now: Moment { Moment(.nanoseconds(scheduler.now.nanoseconds)) }

  private func perform(_ effect: Player.Effect) {
    switch effect {
    case .open(let id, let position, let epoch):
      guard let track = tracks[id] else { preconditionFailure("the queue has a track without an entry") }
      announcer.forget()
      leaving.cancel()
      isDepartureAwaited = false
      lengthMeasurer.giveWay()
      lengthMeasurer.prefer(track)
      let former = feeder.track
      feeder.open(track, at: position, word: track.open(at: position), epoch: epoch)
      // The position announced for the former place no longer affects that track's length.
      if let former, tracks[former.id] === former, former !== track { tellLength(of: former) }
      tellLength(of: track)
      openings += 1
      if track.reading == .closed { notify?(.needed(track)) }
      needText(of: track)
    case .rewind(_, let unit, let epoch):
      rewind(to: unit, epoch)
    case .close:
      // A text that is played again begins again, unless the player keeps its place.
      player.current.flatMap { tracks[$0] }?.place = KeptPlace()
      announcer.forget()
      feeder.close()
    case .output(let order):
      if !order.sound {
        pausePlace = PausePlace(feeder: feeder, announcer: announcer)
        pausePlace?.isEarly = player.isPreparing
      }
      lengthMeasurer.giveWay()
      deferred = order.sound && player.isPreparing ? order : nil
      if deferred == nil {
        output.order(order, lingers: player.mayStandBy)
      } else {
        output.warm(expectsSound: true)
        // The engine has its order and needs longer than this.
        output.finishStart()
      }
    case .setRate(let rate):
      feeder.setRate(rate)
    case .setVolume(let volume):
      output.setVolume(volume)
    case .setRepetition(let repetition):
      let former = feeder.repetition
      feeder.repetition = repetition
      // The silence between two rounds is no place of the text without them.
      if former != repetition, let place = pausePlace, place.epoch == feeder.epoch, place.isInGap {
        pausePlace = PausePlace(feeder: feeder, announcer: announcer)
      }
    case .announceSeeked(let position):
      jump = position
    case .announce(let event, let id):
      // Nothing of an utterance is announced before its start or after its end.
      if event == .finished { announcer.finish(id) }
      notify?(.utterance(event, id))
      if event == .started {
        hasProgressed = true
        lastError = tracks[id]?.content.own.complaint ?? ""
      }
    case .forget(let ids):
      for id in ids { forget(id) }
      lengthMeasurer.forget(ids)
    }
  }

  private func announceChange() {
    let old = snapshot
    snapshot = player.snapshot
    if !player.mayStandBy { output.endStandby() }
    output.keepOpen(while: player.mayWantSound, awaitingRoute: player.awaitsRoute)
    guard snapshot != old else { return }
    if snapshot.metadata?.title != old.metadata?.title, let title = snapshot.metadata?.title {
      output.setTitle(title)
    }
    notify?(.changed(from: old, to: snapshot))
    // The next track follows without a gap.
    if player.wantsSound, let next = player.upcoming.flatMap({ tracks[$0] }), next.reading == .closed, !next.isLost {
      notify?(.needed(next))
    }
  }

  func prepared(_ epoch: Player.Epoch) {
    if isEngineLost {
      isEngineLost = false
      lastError = ""
    }
    send(.prepared(epoch))
  }

  func placed(at frame: Frame, _ epoch: Player.Epoch) {
    guard epoch == player.epoch else { return }
    jump = frame.microseconds(at: feeder.sampleRate)
    if let track = feeder.track { tellLength(of: track) }
    if !isTurning { announceJump() }
  }

  private func announceJump() {
    guard let jump else { return }
    self.jump = nil
    notify?(.seeked(jump))
  }

  private func forget(_ id: TrackID) {
    if let track = tracks.removeValue(forKey: id) {
      track.document?.forget(id, length: length(of: track))
    }
    synthesis.forget(id)
    notify?(.left(id))
  }

  // MARK: Tracks

  /// The track of an entry of the queue; `nil` if there is none.
  package func track(_ id: TrackID) -> Track? { tracks[id] }

  /// Keeps the track of an entry that is about to be queued.
  package func keep(_ track: Track) { tracks[track.id] = track }

  /// A new identity for an entry of the queue.
  func makeTrackID() -> TrackID {
    defer { nextNumber += 1 }
    return TrackID(nextNumber)
  }

  /// Puts tracks whose first sentences are known into the queue.
  package func add(
    _ new: [(track: Track, metadata: TrackMetadata)], _ placement: Placement, playing: Bool,
    from beginning: Beginning? = nil, rate: Double? = nil
  ) {
    let placement = player.resolved(placement, playing: playing)
    var document = new.first?.track.partOfDocument?.document
    if case .continuing(let anchor) = placement { document = player.entry(anchor)?.document }
    for (track, _) in new { tracks[track.id] = track }
    // The error of an engine that was lost is the reason of the pause, until the engine is back.
    if case .continuing = placement {} else if !isEngineLost { lastError = "" }
    if placement == .now { noteInterruption() }
    let entries = new.map { track, metadata in
      QueueEntry(
        id: track.id, metadata: metadata, length: lengthToTell(of: track), group: metadata.album, isSaid: track.isSaid,
        document: document, rate: rate)
    }
    send(.add(entries, placement, playing: playing, heard: position, from: beginning))
    lengthMeasurer.survey(new.map(\.track).filter { $0.content.own.isMeasured })
  }

  /// Moves queued tracks before the current one, and reads them at once from a place on.
  package func bring(_ ids: [TrackID], from beginning: Beginning) {
    noteInterruption()
    send(.bring(ids, from: beginning, heard: position))
  }

  /// Stores the place at which the current track resumes after an interruption.
  func noteInterruption() {
    guard let current = player.current.flatMap({ tracks[$0] }) else { return }
    let place = KeptPlace(microseconds: position, scalar: current.lastWord?.scalar)
    guard let sentence = steppingPlace?.sentence, sentence < current.sentenceCount,
      !current.timeline.isStartExact(of: sentence)
    else { return current.place = place }
    // The lengths before it are estimates: its position may be another one when it resumes, and the word is the same.
    current.goOn(
      at: KeptPlace(microseconds: position, scalar: place.scalar ?? current.span(of: sentence).scalars.lowerBound))
  }

  /// Something will be spoken in a moment: the output is opened meanwhile, and measuring is suspended.
  package func openOutput() {
    lengthMeasurer.giveWay()
    output.warm(expectsSound: player.mayStandBy)
  }

  /// Reports that an operation on a track failed; the reading continues.
  package func failed(_ id: TrackID, _ error: ReadingError) {
    lastError = error.message
    notify?(.failed(id, error))
  }

  /// The place and the queue are kept, but the listener must know, and decide when to try again.
  package func engineLost(_ error: Trouble, _ epoch: Player.Epoch) {
    guard let track = player.current, epoch == player.epoch else { return }
    let error = ReadingError(error)
    failed(track, error)
    notify?(.gaveUp(error))
    isEngineLost = true
    send(.engineLost(epoch))
  }
}
