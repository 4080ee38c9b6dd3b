public import BusValues
import CDBus
public import EventLoop
import Glibc

/// A connection to a message bus, driven by the core loop.
///
/// libdbus has no thread here: the loop watches its descriptors, and every handler runs with `Core` isolation. Messages
/// of one connection are handled in their order. Clients' calls are performed in fair turns, for a bounded time in each
/// turn of the loop; all else is handled in the turn that received it. An ended connection stays ended; to continue,
/// make another one and export the objects again.
@Core
public final class BusConnection {
  /// The address that was connected to.
  public let address: String
  /// The name given by the bus, such as `:1.42`.
  public private(set) var uniqueName: BusName
  /// Called once when the bus has ended the connection; pending calls have failed by then. Not for ``close()``.
  public var onDisconnect: (() -> Void)?
  /// Called when this connection has acquired a name, even later from the queue.
  public var onNameAcquired: ((BusName) -> Void)?
  /// Called when another connection took a name.
  public var onNameLost: ((BusName) -> Void)?
  /// Limits for replies and signals; ``MessageLimits/replies`` unless set.
  public var replyLimits = MessageLimits.replies

  /// True if messages can be sent. Once false, it stays false.
  public var isOpen: Bool { link.isOpen }
  /// The identity of this run of the bus; `nil` if the bus does not report it.
  public var serverID: String? { link.serverID }

  let link: BusLink
  let calls: OutgoingCalls
  let owners: OwnerWatches
  let subscriptions: Subscriptions
  let answers: CallAnswers
  let objects: ObjectServer
  let inbox: Inbox
  /// Set for a connection that sees messages between others.
  private var monitor: Monitor?

  /// Connects and sends Hello. This blocks the caller until the bus answers, at most for `timeout`.
  ///
  /// A program that already plays should use ``connect(to:scheduler:timeout:done:)``.
  /// - Parameters:
  ///   - address: a D-Bus address such as `unix:path=/run/user/1000/bus`.
  ///   - scheduler: the clock of time-outs of calls.
  ///   - timeout: the time limit for the connection to the bus.
  /// - Throws: libdbus's error if no bus listens; `NoReply` after the time-out, `Disconnected`, `AuthFailed`.
  public convenience init(
    address: String, scheduler: any Scheduler = Core.loop, timeout: Duration = .seconds(5)
  ) throws(BusError) {
    try self.init(opening: address, scheduler: scheduler)
    var answer: Result<Void, BusError>?
    sayHello(timeout: nil) { answer = $0 }
    // The wait is our own, because libdbus's has no limit during authentication.
    link.wait(for: timeout) { answer == nil }
    switch answer {
    case .success: return
    case .failure(let error):
      close()
      throw error
    case nil:
      close()
      throw .noReply("no answer from the bus at \(address)")
    }
  }

  /// Connects without sending Hello.
  private init(opening address: String, scheduler: any Scheduler) throws(BusError) {
    link = try BusLink(address)
    self.address = address
    uniqueName = BusName(trusted: "")
    calls = OutgoingCalls(link, scheduler: scheduler)
    owners = OwnerWatches(link, calls: calls)
    subscriptions = Subscriptions(link, owners: owners)
    answers = CallAnswers(link)
    objects = ObjectServer(answers)
    inbox = Inbox(link)
    link.attach(to: self)
  }

  /// Connects without blocking the loop; `done` is called in a later turn with a connection that has its name.
  ///
  /// - Parameter timeout: the longest wait for the bus; `nil` for as long as its socket stays open.
  public static func connect(
    to address: String, scheduler: any Scheduler = Core.loop, timeout: Duration? = .seconds(5),
    done: @escaping @Core (Result<BusConnection, BusError>) -> Void
  ) {
    do throws(BusError) {
      let connection = try BusConnection(opening: address, scheduler: scheduler)
      connection.sayHello(timeout: timeout) { result in
        if case .failure = result { connection.close() }
        done(result.map { connection })
      }
    } catch {
      scheduler.schedule(at: scheduler.now) { done(.failure(error)) }
    }
  }

  /// Connects to the session bus: `DBUS_SESSION_BUS_ADDRESS`, or the user's bus in `XDG_RUNTIME_DIR`.
  public static func session(
    scheduler: any Scheduler = Core.loop, timeout: Duration = .seconds(5)
  ) throws(BusError) -> BusConnection {
    try BusConnection(address: try sessionAddress(), scheduler: scheduler, timeout: timeout)
  }

