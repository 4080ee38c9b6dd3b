public import BusValues
import CDBus
public import EventLoop
import Glibc

/// A connection to a message bus, driven by the core loop.
///
/// libdbus has no thread here: the loop watches its descriptors, and every handler runs with `Core` isolation. Messages of
/// one connection are handled in their order. Clients' calls are performed in fair turns, for a bounded time in each turn
/// of the loop; all else is handled in the turn that received it. An ended connection stays ended; to continue, make
/// another one and export the objects again.
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
  /// Limits for calls of clients; ``MessageLimits/calls`` unless set.
  public var callLimits = MessageLimits.calls
  /// Limits the rate at which each client may call methods and set properties. Reading is free. `nil`: no limit.
  public var callQuota: CallQuota?
  /// Limits for replies and signals; ``MessageLimits/replies`` unless set.
  public var replyLimits = MessageLimits.replies

  /// The identity of this run of the bus; `nil` if the bus does not report it.
  public var serverID: String? {
    guard isOpen, let text = dbus_connection_get_server_id(raw) else { return nil }
    defer { dbus_free(text) }
    return String(cString: text)
  }

  let raw: OpaquePointer
  let scheduler: any Scheduler
  /// True if messages can be sent. Once false, it stays false.
  public private(set) var isOpen = true

  // Used by the extensions in the other files.
  var watches: [OpaquePointer] = []
  var source: EventSource?
  var isDispatching = false
  var drain: TimerToken?
  var objects = ObjectTree()
  var pendingCalls: [UInt32: PendingCall] = [:]
  var subscriptions: [Subscription] = []
  var ownerWatches: [OwnerWatch] = []
  var holding = CallHolding()
  var turns = FairTurns<OpaquePointer>(limits: waitingLimits)
  /// A call that was read while no message waited. It needs no turn unless another message is read, too.
  var single: OpaquePointer?
  /// Set for a connection that sees messages between others; see `Monitoring.swift`.
  var monitor: Monitor?
  /// The number of messages that were received, of any kind.
  var received: UInt64 = 0

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
    wait(for: timeout, dispatching: true) { answer == nil }
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
    raw = try Self.open(address)
    self.address = address
    self.scheduler = scheduler
    uniqueName = BusName(trusted: "")
    limitWaiting()
    attach()
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
    isOpen = false
    detach()
    dbus_connection_close(raw)
    dbus_connection_unref(raw)
    endAll()
  }

  /// Writes queued messages, blocking for at most `timeout`. For the end of a program.
  public func flush(timeout: Duration = .seconds(1)) {
    // Nothing is dispatched here, since the caller may be a handler. Messages received meanwhile wait for the loop.
    wait(for: timeout, dispatching: false) { dbus_connection_has_messages_to_send(raw) != 0 }
  }

  // MARK: Opening

  private static func open(_ address: String) throws(BusError) -> OpaquePointer {
    // A shared connection would share its watches with others, and closing one ends the process.
    let raw = try withDBusError { dbus_connection_open_private(address, $0) }
    dbus_connection_set_exit_on_disconnect(raw, 0)
    // Otherwise libdbus answers Peer itself, whatever the arguments are.
    dbus_connection_set_route_peer_messages(raw, 1)
    return raw
  }

  private func sayHello(timeout: Duration?, done: @escaping @Core (Result<Void, BusError>) -> Void) {
    call(busCall("Hello", [], "s"), timeout: timeout) { result in
      done(
        result.flatMap { reply in
          guard let name = reply.arguments.first?.asString.flatMap({ BusName($0) }) else {
            return .failure(BusError(name: BusError.Name.inconsistentMessage, message: "the bus gave no name"))
          }
          self.uniqueName = name
          dbus_bus_set_unique_name(self.raw, name.text)
          return .success(())
        })
    }
  }

  /// The bus has ended the connection.
  func disconnected() {
    guard isOpen else { return }
    close()
    onDisconnect?()
  }

  private func endAll() {
    objects = ObjectTree()
    holding.drop()
    dropWaiting()
    monitor = nil
    for subscription in subscriptions { subscription.connection = nil }
    subscriptions = []
    for watch in ownerWatches { watch.connection = nil }
    ownerWatches = []
    let pending = pendingCalls.sorted { $0.key < $1.key }
    pendingCalls = [:]
    for (_, call) in pending { call.disown(scheduler) }
    for (_, call) in pending {
      call.complete(.failure(.disconnected("the connection to the bus has ended")))
    }
  }
}

/// Runs a libdbus function that reports failure by `nil` and an error.
private func withDBusError(
  _ body: (UnsafeMutablePointer<DBusError>) -> OpaquePointer?
) throws(BusError) -> OpaquePointer {
  var error = DBusError()
  dbus_error_init(&error)
  defer { dbus_error_free(&error) }
  if let result = body(&error) { return result }
  guard dbus_error_is_set(&error) != 0 else { fatalError("out of memory") }
  throw BusError(name: String(cString: error.name), message: String(cString: error.message))
}

extension Duration {
  /// Whole milliseconds for C, rounded up, so that a short wait does not spin; never negative.
  var milliseconds: CInt {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return CInt(clamping: min(seconds, 1 << 31) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
