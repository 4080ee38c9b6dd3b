import BusValues
import CDBus
import EventLoop
import Glibc

/// The sender and the kind of a signal, borrowed from libdbus.
struct SignalHeader {
  let message: OpaquePointer
  let sender: UnsafePointer<CChar>
  let path: UnsafePointer<CChar>
  let interface: UnsafePointer<CChar>
  let member: UnsafePointer<CChar>

  /// `nil` for messages that are not signals from a bus.
  init?(_ message: OpaquePointer) {
    guard let sender = dbus_message_get_sender(message), let path = dbus_message_get_path(message),
      let interface = dbus_message_get_interface(message), let member = dbus_message_get_member(message)
    else { return nil }
    self.message = message
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
  }

  /// True if the bus itself reports something about names. It is the sender, which cannot be forged.
  var isAboutNames: Bool {
    strcmp(sender, BusName.bus.text) == 0 && strcmp(interface, BusName.bus.text) == 0
  }

  /// True if the bus reports the owner of a name.
  var isNameOwnerChanged: Bool { isAboutNames && strcmp(member, "NameOwnerChanged") == 0 }

  /// The first argument, if it is a string.
  var argument0: String? {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(message, &iterator) != 0,
      dbus_message_iter_get_arg_type(&iterator) == TypeCode.string
    else { return nil }
    var pointer: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &pointer)
    return pointer.map { String(cString: $0) }
  }

  /// The signal with its arguments; `nil` if they do not keep to the limits. Descriptors in it are closed.
  func content(_ limits: MessageLimits) -> SignalMessage? {
    var reader = MessageReader(limits: limits)
    guard let arguments = try? reader.arguments(of: message) else { return nil }
    reader.descriptors.forEach { Glibc.close($0) }
    return SignalMessage(
      sender: BusName(trusted: String(cString: sender)), path: ObjectPath(trusted: String(cString: path)),
      interface: InterfaceName(trusted: String(cString: interface)),
      member: MemberName(trusted: String(cString: member)), arguments: arguments)
  }
}