  /// The session bus's address; never one that would start a bus.
  public static func sessionAddress() throws(BusError) -> String {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }), !address.isEmpty {
      return address
    }
    guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), !folder.isEmpty else {
      throw .disconnected("no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
    }
    return folder.withCString { path in
      guard let value = dbus_address_escape_value(path) else { fatalError("out of memory") }
      defer { dbus_free(value) }
      return "unix:path=" + String(cString: value) + "/bus"
    }
  }

  /// The system bus's address: `DBUS_SYSTEM_BUS_ADDRESS`, or the socket of the specification.
  public static func systemAddress() -> String {
    let address = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? ""
    return address.isEmpty ? "unix:path=/var/run/dbus/system_bus_socket" : address
  }

  isolated deinit { close() }

  /// Ends the connection. Unsent messages are lost, and pending calls fail in this turn.
  public func close() {
    guard isOpen else { return }
    link.close()
    objects.end()
    inbox.drop()
    monitor = nil
    subscriptions.end()
    owners.end()
    calls.failAll()
  }

  /// Writes queued messages, blocking for at most `timeout`. For the end of a program.
  public func flush(timeout: Duration = .seconds(1)) {
    // Nothing is dispatched here, since the caller may be a handler. Messages received meanwhile wait for the loop.
    link.flush(timeout: timeout)
  }

  private func sayHello(timeout: Duration?, done: @escaping @Core (Result<Void, BusError>) -> Void) {
    calls.call(.bus("Hello", [], "s"), timeout: timeout) { result in
      done(
        result.flatMap { reply in
          guard let name = reply.arguments.first?.asString.flatMap({ BusName($0) }) else {
            return .failure(BusError(name: BusError.Name.inconsistentMessage, message: "the bus gave no name"))
          }
          self.uniqueName = name
          self.link.setUniqueName(name)
          return .success(())
        })
    }
  }

  /// Receives messages between others from now on, and nothing else.
  func monitor(_ handler: @escaping @Core (MonitoredMessage) -> Void) { monitor = Monitor(link, handler) }

  // MARK: Messages

  private func receive(signal message: OpaquePointer) {
    guard let header = SignalHeader(message) else { return }
    if header.isAboutNames { receiveNames(header) }
    subscriptions.receive(header, limits: replyLimits)
  }

  private func receiveNames(_ header: SignalHeader) {
    guard let signal = header.content(replyLimits) else { return }
    let names = signal.arguments.map { $0.asString ?? "" }
    switch signal.member.text {
    case "NameAcquired":
      if names.count == 1, let name = BusName(names[0]), !name.isUnique { onNameAcquired?(name) }
    case "NameLost":
      if names.count == 1, let name = BusName(names[0]), !name.isUnique { onNameLost?(name) }
    case "NameOwnerChanged":
      guard names.count == 3 else { return }
      owners.changed(names[0], to: BusName(names[2]))
    default: break
    }
  }

  /// The bus has ended the connection.
  private func disconnected() {
    guard isOpen else { return }
    close()
    onDisconnect?()
  }

  /// True for a signal that libdbus itself makes. The bus lets no connection send from its path.
  private static func isEnd(_ message: OpaquePointer) -> Bool {
    dbus_message_is_signal(message, "org.freedesktop.DBus.Local", "Disconnected") != 0
  }
}

extension BusConnection: LinkOwner {
  func receive(_ message: OpaquePointer) {
    guard let monitor else { return inbox.take(message, for: self) }
    if Self.isEnd(message) { return disconnected() }
    // Numbers of answers to others may be the same as those of our own calls.
    if dbus_message_get_reply_serial(message) != 0, dbus_message_has_destination(message, uniqueName.text) != 0 {
      return calls.receive(reply: message, limits: replyLimits)
    }
    monitor.receive(message)
  }

  func dispatchAll() { if let monitor { monitor.dispatchAll() } else { inbox.dispatchAll(for: self) } }
}

extension BusConnection: InboxHandler {
  func handle(_ message: OpaquePointer) {
    switch dbus_message_get_type(message) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: objects.perform(message, for: self)
    case DBUS_MESSAGE_TYPE_SIGNAL:
      if Self.isEnd(message) { disconnected() } else { receive(signal: message) }
    default: calls.receive(reply: message, limits: replyLimits)
    }
  }

  func refuse(_ message: OpaquePointer) { answers.fail(message, .limitsExceeded("too many calls are waiting")) }

  func isExpected(_ header: SignalHeader) -> Bool { subscriptions.isExpected(header) }

  func isAwaited(_ message: OpaquePointer) -> Bool { calls.isAwaited(message) }
}
