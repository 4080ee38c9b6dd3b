import AloudAPI
import BusValues
import Configuration
import DBusKit
import EventLoop
import MPRIS
import Playback
import Speech
import Store
import Workers

/// `/org/aloud/Aloud1`: our own interface.
@Core
final class AloudObject: ExportedObject {
  let transport: Transport
  private let subscriptions: Subscriptions
  private let openCalls: OpenCalls
  let library: LibraryCalls
  private let diagnosis: Diagnosis
  private let playerName: PlayerName
  private let history: HistoryCalls
  private let onQuit: @Core () -> Void
  private let log: ServiceLog
  var session: Session { transport.session }
  /// What was announced last of the properties that are not in the snapshot.
  var announced = Announced()

  init(
    openings: ClientOpenings, subscriptions: Subscriptions, library: LibraryCalls, diagnosis: Diagnosis,
    playerName: PlayerName, history: HistoryCalls, log: ServiceLog, onQuit: @escaping @Core () -> Void
  ) {
    transport = openings.transport
    self.subscriptions = subscriptions
    openCalls = OpenCalls(openings: openings)
    self.library = library
    self.diagnosis = diagnosis
    self.playerName = playerName
    self.history = history
    self.log = log
    self.onQuit = onQuit
  }

  var interfaces: [InterfaceDescription] { [AloudInterface.description] }

  // MARK: Calls

  func handle(_ call: IncomingCall) {
    do throws(BusError) {
      let decoded = try AloudCall.decode(method: call.method, arguments: call.arguments)
      if case .subscribe = decoded { try subscriptions.admit(call.sender) }
      try perform(decoded, for: call)
    } catch {
      call.fail(error)
    }
  }

  private func perform(_ command: AloudCall, for call: IncomingCall) throws(BusError) {
    do throws(APIError) {
      switch command {
      case .speak(let text, let options):
        openCalls.open(options, for: call) { () throws(APIError) in try TextSource(text) }
      case .speakDescriptor(let index, let options):
        openCalls.open(options, for: call) { () throws(APIError) in
          guard let descriptor = call.takeDescriptor(index) else {
            throw APIError(.notReadable, "the message carries no such descriptor")
          }
          return try TextSource(received: descriptor)
        }
      case .open(let uris, let options):
        try openCalls.open(uris, options, for: call)
      case .listDocuments, .openDocument, .forgetDocument, .addBookmark, .listBookmarks, .goToBookmark, .removeBookmark:
        try library.perform(command, for: call)
      case .setPages(let track, let pages, let unit, let layout):
        let spoken = try text(of: track)
        let place = spoken.id == session.snapshot.track ? session.textPlace : nil
        let start = place.map { $0.word?.start ?? spoken.span(of: $0.sentence).start }
        try subscriptions.set(pages, unit, layout: layout, of: spoken.id, for: call.sender, at: start)
        call.reply()
      case .listVoices(let language):
        listVoices(language, for: call)
      case .listHistory: history.list(for: call)
      case .clearHistory: history.clear(for: call)
      case .diagnose:
        diagnosis.run { steps in call.reply([.array(of: DiagnosisStep.signature, steps.map(\.value))]) }
      case .appearAsPlayer:
        // The next service can.
        guard !playerName.isLeaving else { return call.fail(.failed("the service is about to end")) }
        playerName.appear { call.reply() }
      case .quit:
        call.reply()
        onQuit()
      case .setPosition(let position, let track, of: .document) where session.isInDocument:
        try needCurrent(track)
        seek(for: call) { _ in position }
      case .setPositionFraction(let fraction, of: .document) where session.isInDocument:
        seek(for: call) { book in Int64(Double(book.length.microseconds) * fraction) }
      case .subscribe(let kinds, withText: true):
        subscriptions.setWithText(kinds, of: call.sender) { error in
          if let error { call.fail(error.busError) } else { call.reply() }
        }
      case .subscribe(let kinds, withText: false):
        subscriptions.set(kinds, of: call.sender)
        call.reply()
      case .unsubscribe:
        subscriptions.set([], of: call.sender)
        call.reply()
      default:
        if let answer = try performMoving(command) { return call.reply(answer) }
        call.reply(try transport(command))
      }
    } catch {
      throw error.busError
    }
  }

