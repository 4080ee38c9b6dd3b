public import BusValues
import CDBus
import EventLoop

extension BusConnection {
  /// Bytes of queued signals. If the bus reads nothing, further ones are dropped; calls and replies cannot pile up.
  private static let maximumQueued = 16 << 20

  /// Sends a signal to all connections with a match for it, or to one connection.
  ///
  /// - Returns: true if it was sent. An ended connection, invalid arguments, or 16 MiB that the bus has not read
  ///   prevent it.
  @discardableResult
  public func emit(
    _ member: MemberName, interface: InterfaceName, path: ObjectPath, arguments: [BusValue] = [],
    to destination: BusName? = nil
  ) -> Bool {
    guard isOpen, link.unread <= Self.maximumQueued else { return false }
    guard let message = dbus_message_new_signal(path.text, interface.text, member.text) else {
      fatalError("out of memory")
    }
    defer { dbus_message_unref(message) }
    if let destination { dbus_message_set_destination(message, destination.text) }
    guard (try? MessageWriter.append(arguments, to: message)) != nil else { return false }
    return link.send(message) != 0
  }

  /// Sends `PropertiesChanged` for one interface of an object.
  public func propertiesChanged(
    path: ObjectPath, interface: InterfaceName, changed: [(String, BusValue)], invalidated: [String] = []
  ) {
    emit(
      "PropertiesChanged", interface: InterfaceDescription.properties.name, path: path,
      arguments: [.string(interface.text), .vardict(ordered: changed), .strings(invalidated)])
  }

  /// Subscribes to signals. Only signals of the rule's sender are delivered, even if another connection sends equal
  /// ones directly.
  ///
  /// Signals that arrive before the bus has reported the owner of a well-known sender are not delivered.
  public func subscribe(_ rule: MatchRule, _ handler: @escaping @Core (SignalMessage) -> Void) -> MatchToken {
    subscriptions.add(rule, handler)
  }

  /// Reports the owner of a name: once soon, with `nil` as the old owner, and then at every change.
  ///
  /// - Returns: a token that ends the watch.
  public func watchOwner(
    of name: BusName, _ handler: @escaping @Core (_ old: BusName?, _ new: BusName?) -> Void
  ) -> MatchToken {
    owners.watch(name, handler)
  }
}
