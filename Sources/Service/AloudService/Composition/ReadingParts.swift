import AloudAPI
import EventLoop
import Playback
import Reading

/// Everything between a client's request and the sound: the session, and what brings texts into its queue, keeps them
/// and remembers them.
@Core
final class ReadingParts {
  let session: Session
  let shares: ClientShares
  let openings: OpeningQueue
  let files: any TextOpening
  let pairedTexts: PairedTextReading
  let transport: Transport
  let clients: ClientOpenings
  let series: SeriesWatch
  let notice: SpokenNotice
  let keeper: SessionKeeper
  let reopening: Reopening
  let resumption: Resumption
  let history: SpokenHistory
  let library: Library
  let libraryCalls: LibraryCalls
  let lengths: LengthKeeper
  let studying: Studying
  private let log: ServiceLog

  /// - Parameter session: a new session. Its notices are to be given to ``take(_:for:)``.
  init(_ drivers: ReadingDrivers, session: Session) {
    let (scheduler, rooms) = (drivers.scheduler, drivers.rooms)
    self.session = session
    log = drivers.log
    files = drivers.files
    shares = ClientShares(textLimit: drivers.textLimit)
    openings = OpeningQueue(
      session: session, reader: drivers.reader, recordings: drivers.recordings, admission: shares,
      covers: drivers.covers, scheduler: scheduler)
    transport = Transport(
      session: session, openings: openings, engine: drivers.engine, settings: drivers.settings, rooms)
    pairedTexts = PairedTextReading(
      session: session, files: drivers.pairedFiles, reader: drivers.reader, voices: transport, admission: shares,
      scheduler: scheduler)
    series = SeriesWatch(session: session, bus: drivers.bus)
    clients = ClientOpenings(
      transport: transport, files: files, playlists: drivers.playlists, shares: shares, series: series,
      scheduler: scheduler, rooms)
    notice = SpokenNotice(transport)
    keeper = SessionKeeper(session: session, path: drivers.statePath, scheduler: scheduler, log: log, rooms)
    reopening = Reopening(
      session: session, openings: openings,
      texts: drivers.keptTexts ?? StoredTexts(files: files, keeper: keeper), voices: transport)
    resumption = Resumption(session: session, keeper: keeper, settings: drivers.settings, log: log)
    history = SpokenHistory(session: session, file: drivers.historyFile)
    library = Library(
      session: session, catalogue: LibraryCatalogue(keeper: keeper, scheduler: scheduler, log: log, rooms),
      scheduler: scheduler)
    libraryCalls = LibraryCalls(library: library, openings: clients, log: log)
    lengths = LengthKeeper(keeper: keeper, engine: drivers.engine, scheduler: scheduler, log: log, rooms)
    studying = Studying(
      session: session, library: library,
      levels: LevelFinder(keeper: drivers.levels, files: files, decoders: drivers.peaks),
      settings: drivers.settings, scheduler: scheduler)
    transport.studies = library
    session.documents = library
    session.lengthMeasurer.knownLengths = lengths
  }

  /// Gives a notice of the session to the parts that it concerns, in order, and to the surroundings.
  func take(_ notice: SessionNotice, for surroundings: any ReadingSurroundings) {
    switch notice {
    case .changed(let old, let new): surroundings.changed(from: old, to: new)
    case .turned:
      surroundings.turns()
      keeper.turned()
      library.turned()
      surroundings.turned()
    case .detailsChanged: surroundings.detailsChanged()
    case .utterance(let event, let id):
      surroundings.utterance(event, id)
      history.heard(event, id)
      self.notice.heard(event, id)
      if event == .started { library.started(id) }
      if event == .finished { library.finished(id) }
    case .seeked(let position): surroundings.seeked(to: position)
    case .heard(let heard, let position):
      surroundings.heard(heard, at: position)
      library.heard(heard)
      if case .sentence = heard { keeper.beganSentence() }
    case .reached(let id, let place): keeper.reached(place, in: id)
    case .departed: surroundings.departed()
    case .failed(let id, let error): surroundings.failed(id, error)
    case .gaveUp(let error): surroundings.gaveUp(error)
    case .blocked(_, let error): self.notice.tell(error)
    case .needed(let track): reopening.open(track)
    case .textNeeded(let track): pairedTexts.read(track)
    case .phrasesNeeded(let track): studying.findPhrases(of: track)
    case .lost(let track, let error):
      if session.lost(track, error) {
        log.warning("a text that was queued cannot be read any more (\(error.apiError.code.rawValue)); it is left out")
      }
    case .joined(let track, let anchor): shares.add(track.id, with: anchor, bytes: track.text.count)
    case .covered(let document): library.covered(document)
    case .left(let id):
      openings.forget(id)
      series.forget(id)
      pairedTexts.forget(id)
      shares.forget(id)
      lengths.forget(id)
      studying.forget(id)
      surroundings.left(id)
    case .grew(let tracks): keeper.grew(tracks)
    case .measured(let track): lengths.progressed(track)
    case .routeChanged(let change): surroundings.routeChanged(change)
    case .released: surroundings.released()
    }
  }

  /// The state of an earlier run has been restored.
  func takenUp() {
    library.catalogue.takeUp()
    for (id, bytes) in session.keptBytes { shares.add(restored: id, bytes: bytes) }
    resumption.goOn()
  }
}
