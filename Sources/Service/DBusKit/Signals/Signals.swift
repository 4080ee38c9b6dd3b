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
    guard isOpen, dbus_connection_get_outgoing_size(raw) <= Self.maximumQueued else { return false }
    guard let message = dbus_message_new_signal(path.text, interface.text, member.text) else {
      fatalError("out of memory")
    }
    defer { dbus_message_unref(message) }
    if let destination { dbus_message_set_destination(message, destination.text) }
    guard (try? MessageWriter.append(arguments, to: message)) != nil else { return false }
    return dbus_connection_send(raw, message, nil) != 0
  }

  /// Sends `PropertiesChanged` for one interface of an object.
  public func propertiesChanged(
    path: ObjectPath, interface: InterfaceName, changed: [(String, BusValue)], invalidated: [String] = []
  ) {
    emit(
      "PropertiesChanged", interface: InterfaceDescription.properties.name, path: path,
      arguments: [.string(interface.text), .vardict(ordered: changed), .strings(invalidated)])
  }
}
