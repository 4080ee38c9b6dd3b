import BusValues
import CDBus
import EventLoop

/// The owner of a link, which receives its messages.
@Core
protocol LinkOwner: AnyObject {
  /// Receives a message, within libdbus's dispatch.
  func receive(_ message: OpaquePointer)
  /// Messages may have been read: ``BusLink/dispatch()`` passes them on.
  func dispatchAll()
}

/// One connection of libdbus on the core loop, and the only place that has its handle: it sends, reads and writes, and
/// passes messages on to its owner in the loop's turns.
@Core
final class BusLink {
  /// True if messages can be sent. Once false, it stays false.
  private(set) var isOpen = true
  private let raw: OpaquePointer
  private let watches: LinkWatches
  // Unowned instead of weak, since that would slow every reference to the owner, which closes the link before it is
  // deinitialised.
  private unowned var owner: (any LinkOwner)?
  private var isDispatching = false
  private var drain: TimerToken?

  /// Connects without sending Hello.
  ///
  /// - Throws: libdbus's error if no bus listens.
  init(_ address: String) throws(BusError) {
    // A shared connection would share its watches with others, and closing one ends the process.
    raw = try withDBusError { dbus_connection_open_private(address, $0) }
    dbus_connection_set_exit_on_disconnect(raw, 0)
    // Otherwise libdbus answers Peer itself, whatever the arguments are.
    dbus_connection_set_route_peer_messages(raw, 1)
    watches = LinkWatches(raw)
  }

  /// The most bytes and descriptors of messages that were received and not released. With more, libdbus reads nothing.
  func limitReceived(bytes: Int, descriptors: Int? = nil) {
    dbus_connection_set_max_received_size(raw, bytes)
    if let descriptors { dbus_connection_set_max_received_unix_fds(raw, descriptors) }
  }

  /// Begins to receive.
  func attach(to owner: any LinkOwner) {
    self.owner = owner
    watches.start { [unowned self] in ready($0) }
    let context = Unmanaged.passUnretained(self).toOpaque()
    let filtered = dbus_connection_add_filter(raw, Self.filter, context, nil)
    dbus_connection_set_dispatch_status_function(
      raw,
      { _, status, context in
        guard status == DBUS_DISPATCH_DATA_REMAINS else { return }
        BusLink.with(context, ()) { link, _ in link.scheduleDrain() }
      }, context, nil)
    precondition(filtered != 0, "out of memory")
    scheduleDrain()  // the messages that came with the reply to Hello
  }

  isolated deinit { close() }

  /// Ends the connection. Unsent messages are lost. The owner may call it in its `deinit`, when no new reference to it
  /// is allowed.
  func close() {
    guard isOpen else { return }
    isOpen = false
    watches.stop()
    dbus_connection_set_dispatch_status_function(raw, nil, nil, nil)
    watches.close()
    dbus_connection_remove_filter(raw, Self.filter, Unmanaged.passUnretained(self).toOpaque())
    owner = nil
    if let drain { Core.loop.cancel(drain) }
    drain = nil
    dbus_connection_close(raw)
    dbus_connection_unref(raw)
  }

  // MARK: Sending

  /// Sends a message. Returns its serial, or 0 if the connection has ended.
  @discardableResult
  func send(_ message: OpaquePointer) -> UInt32 {
    var serial: UInt32 = 0
    if isOpen { dbus_connection_send(raw, message, &serial) }
    return serial
  }

  /// Bytes of messages that the bus has not read.
  var unread: Int { isOpen ? dbus_connection_get_outgoing_size(raw) : 0 }

  /// Asks the bus for the messages of a rule.
  func addMatch(_ rule: String) {
    if isOpen { dbus_bus_add_match(raw, rule, nil) }  // without an error to fill in, the call does not wait
  }

  /// Ends one request for the messages of a rule.
  func removeMatch(_ rule: String) { if isOpen { dbus_bus_remove_match(raw, rule, nil) } }

  /// The name given by the bus.
  func setUniqueName(_ name: BusName) { if isOpen { dbus_bus_set_unique_name(raw, name.text) } }

  /// The identity of this run of the bus; `nil` if the bus does not report it.
  var serverID: String? {
    guard isOpen, let text = dbus_connection_get_server_id(raw) else { return nil }
    defer { dbus_free(text) }
    return String(cString: text)
  }

  // MARK: Receiving

  /// Passes the next message that was read to the owner. Returns true if there are more.
  func dispatch() -> Bool { isOpen && dbus_connection_dispatch(raw) == DBUS_DISPATCH_DATA_REMAINS }

  /// Reads from the socket, some 2 KiB at a time.
  func readMore() { watches.handle(.readable) }

  /// Reads, writes and dispatches without the loop while `condition` is true, at most for `timeout`.
  func wait(for timeout: Duration, while condition: () -> Bool) {
    watches.wait(for: timeout, while: { isOpen && condition() }, ready: ready)
  }

  /// Writes queued messages, blocking for at most `timeout`. Messages that are received meanwhile wait for the loop.
  func flush(timeout: Duration) {
    watches.wait(
      for: timeout, while: { isOpen && dbus_connection_has_messages_to_send(raw) != 0 }, ready: watches.handle)
  }

  /// Continues the dispatch in a turn of its own, after those of sources that are ready already.
  func continueLater() {
    // A handler may have closed the connection, and with it the last reference to it.
    guard isOpen, drain == nil else { return }
    drain = Core.loop.schedule(at: Core.loop.now) { [unowned self] in dispatchDrained() }  // cancelled by `close()`
  }

  /// Messages can also be received during a write; no descriptor will wake the loop for those.
  private func scheduleDrain() {
    guard isOpen, !isDispatching else { return }
    continueLater()
  }

  private func ready(_ readiness: Readiness) {
    inTurn { watches.handle(readiness) }
  }

  /// A method and not the closure itself: the call keeps the link.
  private func dispatchDrained() {
    drain = nil
    inTurn {}
  }

  /// Lets the owner dispatch. A handler may drop the owner's last reference, which lasts until the turn is over.
  private func inTurn(_ read: () -> Void) {
    guard let owner else { return }
    isDispatching = true
    defer { isDispatching = false }
    read()
    owner.dispatchAll()
  }

  /// Receives every message before libdbus searches for an object itself.
  private static let filter: DBusHandleMessageFunction = { _, message, context in
    BusLink.with(context, message!) { $0.owner?.receive($1) }
    // Even unhandled messages are done: libdbus has nothing to add.
    return DBUS_HANDLER_RESULT_HANDLED
  }

  /// Enters the isolation from a callback of libdbus, which is always made on the loop's thread.
  private nonisolated static func with<T>(
    _ context: UnsafeMutableRawPointer?, _ argument: T, _ body: @Core (BusLink, T) -> Void
  ) {
    let link = Unmanaged<BusLink>.fromOpaque(context!).takeUnretainedValue()
    nonisolated(unsafe) let argument = argument  // used before this returns, on this thread
    Core.assumeIsolated { body(link, argument) }
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
