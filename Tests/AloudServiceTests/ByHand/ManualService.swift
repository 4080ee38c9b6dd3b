import AloudAPI
import BusValues
import Configuration
import DBusKit
import Documents
import EventLoop
import Playback
import Speech
import Store
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// A session with everything that brings texts into its queue: all that is between a client's call and the sound but
/// the bus, the workers and PipeWire.
@Core
final class ManualService {
  static let client: BusName = ":1.1"

  let hand = ManualSession()
  let reader: ScriptedReader
  let recordings: ManualRecordings
  let covers = ManualCovers()
  let files: ManualFiles
  let settings: ManualSettings
  let playlists: ManualPlaylists
  /// The files beside recordings that are texts.
  let beside = ManualTextsBeside()
  /// The answers to requests, in the order in which they came.
  private(set) var answered: [Answer] = []
  /// The texts that an earlier run stored, by their tracks.
  let stored = ManualTexts()
  /// The reading of the service, over a store without a disk: the stored values belong to the test.
  let parts: ReadingParts
  let surroundings = ManualSurroundings()
  /// The events of texts, with their titles: "started One.", "finished One.".
  private(set) var told: [String] = []
  /// The words that are heard, with the titles of their texts.
  private(set) var words: [(title: String, word: String, scalar: Int)] = []
  private var names: [TrackID: String] = [:]
  /// Changes of the snapshot.
  private(set) var changes = 0
  /// The notices about texts that cannot be read.
  private(set) var troubles: [String] = []
  /// The reported errors of tracks.
  private(set) var failures: [String] = []
  /// The files of playlists that the listener is told of.
  private(set) var refused: [String] = []

  var shares: ClientShares { parts.shares }
  var openings: OpeningQueue { parts.openings }
  var transport: Transport { parts.transport }
  var clients: ClientOpenings { parts.clients }
  var reopening: Reopening { parts.reopening }
  var keeper: SessionKeeper { parts.keeper }
  var library: Library { parts.library }
  var libraryCalls: LibraryCalls { parts.libraryCalls }
  var clock: ManualScheduler { hand.clock }
  var session: Session { hand.session }
  var player: Player { session.player }

  /// Plays `body` with a service of its own.
  ///
  /// - Parameter isBusy: true for a processor on which long work on a text takes several turns.
  nonisolated static func play(
    _ settings: Settings = Settings(), textLimit: Int = 1 << 20, isBusy: Bool = false,
    _ body: @Core (ManualService) throws -> Void
  ) async rethrows {
    loop
    try await run(settings, textLimit, isBusy, body)
  }

  private static func run(
    _ settings: Settings, _ textLimit: Int, _ isBusy: Bool, _ body: @Core (ManualService) throws -> Void
  ) rethrows {
    try body(ManualService(settings, textLimit: textLimit, isBusy: isBusy))
  }

  init(
    _ settings: Settings = Settings(), textLimit: Int = 1 << 20, isBusy: Bool = false,
    files: ManualFiles = ManualFiles()
  ) {
    self.files = files
    reader = ScriptedReader(scheduler: hand.clock)
    recordings = ManualRecordings(scheduler: hand.clock)
    self.settings = ManualSettings(settings)
    playlists = ManualPlaylists(scheduler: hand.clock)
    stored.files = files
    let rooms = Relay<RoomNotice>()
    parts = ReadingParts(
      ReadingDrivers(
        engine: hand.voice, reader: reader, playlists: playlists, recordings: recordings, peaks: NoPeaks(), levels: nil,
        files: files,
        pairedFiles: beside, covers: covers, keptTexts: stored, settings: self.settings,
        bus: LastingBus(scheduler: hand.clock) { "" }, statePath: nil, historyFile: nil, textLimit: textLimit,
        scheduler: isBusy ? BusyClock(hand.clock) : hand.clock, log: ServiceLog(level: .error), rooms: rooms),
      session: hand.session)
    rooms.connect { [unowned self] in take($0) }
    let tell = hand.session.notify
    hand.session.notify = { [unowned self] notice in
      tell?(notice)
      note(notice)
      // The words that tell a trouble would come in between the events that a test looks at.
      if case .blocked = notice { return }
      parts.take(notice, for: surroundings)
    }
  }

  private func take(_ notice: RoomNotice) {
    switch notice {
    case .refused(let files): refused += files.map(\.name)
    case .measurable(let track): session.grew([track])
    default: break
    }
  }

  /// Notes what the service is told.
  private func note(_ notice: SessionNotice) {
    switch notice {
    case .changed: changes += 1
    case .utterance(let event, let id): told.append("\(Self.name(event)) \(title(of: id))")
    case .heard(.word(let plan, let word), _):
      let bytes = session.track(plan.track)?.text(of: plan.sentence) ?? []
      words.append(
        (
          title(of: plan.track), String(decoding: bytes[word.span.utf8], as: UTF8.self),
          plan.span.scalars.lowerBound + word.span.scalars.lowerBound
        ))
    case .failed(_, let error): failures.append(error.message)
    case .blocked(_, let error): troubles.append(error.message)
    default: break
    }
  }