  private func transport(_ command: AloudCall) throws(APIError) -> [BusValue] {
    switch command {
    case .play:
      try needTrack()
      session.send(.play)
    case .pause(.immediate): session.send(.pause(.user))
    case .pause(.word): session.pause(atEndOf: .word)
    case .pause(.sentence): session.pause(atEndOf: .sentence)
    case .toggle:
      try needTrack()
      session.send(.toggle)
    case .stop: session.send(.stop)
    case .hush: session.send(.clear(.hushed))
    case .clear: session.send(.clear(.removed))
    case .seek(let offset):
      try needTrack()
      session.seek(by: offset, acrossChapters: true)
      return [.int64(session.position)]
    case .setPosition(let position, let track, _):
      try needTrack()
      try needCurrent(track)
      // Of a length that is estimated nobody knows whether the place is in it.
      if let length = session.snapshot.length, length.isExact, position > length.microseconds {
        throw APIError(.outOfRange, "the text ends after \(ClockText.of(microseconds: length.microseconds))")
      }
      session.send(.seek(to: position))
      return [.int64(session.position)]
    case .setPositionFraction(let fraction, _):
      try needTrack()
      let length = session.snapshot.length?.microseconds ?? 0
      session.send(.seek(to: Int64(Double(length) * fraction)))
      return [.int64(session.position)]
    case .goTo(let track): session.send(.goTo(try known(track)))
    case .goToText(let track, let offset, let unit):
      let spoken = try text(of: track)
      guard spoken.id == session.snapshot.track else {
        throw APIError(.stale, "\(track) is not the current track")
      }
      try session.goTo(offset, unit, in: spoken)
      return [.int64(session.position)]
    case .listSentences(let track, let first, let count, let fromCurrent):
      return session.sentences(of: try text(of: track), first: first, count: count, fromCurrent: fromCurrent).arguments
    case .listTracks: return [.array(of: .vardict, rows.map { .vardict($0.table) })]
    case .getWait(let track): return [.vardict(wait(for: try known(track)).table)]
    case .setRateOfAll(let rate): library.library.setRateOfAll(rate)
    case .forgetRate:
      try needTrack()
      library.library.forgetRate()
    case .remove(let tracks):
      var ids: [TrackID] = []
      for track in tracks { ids.append(try known(track)) }
      session.send(.remove(ids))
    case .move(let track, let index): session.send(.move(try known(track), to: Int(index)))
    default: preconditionFailure("\(command.method) is performed elsewhere")
    }
    return []
  }

  func needTrack() throws(APIError) {
    guard session.player.isEmpty else { return }
    throw APIError(.noTrack, "nothing is queued")
  }

  private func needCurrent(_ track: ObjectPath?) throws(APIError) {
    guard let track, TrackID(track) != session.snapshot.track else { return }
    throw APIError(.stale, "\(track) is no longer the current track")
  }

  /// Goes to a place of the current document, and answers when it has: a place of a whole wants the whole, or as much of
  /// it as the place needs.
  private func seek(for call: IncomingCall, to place: @escaping @Core (BookTimeline) -> Int64) {
    session.seekInDocument(to: place) { [session] result in
      switch result {
      case .success: call.reply([.int64(session.position)])
      case .failure(let error): call.fail(error.busError)
      }
    }
  }

  private func known(_ path: ObjectPath) throws(APIError) -> TrackID {
    guard let id = TrackID(path), session.player.entry(id) != nil else {
      throw APIError(.noTrack, "there is no track \(path)")
    }
    return id
  }

  /// The text of a track; `/` is the current one.
  private func text(of path: ObjectPath) throws(APIError) -> SpokenTrack {
    if path == "/" { try needTrack() }
    let id = path == "/" ? session.snapshot.track : try known(path)
    guard let track = id.flatMap({ session.track($0) }) else { throw APIError(.noTrack, "there is no track \(path)") }
    return track
  }

  // MARK: Tables

  private func wait(for id: TrackID) -> WaitEntry {
    let player = session.player
    let wait = player.wait(for: id, heard: session.position)
    let ids = session.snapshot.tracks
    return WaitEntry(
      number: (ids.firstIndex(of: id) ?? 0) + 1, count: ids.count, ahead: wait?.ahead ?? 0,
      microseconds: wait.map(\.microseconds) ?? 0, isExact: wait?.isExact ?? true,
      obstacle: wait?.obstacle.flatMap { player.entry($0)?.metadata.title })
  }

  private func listVoices(_ language: String, for call: IncomingCall) {
    transport.withVoices { voices in
      switch voices {
      case .success(let catalogue):
        let rows = language.isEmpty ? catalogue.voices : catalogue.speaking(language)
        call.reply([.array(of: .vardict, rows.map { .vardict(VoiceEntry($0).table) })])
      case .failure(let error): call.fail(error.busError)
      }
    }
  }

  private var rows: [TrackEntry] {
    session.player.entries.map { entry in
      let isCurrent = entry.id == session.snapshot.track
      let length = session.player.length(of: entry.id)
      return TrackEntry(
        id: entry.id.objectPath, title: entry.metadata.title, artists: entry.metadata.artists,
        album: entry.metadata.album, url: entry.metadata.url, language: entry.metadata.language,
        document: session.track(entry.id)?.partOfDocument?.document.objectPath, trackNumber: entry.metadata.trackNumber,
        contentsNumber: entry.metadata.contentsNumber, lengthMicroseconds: length?.microseconds,
        isLengthExact: length?.isExact ?? false,
        positionMicroseconds: isCurrent ? session.position : session.player.place(of: entry.id),
        state: isCurrent ? session.state.rawValue : session.player.wasHeard(entry.id) ? "finished" : "queued",
        isCurrent: isCurrent)
    }
  }
}
