import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import DBusKit
import EventLoop
import Glibc

/// The service from the command line's view: the client's calls with the command's failures, and one stream of
/// everything that a long-running verb waits for.
@Core
final class Service {
  /// The connection, for what the client offers beside plain calls.
  let client: ServiceConnection
  /// The connection to the bus.
  var bus: BusConnection { client.bus }
  /// True if this process started the service from its own directory, because the bus could not.
  var wasStartedHere: Bool { client.wasStartedHere }

  /// Connects to the session bus. Does not start the service.
  init() throws(Failure) {
    do throws(ClientFailure) { client = try ServiceConnection() } catch { throw Failure(error) }
  }

  // MARK: Calls

  /// The time limit for opening a text and for the start of the service.
  static let longPatience = ServiceConnection.longPatience

  /// Calls a method; starts the service if necessary.
  ///
  /// - Parameters:
  ///   - task: completes "cannot …" in the message of a failure.
  ///   - patience: the time limit for the answer.
  func call(
    _ call: AloudCall, descriptors: [CInt] = [], task: String, patience: Duration = longPatience
  ) async throws(Failure) -> [BusValue] {
    try await Failure.translating(
      try await client.call(call, descriptors: descriptors, task: task, patience: patience))
  }

  /// Calls a method of another interface of the service; starts the service if necessary.
  ///
  /// - Parameter task: completes "cannot …" in the message of a failure.
  func call(_ call: BusCall, task: String) async throws(Failure) -> [BusValue] {
    try await Failure.translating(try await client.call(call, task: task))
  }

  /// Calls a method of a running service; `nil` if none is running. Does not start it.
  func callIfRunning(_ call: AloudCall, task: String) async throws(Failure) -> [BusValue]? {
    try await Failure.translating(try await client.callIfRunning(call, task: task))
  }

  /// Every property; `nil` if the service is not running. Does not start it.
  func status() async throws(Failure) -> Status? {
    try await Failure.translating(try await client.status())
  }

  /// Every property; starts the service if necessary.
  func startedStatus() async throws(Failure) -> Status {
    try await Failure.translating(try await client.startedStatus())
  }

  /// The value of a property; `nil` if the service is not running.
  func value(of property: AloudProperty, task: String) async throws(Failure) -> BusValue? {
    try await Failure.translating(try await client.value(of: property, task: task))
  }

  /// Sets a property; starts the service if necessary.
  func set(_ property: AloudProperty, to value: BusValue, task: String) async throws(Failure) {
    try await Failure.translating(try await client.set(property, to: value, task: task))
  }

  /// The queue; `nil` if the service is not running.
  func tracks() async throws(Failure) -> [TrackEntry]? {
    try await Failure.translating(try await client.tracks())
  }

  /// Subscribes to signals of the running service, or of one that is started.
  func ask(for kinds: Set<EventKind>, withText: Bool = false, start: Bool) async throws(Failure) {
    try await Failure.translating(try await client.ask(for: kinds, withText: withText, start: start))
  }

  /// Sends a playlist, and returns when all its files are in the queue.
  ///
  /// - Parameter descriptor: the list; stays the caller's.
  func openPlaylist(
    _ descriptor: CInt, _ options: SpeakOptions, task: String
  ) async throws(Failure) -> OpenedPlaylist {
    try await Failure.translating(try await client.openPlaylist(descriptor, options, task: task))
  }

  // MARK: Events

  /// The events that a long-running verb can wait for.
  enum Notice {
    case event(AloudEvent)
    /// The properties that the service announced, by name, in alphabetical order.
    case changed([String])
    case appeared
    case vanished
    case signal(CInt)
    /// Typed input.
    case input([UInt8])
    /// A timer of the verb has fired.
    case elapsed
    /// The reader of standard output has gone.
    case outputClosed
    /// The bus has ended the connection.
    case disconnected

    init(_ news: ServiceNews) {
      self =
        switch news {
        case .event(let event): .event(event)
        case .changed(let names): .changed(names)
        case .appeared: .appeared
        case .vanished: .vanished
        case .disconnected: .disconnected
        }
    }
  }

  private let notices = NewsQueue<Notice>()
  private var sources: [EventSource] = []

  /// True if ``next()`` returns at once.
  var hasNotices: Bool { !notices.isEmpty }

  /// The next notice, in order. Must have at most one caller at a time.
  func next() async -> Notice { await notices.next() }

  func post(_ notice: Notice) { notices.post(notice) }

  /// Makes ``next()`` return the service's signals, its start and end, and Ctrl-C.
  ///
  /// The signals arrive after ``ask(for:start:)`` has subscribed to them.
  func listen() {
    client.listen { [weak self] in self?.post(Notice($0)) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sources.append(Core.loop.onSignal(number) { [weak self] in self?.end(number) })
    }
    watchOutput()
  }

  /// Makes ``next()`` return announced properties too.
  func listenToProperties() { client.listenToProperties { [weak self] in self?.post(Notice($0)) } }

  /// Makes ``next()`` return jumps of the reading too, as changed properties.
  func listenToJumps() { client.listenToJumps { [weak self] in self?.post(Notice($0)) } }

  /// Keeps a source alive together with the subscriptions.
  func keep(_ source: EventSource) { sources.append(source) }

  // MARK: The end of the wait

  /// True if a signal has asked this process to end.
  var isEnding: Bool { client.isEnding }

  /// A signal asks this process to end. Waits for the service are cancelled, and ``next()`` returns the signal first.
  private func end(_ number: CInt) {
    StandardStream.endingSignal = number
    notices.post(.signal(number), isUrgent: true)
    client.abandon()
  }

  /// Detects at once that a pipe's reader has gone. The next line, which would detect it too, may come much later.
  private func watchOutput() {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else { return }
    // A descriptor in the hang-up state would be reported continuously.
    var source: EventSource?
    source = Core.loop.watch(STDOUT_FILENO, for: []) { [weak self] readiness in
      guard !readiness.isDisjoint(with: [.error, .hangup]) else { return }
      source?.cancel()
      source = nil
      self?.post(.outputClosed)
    }
    if let source { sources.append(source) }
  }
}
