public import BusValues
import CDBus
public import EventLoop
import Glibc

/// A connection to a message bus, driven by the core loop.
///
/// libdbus has no thread here: it gives out its watches, the loop tells it when they are ready, and every handler runs
/// with `Core` isolation in the order of the wire, in the turn that brought the message. A connection that ended stays
/// ended; whoever wants another makes one and exports again.
@Core
public final class BusConnection {
  /// The address that was given.
  public let address: String
  /// The name that the bus gave, such as `:1.42`.
  public private(set) var uniqueName: BusName
  /// Called once when the bus has ended the connection; pending calls have failed by then. Not for ``close()``.
  public var onDisconnect: (() -> Void)?
  /// Called when a name became this connection's, also late from the queue.
  public var onNameAcquired: ((BusName) -> Void)?
  /// Called when another connection took a name.
  public var onNameLost: ((BusName) -> Void)?
  /// Limits for calls of clients; ``MessageLimits/calls`` unless set.
  public var callLimits = MessageLimits.calls
  /// Limits for replies and signals; ``MessageLimits/replies`` unless set.
  public var replyLimits = MessageLimits.replies

  let raw: OpaquePointer
  let scheduler: any Scheduler
  public private(set) var isOpen = true

  // Parts of the extensions in the other files.
  var watches: [OpaquePointer] = []
  var source: EventSource?
  var isDispatching = false
  var drain: TimerToken?
  var objects = ObjectTree()
  var pendingCalls: [UInt32: PendingCall] = [:]
  var subscriptions: [Subscription] = []
  var ownerWatches: [OwnerWatch] = []

  /// Connects and says hello, which blocks the caller for as long as the bus takes, at most for `timeout`.
  ///
  /// A program that already plays should use ``connect(to:scheduler:timeout:done:)``.
  /// - Parameters:
  ///   - address: a D-Bus address such as `unix:path=/run/user/1000/bus`.
  ///   - scheduler: the clock of time-outs of calls.
  public init(
    address: String, scheduler: any Scheduler = Core.loop, timeout: Duration = .seconds(5)
  ) throws(BusError) {
    raw = try Self.open(address)
    self.address = address
    self.scheduler = scheduler
    do {
      uniqueName = try Self.hello(raw, timeout: timeout)
    } catch {
      dbus_connection_close(raw)
      dbus_connection_unref(raw)
      throw error
    }
    attach()
  }

  /// Connects, but does not say hello.
  private init(opening address: String, scheduler: any Scheduler) throws(BusError) {
    raw = try Self.open(address)
    self.address = address
    self.scheduler = scheduler
    uniqueName = BusName(trusted: "")
    attach()
  }

  /// Connects without blocking the loop; `done` is called in a later turn with a connection that has its name.
  public static func connect(
    to address: String, scheduler: any Scheduler = Core.loop, timeout: Duration = .seconds(5),
    done: @escaping @Core (Result<BusConnection, BusError>) -> Void
  ) {
    do throws(BusError) {
      let connection = try BusConnection(opening: address, scheduler: scheduler)
      let hello = BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", expecting: "s")
      connection.call(hello, timeout: timeout) { result in
        switch result {
        case .success(let reply):
          connection.adopt(name: BusName(trusted: reply.arguments.first?.asString ?? ""))
          done(.success(connection))
        case .failure(let error):
          connection.close()
          done(.failure(error))
        }
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

  isolated deinit { close() }

  /// Ends the connection; messages not written yet are lost, pending calls fail in this turn.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    detach()
    dbus_connection_close(raw)
    dbus_connection_unref(raw)
    endAll()
  }

  /// Writes what is queued, blocking the caller for at most `timeout`; for the end of a program.
  public func flush(timeout: Duration = .seconds(1)) {
    let end = EventLoop.monotonicNow().advanced(by: timeout)
    while isOpen, dbus_connection_has_messages_to_send(raw) != 0 {
      let left = EventLoop.monotonicNow().duration(to: end).milliseconds
      guard left > 0, dbus_connection_read_write(raw, left) != 0 else { return }
    }
  }

  // MARK: Opening

  private static func open(_ address: String) throws(BusError) -> OpaquePointer {
    // Of a shared connection others could turn the watches, and closing one ends the process.
    let raw = try withDBusError { dbus_connection_open_private(address, $0) }
    dbus_connection_set_exit_on_disconnect(raw, 0)
    // Without this libdbus answers Peer itself, whatever the arguments.
    dbus_connection_set_route_peer_messages(raw, 1)
    return raw
  }

  /// Says hello before the loop has the connection; `dbus_bus_register` does that too, but waits without limit.
  private static func hello(_ raw: OpaquePointer, timeout: Duration) throws(BusError) -> BusName {
    let bus = BusName.bus.text
    guard let call = dbus_message_new_method_call(bus, "/org/freedesktop/DBus", bus, "Hello") else {
      fatalError("out of memory")
    }
    defer { dbus_message_unref(call) }
    let reply = try withDBusError {
      dbus_connection_send_with_reply_and_block(raw, call, timeout.milliseconds, $0)
    }
    defer { dbus_message_unref(reply) }
    var reader = MessageReader(limits: .calls)
    guard let name = try reader.arguments(of: reply).first?.asString, let name = BusName(name) else {
      throw BusError(name: BusError.Name.inconsistentMessage, message: "the bus gave no name")
    }
    dbus_bus_set_unique_name(raw, name.text)
    return name
  }

  private func adopt(name: BusName) {
    uniqueName = name
    if isOpen { dbus_bus_set_unique_name(raw, name.text) }
  }

  /// The bus has ended the connection.
  func disconnected() {
    guard isOpen else { return }
    close()
    onDisconnect?()
  }

  private func endAll() {
    objects = ObjectTree()
    subscriptions = []
    ownerWatches = []
    let calls = pendingCalls.sorted { $0.key < $1.key }
    pendingCalls = [:]
    for (_, call) in calls { call.complete(.failure(.disconnected("the connection to the bus has ended"))) }
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
