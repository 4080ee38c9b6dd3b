import AloudAPI
import BusValues
import Configuration
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Store
import Vocabulary
import Workers

/// `/org/aloud/Aloud1`: our own interface.
@Core
final class AloudObject: ExportedObject {
  let transport: Transport
  private let subscriptions: Subscriptions
  let openings: ClientOpenings
  private let openCalls: OpenCalls
  let library: LibraryCalls
  private let diagnosis: Diagnosis
  private let playerName: PlayerName
  private let history: HistoryCalls
  let access: TextAccess
  let studying: Studying
  let waveforms: Waveforms
  let announcing: AnnounceCalls
  let notifications: NotificationCalls
  private let tell: Relay<RoomNotice>
  private let log: ServiceLog
  var session: Session { transport.session }
  /// The last announced values of the properties that are not in the snapshot.
  var announced = Announced()

  init(
    openings: ClientOpenings, subscriptions: Subscriptions, library: LibraryCalls, diagnosis: Diagnosis,
    playerName: PlayerName, history: HistoryCalls, access: TextAccess, studying: Studying, waveforms: Waveforms,
    announcing: AnnounceCalls, notifications: NotificationCalls, log: ServiceLog,
    _ tell: Relay<RoomNotice>
  ) {
    transport = openings.transport
    self.openings = openings
    self.subscriptions = subscriptions
    openCalls = OpenCalls(openings: openings)
    self.library = library
    self.diagnosis = diagnosis
    self.playerName = playerName
    self.history = history
    self.access = access
    self.studying = studying
    self.waveforms = waveforms
    self.announcing = announcing
    self.notifications = notifications
    self.log = log
    self.tell = tell
  }

  var interfaces: [InterfaceDescription] { [AloudInterface.description] }

  // MARK: Calls

  func handle(_ call: IncomingCall) {
    do throws(BusError) {
      let decoded = try AloudCall.decode(method: call.method, arguments: call.arguments)
      if case .subscribe = decoded { try subscriptions.admit(call.sender) }
      try answer(decoded, for: call)
    } catch {
      call.fail(error)
    }
  }

  private func answer(_ command: AloudCall, for call: IncomingCall) throws(BusError) {
    do throws(APIError) {
      switch try perform(command, for: call) {
      case .now(let values): call.reply(values)
      case .later: break
      }
    } catch {
      throw error.busError
    }
  }

  /// The answer to a call: immediate, or given later by the code that performs the call.
  enum Answer {
    case now([BusValue])
    case later

    static let done = Answer.now([])
  }

