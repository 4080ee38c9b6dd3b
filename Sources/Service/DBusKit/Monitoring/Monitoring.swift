public import BusValues
import CDBus
import EventLoop

// A connection that sees messages between others. It answers nothing: a call that it sees is somebody else's, and an
// answer of a monitor would end its connection.

extension BusConnection {
  /// The handler of a monitor, and its limits.
  struct Monitor {
    let handler: @Core (MonitoredMessage) -> Void
    /// Bytes of messages that wait in this process. With more, the bus keeps the rest.
    static let waitingBytes = 4 << 20
    /// The time for messages in one turn of the loop.
    static let patience = Duration.milliseconds(2)
  }

  /// Turns this connection into a monitor (`org.freedesktop.DBus.Monitoring`). It cannot be used for anything else
  /// afterwards. Messages are handled in their order, for a bounded time in each turn of the loop.
  ///
  /// - Parameter done: gets the error of a bus that forbids it. The connection should be closed then.
  public func becomeMonitor(
    of rules: [MonitorRule], _ handler: @escaping @Core (MonitoredMessage) -> Void,
    done: @escaping @Core (Result<Void, BusError>) -> Void
  ) {
    monitor(handler)
    let call = BusCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor",
      [.strings(rules.map(\.text)), .uint32(0)])
    self.call(call, timeout: .seconds(10)) { done($0.map { _ in }) }
  }

  /// Asks the bus for copies of messages between others by rules with `eavesdrop`, the older way.
  ///
  /// A bus may accept the rules and send nothing all the same: only a message that arrives proves that it works.
  /// dbus-daemon copies calls and broadcast signals, but no answers.
  /// - Parameter done: gets the first error.
  public func eavesdrop(
    on rules: [MonitorRule], _ handler: @escaping @Core (MonitoredMessage) -> Void,
    done: @escaping @Core (Result<Void, BusError>) -> Void
  ) {
    monitor(handler)
    addEavesdropping(rules[...], done)
  }

  private func addEavesdropping(
    _ rules: ArraySlice<MonitorRule>, _ done: @escaping @Core (Result<Void, BusError>) -> Void
  ) {
    guard let rule = rules.first else { return done(.success(())) }
    call(busCall("AddMatch", [.string("eavesdrop='true'," + rule.text)], ""), timeout: .seconds(10)) { result in
      switch result {
      case .success: self.addEavesdropping(rules.dropFirst(), done)
      case .failure(let error): done(.failure(error))
      }
    }
  }

  private func monitor(_ handler: @escaping @Core (MonitoredMessage) -> Void) {
    monitor = Monitor(handler: handler)
    dbus_connection_set_max_received_size(raw, Monitor.waitingBytes)
  }

  /// Handles a message that a monitor has received.
  func receive(_ message: OpaquePointer, by monitor: Monitor) {
    if dbus_message_is_signal(message, "org.freedesktop.DBus.Local", "Disconnected") != 0 { return disconnected() }
    // Numbers of answers to others may be the same as those of our own calls.
    if dbus_message_get_reply_serial(message) != 0, dbus_message_has_destination(message, uniqueName.text) != 0 {
      return receive(reply: message)
    }
    if let seen = MonitoredMessage(message) { monitor.handler(seen) }
  }

  /// Handles received messages for a bounded time. The others stay with libdbus, which stops reading at its limit.
  func dispatchMonitored() {
    let end = EventLoop.monotonicNow().advanced(by: Monitor.patience)
    while isOpen, dbus_connection_dispatch(raw) == DBUS_DISPATCH_DATA_REMAINS {
      if EventLoop.monotonicNow() >= end { return continueLater() }
    }
  }
}
