import CDBus
import EventLoop
import Glibc

// Integrates libdbus into the core loop. Only watches are needed: libdbus uses timeouts for its own pending calls, and
// those of this module are handled here.

extension BusConnection {
  func attach() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let added = dbus_connection_set_watch_functions(
      raw,
      { watch, context in BusConnection.with(context, watch!) { $0.add($1) } },
      { watch, context in _ = BusConnection.with(context, watch!) { $0.remove($1) } },
      { _, context in _ = BusConnection.with(context, ()) { connection, _ in connection.updateInterest() } },
      context, nil)
    let filtered = dbus_connection_add_filter(raw, Self.filter, context, nil)
    dbus_connection_set_dispatch_status_function(
      raw,
      { _, status, context in
        guard status == DBUS_DISPATCH_DATA_REMAINS else { return }
        _ = BusConnection.with(context, ()) { connection, _ in connection.scheduleDrain() }
      }, context, nil)
    precondition(added != 0 && filtered != 0, "out of memory")
    scheduleDrain()  // the messages that came with the reply to Hello
  }

  func detach() {
    source?.cancel()
    source = nil
    watches = []
    dbus_connection_set_dispatch_status_function(raw, nil, nil, nil)
    dbus_connection_set_watch_functions(raw, nil, nil, nil, nil, nil)
    dbus_connection_remove_filter(raw, Self.filter, Unmanaged.passUnretained(self).toOpaque())
    if let drain { Core.loop.cancel(drain) }
    drain = nil
  }

  /// Receives every message before libdbus searches for an object itself.
  private static let filter: DBusHandleMessageFunction = { _, message, context in
    _ = BusConnection.with(context, message!) { $0.receive($1) }
    // Even unhandled messages are done: libdbus has nothing to add.
    return DBUS_HANDLER_RESULT_HANDLED
  }

  /// Enters the isolation from a callback of libdbus, which is always made on the loop's thread.
  private nonisolated static func with<T>(
    _ context: UnsafeMutableRawPointer?, _ argument: T, _ body: @Core (BusConnection, T) -> Void
  ) -> dbus_bool_t {
    let connection = Unmanaged<BusConnection>.fromOpaque(context!).takeUnretainedValue()
    nonisolated(unsafe) let argument = argument  // used before this returns, on this thread
    Core.assumeIsolated { body(connection, argument) }
    return 1
  }

  // MARK: Watches

  private func add(_ watch: OpaquePointer) {
    watches.append(watch)
    updateInterest()
  }

  private func remove(_ watch: OpaquePointer) {
    watches.removeAll { $0 == watch }
    updateInterest()
  }

  /// libdbus has one watch per direction; the loop has one registration per descriptor.
  private func updateInterest() {
    guard let descriptor else {
      source?.cancel()
      source = nil
      return
    }
    let interest = interest
    if let source {
      source.setInterest(interest)
    } else {
      source = Core.loop.watch(descriptor, for: interest) { [unowned self] in ready($0) }
    }
    // A hang-up is always reported, in every turn, even while no watch is enabled.
    source?.setEnabled(!interest.isEmpty)
  }

  private var descriptor: CInt? { watches.first.map { dbus_watch_get_unix_fd($0) } }

  /// The readiness for which the enabled watches wait.
  private var interest: Readiness {
    var interest: Readiness = []
    for watch in watches where dbus_watch_get_enabled(watch) != 0 {
      let flags = dbus_watch_get_flags(watch)
      if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.readable) }
      if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.writable) }
    }
    return interest
  }

  private func ready(_ readiness: Readiness) {
    isDispatching = true
    defer { isDispatching = false }
    handleWatches(readiness)
    dispatchAll()
  }

  /// Lets libdbus read and write.
  func handleWatches(_ readiness: Readiness) {
    var flags: UInt32 = 0
    if readiness.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
    if readiness.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
    if readiness.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
    if readiness.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
    let trouble = DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue
    for watch in watches {
      // Handling one watch can remove another.
      guard watches.contains(watch), dbus_watch_get_enabled(watch) != 0 else { continue }
      let relevant = flags & (dbus_watch_get_flags(watch) | trouble)
      if relevant != 0 { dbus_watch_handle(watch, relevant) }
    }
  }

  /// Reads and writes without the loop while `condition` is true, at most for `timeout`.
  func wait(for timeout: Duration, dispatching: Bool, while condition: () -> Bool) {
    let end = EventLoop.monotonicNow().advanced(by: timeout)
    while isOpen, condition(), let descriptor {
      let left = EventLoop.monotonicNow().duration(to: end).milliseconds
      guard left > 0 else { return }
      // The bits of poll are those of epoll.
      var poll = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: interest.rawValue), revents: 0)
      guard Glibc.poll(&poll, 1, left) > 0 else { continue }
      let readiness = Readiness(rawValue: UInt32(UInt16(bitPattern: poll.revents)))
      if dispatching { ready(readiness) } else { handleWatches(readiness) }
    }
  }

  // MARK: Dispatching

  /// Messages can also be received during a write; no descriptor will wake the loop for those.
  private func scheduleDrain() {
    guard isOpen, !isDispatching else { return }
    continueLater()
  }

  /// Continues the dispatch in a turn of its own, after those of sources that are ready already.
  func continueLater() {
    // A handler may have closed the connection, and with it the last reference to it.
    guard isOpen, drain == nil else { return }
    drain = Core.loop.schedule(at: Core.loop.now) { [unowned self] in dispatchDrained() }  // cancelled in `detach`
  }

  /// A method and not the closure itself: the call keeps the connection, whose last owner may drop it meanwhile.
  private func dispatchDrained() {
    drain = nil
    isDispatching = true
    defer { isDispatching = false }
    dispatchAll()
  }
}