  private static func name(_ event: Player.UtteranceEvent) -> String {
    switch event {
    case .started: "started"
    case .paused: "paused"
    case .resumed: "resumed"
    case .finished: "finished"
    case .cancelled: "cancelled"
    }
  }

  private func title(of id: TrackID) -> String {
    if let title = player.entry(id)?.metadata.title { names[id] = title }
    return names[id] ?? ""
  }

  /// Forgets the recorded events.
  func forget() { (told, words, troubles, failures, changes, answered) = ([], [], [], [], 0, []) }

  /// The service of the next run, with the stored state of this one: the queue, the library, and the listener's files.
  ///
  /// - Parameter isCounted: true if what it takes up takes room in its queue.
  func successor(textLimit: Int = 1 << 20, isCounted: Bool = false) -> ManualService {
    let next = ManualService(settings.current, textLimit: textLimit, files: files)
    for document in library.catalogue.all { next.library.catalogue.put(document) }
    for id in player.ids {
      next.stored.texts[id] = session.track(id).map { String(decoding: $0.bytesToKeep(from: 0), as: UTF8.self) }
    }
    var kept = session.kept
    // As the store gives it back.
    for (id, track) in kept.tracks where track.place.microseconds > 0 {
      kept.player.places[id] = track.place.microseconds
    }
    next.session.restore(kept)
    if isCounted { next.parts.takenUp() }
    next.pass(100)
    return next
  }

  func pass(_ milliseconds: Int) { hand.pass(milliseconds) }

  // MARK: Requests

  /// An answer to a request, when there is one.
  final class Answer {
    fileprivate(set) var result: Result<TrackID, BusError>?
    /// The track that is heard first.
    var track: TrackID? { try? result?.get() }
    /// The name of the error, without that of the interface; empty without one.
    var error: String {
      guard case .failure(let error) = result else { return "" }
      return String(
        error.name[(error.name.lastIndex(of: ".").map { error.name.index(after: $0) } ?? error.name.startIndex)...])
    }
    var message: String {
      guard case .failure(let error) = result else { return "" }
      return error.message
    }
  }

  /// Opens a text for a client, as the calls of both interfaces do.
  @discardableResult
  func open(
    _ request: TextRequest, _ options: SpeakOptions = SpeakOptions(), at place: Transport.Place? = nil,
    replacing: Bool = true, for client: BusName = ManualService.client
  ) -> Answer {
    let answer = Answer()
    clients.open(options, at: place ?? .whenBusy(options.whenBusy), replacing: replacing, for: client, request) {
      answer.result = $0
      self.answered.append(answer)
    }
    return answer
  }

  /// Reads the file at a path.
  @discardableResult
  func read(_ path: String, _ options: SpeakOptions = SpeakOptions()) -> Answer {
    open(.uri(FileURI.uri(path: path)), options)
  }

  /// Says a text.
  @discardableResult
  func say(_ text: String, _ options: SpeakOptions = SpeakOptions()) -> Answer { open(.string(text), options) }

  /// Says texts and plays clips as one utterance. A clip is the path of its file.
  @discardableResult
  func say(parts: [SpokenPart], _ options: SpeakOptions = SpeakOptions()) -> Answer {
    var descriptors: [UInt32: ReceivedDescriptor] = [:]
    let parts = parts.map { part -> SpeechPart in
      switch part {
      case .text(let text): return .text(text)
      case .clip(let path):
        let index = UInt32(descriptors.count)
        descriptors[index] = files.descriptor(of: path)
        return .clip(index)
      case .pipe:
        let index = UInt32(descriptors.count)
        descriptors[index] = ReceivedDescriptor(files.pipe(Script("x")))
        return .clip(index)
      }
    }
    let answer = Answer()
    clients.open(parts, descriptors, options, for: Self.client) {
      answer.result = $0
      self.answered.append(answer)
    }
    return answer
  }

  /// A part of an utterance.
  enum SpokenPart {
    case text(String)
    case clip(String)
    case pipe
  }

  /// Reads a text from a pipe.
  @discardableResult
  func pipe(_ script: Script, _ options: SpeakOptions = SpeakOptions()) -> Answer {
    open(.descriptor(ReceivedDescriptor(files.pipe(script))), options)
  }

  // MARK: The queue

  /// Waits until everything was heard, at the most an hour.
  func passAll() {
    for _ in 0..<3600 where session.snapshot.status == .playing { pass(1000) }
  }

  /// The titles of the queue, in its order.
  var titles: [String] { player.entries.map(\.metadata.title) }
  /// The title of the current entry; empty without one.
  var current: String { player.current.flatMap { player.entry($0) }?.metadata.title ?? "" }
}

/// The settings of a test, which are known from the start, or when the test says so.
@Core
final class ManualSettings: KnownSettings {
  var current: Settings
  var isKnown = true { didSet { if isKnown { tell() } } }
  private var waiting: [@Core () -> Void] = []

  init(_ settings: Settings) { current = settings }

  func whenKnown(_ body: @escaping @Core () -> Void) { if isKnown { body() } else { waiting.append(body) } }

  private func tell() {
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
  }
}