  /// Performs a call. This switch has every call of the interface, so that every decoded call is performed.
  private func perform(_ command: AloudCall, for call: IncomingCall) throws(APIError) -> Answer {
    switch command {
    case .speak(let text, let options): openCalls.speak(text, options, for: call)
    case .speakDescriptor(let index, let options): openCalls.speak(descriptor: index, options, for: call)
    case .openPlaylist(let index, let options): openCalls.openPlaylist(index, options, for: call)
    case .speakParts(let parts, let options): openCalls.speak(parts, options, for: call)
    case .announce(let parts, let options): try announcing.announce(parts, options, for: call)
    case .cancelAnnouncements(let number, let all): announcing.cancel(number, all: all, for: call)
    case .pauseAnnouncements(let isPaused): announcing.pause(isPaused)
    case .watchNotifications(let isOn, let isForced): notifications.watch(isOn, force: isForced, for: call)
    case .testNotification(let application, let summary, let body, let hints):
      notifications.test(application, summary, body, hints, for: call)
    case .open(let uris, let options): try openCalls.open(uris, options, for: call)
    case .play: try play()
    case .pause(let point): pause(at: point)
    case .toggle: try toggle()
    case .stop: stop()
    case .hush: hush()
    case .next(let unit): try step(.forward, unit)
    case .previous(let unit): try step(.back, unit)
    case .again: try again()
    case .repeat(let word): try repeatPart(word)
    case .sleep(let unit, let amount, let isAdding): try setSleep(unit, amount, isAdding: isAdding)
    case .learn(let track, let options): try learn(track, options)
    case .stopLearning(let track): try stopLearning(track)
    case .editPhrases(let track, let edit, let phrase, let time): try editPhrases(track, edit, phrase: phrase, at: time)
    case .listPhrases(let track, let first, let count): listPhrases(of: track, first: first, count: count, for: call)
    case .sleepBack: try goBackToSleepPlace()
    case .seek(let offset): try seek(by: offset)
    case .setPosition(let position, let track, let scope): try setPosition(position, of: track, in: scope, for: call)
    case .setPositionFraction(let fraction, let scope): try setPosition(fraction: fraction, in: scope, for: call)
    case .goTo(let track): send(.goTo(try known(track)))
    case .listTracks: .now([.array(of: .vardict, rows.map { .vardict($0.table) })])
    case .getWait(let track): .now([.vardict(wait(for: try known(track)).table)])
    case .setRateOfAll(let rate): setRateOfAll(rate)
    case .forgetRate: try forgetRate()
    case .remove(let tracks): try remove(tracks)
    case .move(let track, let index): send(.move(try known(track), to: Int(index)))
    case .clear: clear()
    case .endSeries(let track, let error): try endSeries(track, error)
    case .listDocuments: library.listDocuments()
    case .openDocument(let id, let options): try library.open(id, options, for: call)
    case .forgetDocument(let id): try library.forget(id)
    case .addBookmark(let note): try library.addBookmark(note)
    case .listBookmarks(let document): try library.listBookmarks(of: document)
    case .goToBookmark(let number): try library.go(toBookmark: number, for: call)
    case .removeBookmark(let number): try library.removeBookmark(number)
    case .listSentences(let track, let first, let count, let fromCurrent):
      listSentences(of: track, first: first, count: count, fromCurrent: fromCurrent, for: call)
    case .getWaveform(let track): getWaveform(of: track, for: call)
    case .setPages(let track, let pages, let unit, let layout):
      try setPages(pages, unit, layout: layout, of: track, for: call.sender)
    case .lookAt(let track, let sentence): try lookAt(Int(sentence), in: track)
    case .goToText(let track, let offset, let unit): try goToText(offset, unit, of: track)
    case .listVoices(let language): listVoices(language, for: call)
    case .getVoice(let options, let isAnnounced): getVoice(options, isAnnounced: isAnnounced, for: call)
    case .subscribe(let kinds, let withText): subscribe(to: kinds, withText: withText, for: call)
    case .unsubscribe: subscribe(to: [], withText: false, for: call)
    case .listHistory: history.list(for: call)
    case .clearHistory: history.clear()
    case .diagnose: diagnose(for: call)
    case .appearAsPlayer: appearAsPlayer(for: call)
    case .quit: quit(for: call)
    }
  }

  private func send(_ event: Player.Event) -> Answer {
    session.send(event)
    return .done
  }

  private func remove(_ tracks: [ObjectPath]) throws(APIError) -> Answer {
    var ids: [TrackID] = []
    for track in tracks { ids.append(try known(track)) }
    return send(.remove(ids))
  }

  private func setRateOfAll(_ rate: Double) -> Answer {
    library.library.setRateOfAll(rate)
    return .done
  }

  private func forgetRate() throws(APIError) -> Answer {
    try needTrack()
    library.library.forgetRate()
    return .done
  }

  // MARK: Clients

  private func setPages(
    _ pages: [UnitSpan], _ unit: CountingUnit, layout: UInt32, of track: ObjectPath, for client: BusName
  ) throws(APIError) -> Answer {
    let spoken = try text(of: track)
    let place = spoken.id == session.snapshot.track ? session.textPlace : nil
    let start = place.map { $0.word?.start ?? spoken.span(of: $0.sentence).start }
    try subscriptions.set(pages, unit, layout: layout, of: spoken.id, for: client, at: start)
    return .done
  }

