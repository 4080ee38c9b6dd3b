import AloudAPI
import BusValues
import CommandOutput
import DBusKit
import EventLoop
import Glibc

/// The service from the command line's view: one connection, calls, and the requested events.
@Core
final class Service {
  let connection: BusConnection
  /// True if this process started the service from its own directory, because the bus could not.
  private(set) var wasStartedHere = false

  /// Connects to the session bus. Does not start the service.
  init() throws(Failure) {
    do throws(BusError) {
      connection = try BusConnection.session()
    } catch {
      // The bus of the user whose session it is refuses root.
      if geteuid() == 0, let user = getenv("SUDO_USER").map({ String(cString: $0) }), !user.isEmpty {
        throw Failure(
          .noService, "cannot reach the session bus: it belongs to \(user), and this runs as root",
          cure: "the same without sudo")
      }
      let reason = error.message.isEmpty ? error.name : error.message.replacing("no session bus: ", with: "")
      throw Failure(
        .noService, "cannot reach the session bus: \(reason)",
        cure: "dbus-run-session -- aloud …, or log in to a desktop")
    }
  }

  // MARK: Calls

  /// Calls a method; starts the service if necessary.
  ///
  /// - Parameters:
  ///   - task: completes "cannot …" in the message of a failure.
  ///   - patience: the time limit for the answer.
  func call(
    _ call: AloudCall, descriptors: [CInt] = [], task: String, patience: Duration = longPatience
  ) async throws(Failure) -> [BusValue] {
    try await answer(to: method(call, descriptors), start: true, task: task, patience: patience)
  }

  /// Calls a method of another interface of the service; starts the service if necessary.
  ///
  /// - Parameter task: completes "cannot …" in the message of a failure.
  func call(_ call: BusCall, task: String) async throws(Failure) -> [BusValue] {
    try await answer(to: call, start: true, task: task)
  }

  /// Calls a method of a running service; `nil` if none is running. Does not start it.
  func callIfRunning(_ call: AloudCall, task: String) async throws(Failure) -> [BusValue]? {
    try await ifRunning(method(call, []), task: task)
  }

  private func method(_ call: AloudCall, _ descriptors: [CInt]) -> BusCall {
    BusCall(
      AloudBus.name, AloudBus.path, AloudBus.interface, call.method, call.arguments, descriptors: descriptors)
  }

  private func answer(
    to call: BusCall, start: Bool, task: String, patience: Duration = longPatience
  ) async throws(Failure) -> [BusValue] {
    do throws(BusError) {
      return try await send(call, start: start, patience: patience)
    } catch {
      if let ending { throw .quiet(ending == SIGINT ? .interrupted : .failed) }
      if error.name == BusError.Name.noReply, let owner = await SilentOwner.ofService(on: connection) {
        throw owner.failure(task: task)
      }
      throw Failure(error, task: task)
    }
  }

