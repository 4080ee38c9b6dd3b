public import BusValues
import EventLoop

extension BusConnection {
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
    call(.bus("AddMatch", [.string("eavesdrop='true'," + rule.text)], ""), timeout: .seconds(10)) { result in
      switch result {
      case .success: self.addEavesdropping(rules.dropFirst(), done)
      case .failure(let error): done(.failure(error))
      }
    }
  }
}