  /// The reply has the text itself, so only clients that may have it in events get it.
  private func listSentences(
    of track: ObjectPath, first: UInt32, count: UInt32, fromCurrent: Bool, for call: IncomingCall
  ) -> Answer {
    access.ask(for: call.sender, "the text", locked: .withPrivateTitles) { [self] refusal in
      do throws(APIError) {
        if let refusal { throw refusal }
        let track = try text(of: track)
        let looked = library.library.looked(in: track)
        call.reply(
          session.sentences(of: track, first: first, count: count, fromCurrent: fromCurrent, looked: looked).arguments)
      } catch {
        call.fail(error.busError)
      }
    }
    return .later
  }

  /// The reply shows what somebody listens to, so it follows the rule for the text.
  private func getWaveform(of track: ObjectPath, for call: IncomingCall) -> Answer {
    access.ask(for: call.sender, "the picture", locked: .withPrivateTitles) { [self] refusal in
      do throws(APIError) {
        if let refusal { throw refusal }
        call.reply(try waveform(of: track).arguments)
      } catch {
        call.fail(error.busError)
      }
    }
    return .later
  }

  private func subscribe(to kinds: Set<EventKind>, withText: Bool, for call: IncomingCall) -> Answer {
    guard withText else {
      subscriptions.set(kinds, of: call.sender)
      return .done
    }
    subscriptions.setWithText(kinds, of: call.sender) { error in
      if let error { call.fail(error.busError) } else { call.reply() }
    }
    return .later
  }

  // MARK: The service itself

  private func diagnose(for call: IncomingCall) -> Answer {
    diagnosis.run { steps in call.reply([.array(of: DiagnosisStep.signature, steps.map(\.value))]) }
    return .later
  }

  private func appearAsPlayer(for call: IncomingCall) -> Answer {
    // This service is ending; the next one can appear as a player.
    guard !playerName.isLeaving else {
      call.fail(.failed("the service is about to end"))
      return .later
    }
    playerName.appear { call.reply() }
    return .later
  }

  private func quit(for call: IncomingCall) -> Answer {
    call.reply()
    tell(.endWanted)
    return .later
  }

  // MARK: Tracks

  func needTrack() throws(APIError) {
    guard session.player.isEmpty else { return }
    throw APIError(.noTrack, "nothing is queued")
  }

  func known(_ path: ObjectPath) throws(APIError) -> TrackID {
    guard let id = TrackID(path), session.player.entry(id) != nil else {
      throw APIError(.noTrack, "there is no track \(path)")
    }
    return id
  }

  /// The text of a track; `/` is the current one.
  func text(of path: ObjectPath) throws(APIError) -> Track {
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

  private func listVoices(_ language: String, for call: IncomingCall) -> Answer {
    transport.withVoices { [transport] voices in
      switch voices {
      case .success(let catalogue):
        let rows = language.isEmpty ? catalogue.voices : catalogue.speaking(language)
        call.reply([
          .array(of: .vardict, rows.map { .vardict(VoiceEntry($0, pace: transport.pace(of: $0)).table) })
        ])
      case .failure(let error): call.fail(error.busError)
      }
    }
    return .later
  }

  private func getVoice(_ options: SpeakOptions, isAnnounced: Bool, for call: IncomingCall) -> Answer {
    transport.findVoice(for: options, isAnnounced: isAnnounced) { [transport] voice in
      switch voice {
      case .success(let voice): call.reply([.vardict(VoiceEntry(voice, pace: transport.pace(of: voice)).table)])
      case .failure(let error): call.fail(error.busError)
      }
    }
    return .later
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
        state: isCurrent
          ? session.state.rawValue : session.player.wasHeard(entry.id) ? TrackEntry.finished : TrackEntry.queued,
        isCurrent: isCurrent)
    }
  }
}