  private func ifRunning(_ call: BusCall, task: String) async throws(Failure) -> [BusValue]? {
    do throws(Failure) {
      return try await answer(to: call, start: false, task: task)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// The time limit of a query. A service that takes longer is frozen, or another program owns its name.
  private static let patience = Duration.seconds(5)
  /// The time limit for opening a text and for the start of the service; the default of libdbus.
  static let longPatience = Duration.seconds(25)
  /// The time limit for another program that owns the name.
  private static let strangersPatience = Duration.seconds(2)
  /// The number of the call whose answer is awaited.
  private var callNumber = 0
  /// True if another program owns the name and does not answer.
  private var isOwnedByStranger = false
  /// True if the service has answered a call.
  private var isReached = false

  private func send(_ call: BusCall, start: Bool, patience: Duration) async throws(BusError) -> [BusValue] {
    guard start else { return try await reply(to: call, within: Self.patience) }
    do throws(BusError) {
      try await reach()
      return try await reply(to: call, within: patience)
    } catch {
      switch error.name {
      case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner:
        // The call was not delivered, so it can be sent again.
        return try await sendStarting(call, patience)
      case BusError.Name.vanished:
        // The service ended before the call reached it, as after Quit. The call is repeated only once: a call that
        // crashes the service would crash the next one too.
        for descriptor in call.descriptors { lseek(descriptor, 0, SEEK_SET) }
        return try await sendStarting(call, patience)
      default: throw error
      }
    }
  }

  /// Checks quickly that the owner of the name answers.
  private func reach() async throws(BusError) {
    guard !isReached else { return }
    let ping = BusCall(AloudBus.name, AloudBus.path, "org.freedesktop.DBus.Peer", "Ping")
    _ = try await reply(to: ping, within: Self.patience)
    isReached = true
  }

  private func sendStarting(_ call: BusCall, _ patience: Duration) async throws(BusError) -> [BusValue] {
    do throws(BusError) {
      return try await reply(to: call, within: patience, start: true)
    } catch {
      guard error.name == BusError.Name.serviceUnknown else { throw error }
      try await ServiceStarter.start(on: connection) { abandon = $0 }
      abandon = nil
      wasStartedHere = true
      return try await reply(to: call, within: patience)
    }
  }

  /// Sends a call and waits for its answer, for a cancellation, or for a signal that ends this process.
  private func reply(
    to call: BusCall, within patience: Duration, start: Bool = false
  ) async throws(BusError) -> [BusValue] {
    // At the end of the process, a final cleanup call gets one second.
    let patience = ending == nil ? patience : .seconds(1)
    let sent = Core.loop.now
    callNumber += 1
    let number = callNumber
    let look = Core.loop.schedule(after: Self.strangersPatience) { [weak self] in
      Task { @Core in await self?.giveUpOnStranger(number) }
    }
    defer {
      Core.loop.cancel(look)
      callNumber += 1
    }
    let result: Result<[BusValue], BusError> = await withCheckedContinuation { continuation in
      let pending = connection.call(call, timeout: patience, autoStart: start) { [weak self] result in
        self?.abandon = nil
        continuation.resume(returning: result.map(\.arguments))
      }
      guard ending == nil else { return }
      abandon = {
        pending.cancel()
        continuation.resume(returning: .failure(.noReply("the caller no longer waits")))
      }
    }
    do throws(BusError) {
      return try result.get()
    } catch {
      // If the owner disconnects, the bus sends `NoReply` itself. Before the time limit it can only come from there.
      guard error.name == BusError.Name.noReply, ending == nil, !isOwnedByStranger,
        sent.duration(to: Core.loop.now) < patience
      else { throw error }
      throw BusError(name: BusError.Name.vanished, message: error.message)
    }
  }

  /// Ends the wait for an answer if the name's owner is not the service.
  private func giveUpOnStranger(_ number: Int) async {
    guard let owner = await SilentOwner.ofService(on: connection), !owner.isService, number == callNumber, let abandon
    else { return }
    isOwnedByStranger = true
    self.abandon = nil
    abandon()
  }

  // MARK: The end of the wait

  /// The signal that ends this process.
  private var ending: CInt?
  /// True if a signal has asked this process to end.
  var isEnding: Bool { ending != nil }
  /// Ends the present wait.
  private var abandon: (@Core () -> Void)?

  /// A signal asks this process to end. Waits for the service are cancelled, and ``next()`` returns the signal first.
  private func end(_ number: CInt) {
    ending = number
    StandardStream.endingSignal = number
    if let waiting {
      self.waiting = nil
      waiting.resume(returning: .signal(number))
    } else {
      notices.insert(.signal(number), at: 0)
    }
    let abandon = abandon
    self.abandon = nil
    abandon?()
  }

  // MARK: Properties

  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  private static let getAll = BusCall(
    AloudBus.name, AloudBus.path, properties, "GetAll", [.string(AloudBus.interface.text)], expecting: "a{sv}")

  /// Every property; `nil` if the service is not running. Does not start it.
  func status() async throws(Failure) -> Status? {
    guard let answer = try await ifRunning(Self.getAll, task: "read the state of the service") else { return nil }
    return Status(properties: answer.first?.asVardict ?? [:])
  }

  /// Every property; starts the service if necessary.
  func startedStatus() async throws(Failure) -> Status {
    let answer = try await answer(to: Self.getAll, start: true, task: "read the state of the service")
    return Status(properties: answer.first?.asVardict ?? [:])
  }

  /// The value of a property; `nil` if the service is not running.
  func value(of property: AloudProperty, task: String) async throws(Failure) -> BusValue? {
    let call = BusCall(
      AloudBus.name, AloudBus.path, Self.properties, "Get",
      [.string(AloudBus.interface.text), .string(property.rawValue)])
    guard case .variant(let value)? = try await ifRunning(call, task: task)?.first else { return nil }
    return value
  }

  /// Sets a property; starts the service if necessary.
  func set(_ property: AloudProperty, to value: BusValue, task: String) async throws(Failure) {
    let call = BusCall(
      AloudBus.name, AloudBus.path, Self.properties, "Set",
      [.string(AloudBus.interface.text), .string(property.rawValue), .variant(value)])
    _ = try await answer(to: call, start: true, task: task)
  }

  /// The queue; `nil` if the service is not running.
  func tracks() async throws(Failure) -> [TrackEntry]? {
    guard let answer = try await callIfRunning(.listTracks, task: "list the queue") else { return nil }
    return (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(TrackEntry.init) }
  }

  // MARK: Events

  /// The events that a long-running verb can wait for.
  enum Notice {
    case event(AloudEvent)
    /// The properties that the service announced, by name, in no order.
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
  }

  private var notices: [Notice] = []
  /// True if ``next()`` returns at once.
  var hasNotices: Bool { !notices.isEmpty }
  private var waiting: CheckedContinuation<Notice, Never>?
  private var tokens: [MatchToken] = []
  private var sources: [EventSource] = []

  /// The next notice, in order. Must have at most one caller at a time.
  func next() async -> Notice {
    if !notices.isEmpty { return notices.removeFirst() }
    return await withCheckedContinuation { waiting = $0 }
  }

  func post(_ notice: Notice) {
    guard let waiting else { return notices.append(notice) }
    self.waiting = nil
    waiting.resume(returning: notice)
  }

  /// Makes ``next()`` return the service's signals, its start and end, and Ctrl-C.
  ///
  /// The signals arrive after ``ask(for:start:)`` has subscribed to them.
  func listen() {
    tokens.append(
      connection.subscribe(
        MatchRule(sender: AloudBus.name, path: AloudBus.path, interface: AloudBus.interface)
      ) { [weak self] signal in
        guard let event = AloudEvent(member: signal.member.text, arguments: signal.arguments) else { return }
        self?.post(.event(event))
      })
    tokens.append(
      connection.watchOwner(of: AloudBus.name) { [weak self] old, new in
        if old != nil { self?.post(.vanished) }
        if new != nil { self?.post(.appeared) }
      })
    connection.onDisconnect = { [weak self] in self?.post(.disconnected) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sources.append(Core.loop.onSignal(number) { [weak self] in self?.end(number) })
    }
    watchOutput()
  }

  /// Makes ``next()`` return announced properties too.
  func listenToProperties() {
    tokens.append(
      connection.subscribe(
        MatchRule(
          sender: AloudBus.name, path: AloudBus.path, interface: Self.properties, member: "PropertiesChanged",
          argument0: AloudBus.interface.text)
      ) { [weak self] signal in
        guard signal.arguments.count == 3 else { return }
        let changed = (signal.arguments[1].asVardict ?? [:]).keys + (signal.arguments[2].asStrings ?? [])
        self?.post(.changed(changed.sorted()))
      })
  }

  /// Makes ``next()`` return a notice for each signal of the service that matches a rule.
  func listen(to rule: MatchRule, as notice: Notice) {
    var rule = rule
    rule.sender = AloudBus.name
    tokens.append(connection.subscribe(rule) { [weak self] _ in self?.post(notice) })
  }

  /// Keeps a source alive together with the subscriptions.
  func keep(_ source: EventSource) { sources.append(source) }

  /// Subscribes to signals of the running service, or of one that is started.
  func ask(for kinds: Set<EventKind>, withText: Bool = false, start: Bool) async throws(Failure) {
    let call = AloudCall.subscribe(kinds, withText: withText)
    if start {
      _ = try await self.call(call, task: "follow the service")
    } else {
      _ = try await callIfRunning(call, task: "follow the service")
    }
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
