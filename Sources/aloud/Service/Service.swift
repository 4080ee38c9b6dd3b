import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Glibc

/// The service as the command line sees it: one connection, calls, and the events that were asked for.
@Core
final class Service {
  let connection: BusConnection
  /// Whether this process started the service from its own directory, because the bus could not.
  private(set) var wasStartedHere = false

  /// Connects to the session bus. Starts nothing.
  init() throws(Failure) {
    do throws(BusError) {
      connection = try BusConnection.session()
    } catch {
      let reason = error.message.isEmpty ? error.name : error.message.replacing("no session bus: ", with: "")
      throw Failure(
        .noService, "cannot reach the session bus: \(reason)",
        cure: "dbus-run-session -- aloud …, or log in to a desktop")
    }
  }

  // MARK: Calls

  /// Calls a method, starting the service where it does not run.
  ///
  /// - Parameters:
  ///   - task: completes "cannot …" in the message of a failure.
  ///   - patience: how long the answer may take.
  func call(
    _ call: AloudCall, descriptors: [CInt] = [], task: String, patience: Duration = longPatience
  ) async throws(Failure) -> [BusValue] {
    try await answer(to: method(call, descriptors), start: true, task: task, patience: patience)
  }

  /// Calls a method of another of its interfaces, starting the service where it does not run.
  ///
  /// - Parameter task: completes "cannot …" in the message of a failure.
  func call(_ call: BusCall, task: String) async throws(Failure) -> [BusValue] {
    try await answer(to: call, start: true, task: task)
  }

  /// Calls a method of a service that runs; `nil` where none does, and none is started.
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

  /// The time limit of a question; a service that takes longer is frozen, or is none.
  private static let patience = Duration.seconds(5)
  /// How long a text may take until it is known that it can be read, and a service until it has started; as libdbus has
  /// it.
  static let longPatience = Duration.seconds(25)
  /// The time that another program gets which owns the name.
  private static let strangersPatience = Duration.seconds(2)
  /// The number of the call that is being waited for.
  private var callNumber = 0
  /// Whether another program owns the name, and has not answered.
  private var isOwnedByStranger = false
  /// Whether the service has answered anything.
  private var isReached = false

  private func send(_ call: BusCall, start: Bool, patience: Duration) async throws(BusError) -> [BusValue] {
    guard start else { return try await reply(to: call, within: Self.patience) }
    do throws(BusError) {
      try await reach()
      return try await reply(to: call, within: patience)
    } catch {
      switch error.name {
      case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner:
        // Nothing was delivered, so that it can be sent again.
        return try await sendStarting(call, patience)
      case BusError.Name.vanished:
        // The service ended while the call was on its way to it, as after Quit. Once: a call that ends each service
        // would end the next one too.
        for descriptor in call.descriptors { lseek(descriptor, 0, SEEK_SET) }
        return try await sendStarting(call, patience)
      default: throw error
      }
    }
  }

  /// Finds out at once whether the owner of the name answers at all.
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

  /// Sends a call and waits for its answer, for an end of the wait, or for a signal that ends this process.
  private func reply(
    to call: BusCall, within patience: Duration, start: Bool = false
  ) async throws(BusError) -> [BusValue] {
    // A call that takes something back at the end is worth a moment, and no more.
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
      // The bus answers for one that has gone; before the time is over, nobody else says so.
      guard error.name == BusError.Name.noReply, ending == nil, !isOwnedByStranger,
        sent.duration(to: Core.loop.now) < patience
      else { throw error }
      throw BusError(name: BusError.Name.vanished, message: error.message)
    }
  }

  /// Ends the wait for the answer to a call where it is not the service that owns the name.
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
  /// Whether a signal has asked this process to end.
  var isEnding: Bool { ending != nil }
  /// Ends what is waited for now.
  private var abandon: (@Core () -> Void)?

  /// A signal asks this process to end: what waits for the service waits no longer, and ``next()`` tells of it first.
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

  /// Every property; `nil` where no service runs, and none is started.
  func status() async throws(Failure) -> Status? {
    guard let answer = try await ifRunning(Self.getAll, task: "ask the service how it is") else { return nil }
    return Status(properties: answer.first?.asVardict ?? [:])
  }

  /// Every property, from a service that is started where it does not run.
  func startedStatus() async throws(Failure) -> Status {
    let answer = try await answer(to: Self.getAll, start: true, task: "ask the service how it is")
    return Status(properties: answer.first?.asVardict ?? [:])
  }

  /// Sets a property, starting the service where it does not run.
  func set(_ property: AloudProperty, to value: BusValue, task: String) async throws(Failure) {
    let call = BusCall(
      AloudBus.name, AloudBus.path, Self.properties, "Set",
      [.string(AloudBus.interface.text), .string(property.rawValue), .variant(value)])
    _ = try await answer(to: call, start: true, task: task)
  }

  /// The queue; `nil` where no service runs.
  func tracks() async throws(Failure) -> [TrackEntry]? {
    guard let answer = try await callIfRunning(.listTracks, task: "list the queue") else { return nil }
    return (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(TrackEntry.init) }
  }

  // MARK: Events

  /// What a verb that stays can wait for.
  enum Notice {
    case event(AloudEvent)
    /// The properties that the service announced, by name, in no order.
    case changed([String])
    case appeared
    case vanished
    case signal(CInt)
    /// What was typed.
    case input([UInt8])
    /// A time that the verb itself has set is over.
    case elapsed
    /// Nobody reads what is printed any more.
    case outputClosed
    /// The bus has ended the connection.
    case disconnected
  }

  private var notices: [Notice] = []
  /// Whether ``next()`` returns at once.
  var hasNotices: Bool { !notices.isEmpty }
  private var waiting: CheckedContinuation<Notice, Never>?
  private var tokens: [MatchToken] = []
  private var sources: [EventSource] = []

  /// The next thing that happened, in order. One caller at a time.
  func next() async -> Notice {
    if !notices.isEmpty { return notices.removeFirst() }
    return await withCheckedContinuation { waiting = $0 }
  }

  func post(_ notice: Notice) {
    guard let waiting else { return notices.append(notice) }
    self.waiting = nil
    waiting.resume(returning: notice)
  }

  /// From now on ``next()`` tells of the service's signals, of its coming and going, and of Ctrl-C.
  ///
  /// The signals come once ``ask(for:start:)`` has asked for them.
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

  /// From now on ``next()`` tells of announced properties too.
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

  /// From now on ``next()`` tells of a signal on the bus, whoever sends it, as a notice.
  func listen(to rule: MatchRule, as notice: Notice) {
    var rule = rule
    rule.sender = AloudBus.name
    tokens.append(connection.subscribe(rule) { [weak self] _ in self?.post(notice) })
  }

  /// Watches something as long as the service is listened to.
  func keep(_ source: EventSource) { sources.append(source) }

  /// Asks for signals; of a service that runs, or of one that is started for it.
  func ask(for kinds: Set<EventKind>, withText: Bool = false, start: Bool) async throws(Failure) {
    let call = AloudCall.subscribe(kinds, withText: withText)
    if start {
      _ = try await self.call(call, task: "follow the service")
    } else {
      _ = try await callIfRunning(call, task: "follow the service")
    }
  }

  /// A pipe whose reader has gone is noticed at once, not at the next line, which may be long in coming.
  private func watchOutput() {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else { return }
    // A descriptor that has hung up would be told of for ever.
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
