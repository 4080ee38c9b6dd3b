package import EventLoop
package import Playback
import Speech
import Vocabulary

/// The only player of the service: the value that decides, the drivers that act, and the changes that are announced.
///
/// An event from outside is one turn (``Turns``): it goes into the player, and the effects are performed in order.
/// Finally the change of the snapshot is announced once. Each part of the session has a state of its own and tells what
/// happens to it by a ``PartReport``; the session composes them and performs the player's effects.
@Core
package final class Session {
  /// The state that was announced last.
  package private(set) var snapshot: Snapshot
  /// The number of places that were opened.
  package private(set) var openings = 0
  /// Handles the session's notices. The one receiver forwards them to all others.
  package var notify: (@Core (SessionNotice) -> Void)?

  /// Performs the orders of sound and silence.
  package let output: OutputDriver
  let turns: Turns
  let tracks: QueuedTracks
  let synthesis: Synthesis
  let feeder: Feeder
  let hearing: Hearing
  let place: PresentPlace
  let lengths: TrackLengths
  let arrivals: ArrivingTexts
  let recordings: QueuedRecordings
  let queuedDocuments: QueuedDocuments
  let succession: TrackSuccession
  let study: StudyMode
  let moves: Moves
  let sleepTimer: SleepTimerControl
  let memory: SessionMemory
  let troubles: ReadingTroubles

  private let reports: Relay<PartReport>
  private let missingSound: MissingSound
  private let stateWatch: StateWatch
  private let restWatch: RestWatch
  private let holdTimer: DeadlineTimer
  /// An order of sound that waits for the first sound of its place. The graph starts before the sound is made, and
  /// sound that misses its first cycle waits for all of the next one.
  private var deferred: Player.Order?
  /// A seek in this turn, announced after the change: clients must know the track before its position.
  private var jump: Microseconds?
  /// The changes of phrases that were told.
  private var studied = 0
  /// True if something was fed, began to sound or fell silent in this turn.
  private var hasProgressed = false

  /// A session without tracks. `seed` decides the order of a shuffled queue.
  package init(
    engine: any Synthesizer, output: OutputDriver, scheduler: any Scheduler, clock: any MachineClock, seed: UInt64
  ) {
    let reports = Relay<PartReport>()
    self.reports = reports
    self.output = output
    turns = Turns(Player(seed: seed), scheduler: scheduler, clock: clock)
    snapshot = turns.player.snapshot
    tracks = QueuedTracks()
    troubles = ReadingTroubles(turns, reports)
    synthesis = Synthesis(engine: engine, reports)
    let playout = Playout(output: output.audio, scheduler: scheduler)
    feeder = Feeder(output: output.audio, playout: playout, synthesis: synthesis, scheduler: scheduler, reports)
    hearing = Hearing(turns, tracks, feeder, scheduler: scheduler, reports)
    place = PresentPlace(turns, tracks, feeder, hearing.announcer)
    lengths = TrackLengths(
      LengthMeasurer(engine: engine, scheduler: scheduler, reports), turns, tracks, feeder, reports)
    arrivals = ArrivingTexts(turns, tracks, place, feeder, lengths, scheduler: scheduler, reports)
    recordings = QueuedRecordings(
      turns, tracks, place, feeder, lengths, arrivals, troubles, scheduler: scheduler, reports)
    queuedDocuments = QueuedDocuments(turns, tracks, place, lengths)
    succession = TrackSuccession(turns, tracks, troubles, scheduler: scheduler, reports)
    study = StudyMode(turns, place, feeder, lengths, synthesis, seed: seed)
    moves = Moves(turns, tracks, place, queuedDocuments)
    sleepTimer = SleepTimerControl(
      SleepWatch(feeder: feeder, playout: playout, output: output, scheduler: scheduler, reports), turns, tracks, place,
      feeder)
    memory = SessionMemory(turns, tracks, place, sleepTimer, feeder, output, clock: clock)
    missingSound = MissingSound(scheduler: scheduler, reports)
    stateWatch = StateWatch(feeder: feeder, scheduler: scheduler, reports)
    restWatch = RestWatch(turns, hearing.standstill, feeder: feeder, scheduler: scheduler, reports)
    holdTimer = DeadlineTimer(scheduler: scheduler)
    connect()
  }

  private func connect() {
    turns.steps.connect { [weak self] in self?.take($0) }
    reports.connect { [weak self] in self?.take($0) }
    output.reports.connect { [reports] in reports(.output($0)) }
    hearing.announcer.limit = { [weak self] in
      [self?.hearing.end, self?.sleepTimer.watch.unitEnd].compactMap(\.self).min()
    }
    hearing.announcer.isStarted = { [weak self] in self?.turns.player.isHeard ?? false }
  }

  // MARK: Turns

  private func take(_ step: Turns.Step) {
    switch step {
    // This turn may leave the recording.
    case .begun: recordings.notePlace()
    // Cycles change their length before the stream starts, or the graph would change twice.
    case .handling(let event): if event.isCommand { output.commanded() }
    case .effect(let effect): perform(effect)
    case .performed:
      restWatch.settle()
      guard let order = deferred, !turns.player.isPreparing else { return }
      deferred = nil
      output.order(order, lingers: lingers)
    case .over: settle()
    }
  }

  /// A turn is over.
  private func settle() {
    hearing.settlePause()
    holdTimer.update(turns.player.holdDeadline) { [weak self] in self?.send(.holdExpired) }
    missingSound.update(turns.player)
    sleepTimer.watch.update(turns.player)
    restWatch.update()
    arrivals.update()
    recordings.notePlace()
    recordings.settle()
    study.settleOrder(of: tracks.of([turns.player.current, turns.player.upcoming].compactMap(\.self)))
    recordings.settleSuccessor()
    feeder.feed.following = following
    announceChange()
    announceJump()
    if hasProgressed || studied != study.changes { progressed() }
    studied = study.changes
    notify?(.turned)
  }

  /// The text that follows, as things are.
  private var following: FollowingText? {
    let player = turns.player
    guard player.wantsSound, player.repetition == nil, let next = player.upcoming.flatMap({ tracks[$0] }) else {
      return nil
    }
    return FollowingText(next, at: player.place(of: next.id))
  }

  private func perform(_ effect: Player.Effect) {
    switch effect {
    case .open(let id, let position, let epoch):
      guard let track = tracks[id] else { preconditionFailure("the queue has a track without an entry") }
      if position == 0 { study.beginLap(of: track) }
      open(track, at: position, epoch)
    case .rewind(_, let unit, let epoch):
      rewind(to: unit, epoch)
    case .close:
      // A text that is played again begins again, unless the player keeps its place.
      place.track?.place = KeptPlace()
      hearing.announcer.forget()
      feeder.close()
    case .output(let order):
      perform(order)
    case .setRate(let rate):
      feeder.setRate(rate)
    case .setVolume(let volume):
      output.setVolume(volume)
    case .setRepetition(let repetition):
      guard feeder.repetition != repetition else { return }
      feeder.repeat(repetition)
      hearing.standstill.repetitionChanged()
    case .announceSeeked(let position):
      jump = position
    case .announce(let event, let id):
      // Nothing of an utterance is announced before its start or after its end.
      if event == .finished {
        hearing.announcer.finish(id)
        tracks[id]?.exercise?.isLapOver = true
      }
      notify?(.utterance(event, id))
      if event == .started {
        hasProgressed = true
        troubles.started(tracks[id])
      }
    case .forget(let ids):
      for id in ids { forget(id) }
      lengths.measurer.forget(ids)
    }
  }

  private func open(_ track: Track, at position: Microseconds, _ epoch: Player.Epoch) {
    hearing.forget()
    lengths.measurer.giveWay()
    lengths.measurer.prefer(track)
    let former = feeder.track
    feeder.open(track, at: position, word: track.open(at: position), epoch: epoch)
    // The position announced for the former place no longer affects that track's length.
    if let former, tracks.holds(former), former !== track { lengths.tell(of: former) }
    lengths.tell(of: track)
    openings += 1
    if track.reading == .closed { notify?(.needed(track)) }
    recordings.needText(of: track)
  }

  /// True if the output may run on in a silence.
  private var lingers: Bool { turns.player.mayStandBy && !turns.player.isResting }

  private func perform(_ order: Player.Order) {
    if !order.sound { hearing.standstill.begin(isEarly: turns.player.isPreparing) }
    lengths.measurer.giveWay()
    deferred = order.sound && turns.player.isPreparing ? order : nil
    if deferred == nil {
      output.order(order, lingers: lingers)
    } else {
      output.warm(expectsSound: true)
      // The engine has its order and needs longer than this.
      output.finishStart()
    }
  }

  /// Resumes at the beginning of the word or sentence in which the sound stopped.
  private func rewind(to unit: Rewind, _ epoch: Player.Epoch) {
    guard let heard = feeder.heard() else { return }
    let mark =
      hearing.standstill.start(of: unit) ?? PausePlace.Mark(place: feeder.place(of: heard), media: heard)
    hearing.forget()
    let reported = max(0, feeder.reported(heard) - (heard - mark.media))
    feeder.goOn(at: mark.place, media: mark.media, reported: reported, epoch: epoch)
    if mark.media != heard { jump = reported.microseconds(at: feeder.sampleRate) }
  }

  private func forget(_ id: TrackID) {
    if let track = tracks.remove(id) { track.document?.forget(id, length: lengths.now(of: track)) }
    synthesis.forget(id)
    notify?(.left(id))
  }

  // MARK: Announcements

  private func announceChange() {
    let old = snapshot
    snapshot = turns.player.snapshot
    if !turns.player.mayStandBy { output.endStandby() }
    output.keepOpen(while: turns.player.mayWantSound, awaitingRoute: turns.player.awaitsRoute)
    guard snapshot != old else { return }
    if snapshot.metadata?.title != old.metadata?.title, let title = snapshot.metadata?.title {
      output.setTitle(title)
    }
    notify?(.changed(from: old, to: snapshot))
    // The next track follows without a gap.
    if turns.player.wantsSound, let next = turns.player.upcoming.flatMap({ tracks[$0] }), next.reading == .closed,
      !next.isLost
    {
      notify?(.needed(next))
    }
  }

  /// The awaited word was found, and the place that is announced for it is at another frame.
  func placed(at frame: Frame, _ epoch: Player.Epoch) {
    guard epoch == turns.player.epoch else { return }
    jump = frame.microseconds(at: feeder.sampleRate)
    if let track = feeder.track { lengths.tell(of: track) }
    if !turns.isUnderWay { announceJump() }
  }

  private func announceJump() {
    guard let jump else { return }
    self.jump = nil
    notify?(.seeked(jump))
  }

  /// Something was fed, began to sound or fell silent. Within a turn this is postponed to its end: a sentence is not
  /// announced before its utterance has started.
  package func progressed() {
    hasProgressed = turns.isUnderWay
    guard !turns.isUnderWay else { return }
    hearing.updateEnds()
    sleepTimer.watch.update(turns.player)
    restWatch.update()
    hearing.announcer.update()
    arrivals.update()
    detailsChanged()
  }

  /// The heard unit changes now, or is about to change. Within a turn this is postponed to its end.
  package func detailsChanged() {
    guard !turns.isUnderWay else { return }
    stateWatch.update()
    notify?(.detailsChanged)
  }
}
