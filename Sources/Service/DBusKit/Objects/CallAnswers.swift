import BusValues
import CDBus
import EventLoop

/// Sends the answers to calls of clients, if they want any.
@Core
struct CallAnswers {
  private let link: BusLink

  init(_ link: BusLink) { self.link = link }

  /// Sends the results of a call.
  func reply(to call: OpaquePointer, descriptors: [CInt] = [], _ values: [BusValue]) {
    reply(to: call) { message throws(BusError) in
      try MessageWriter.appendConforming(values, to: message, descriptors: descriptors)
    }
  }

  /// Sends the return message that `fill` has filled, or the error that it throws.
  func reply(to call: OpaquePointer, _ fill: (OpaquePointer) throws(BusError) -> Void) {
    guard link.isOpen, dbus_message_get_no_reply(call) == 0 else { return }
    guard let message = dbus_message_new_method_return(call) else { fatalError("out of memory") }
    defer { dbus_message_unref(message) }
    do throws(BusError) {
      try fill(message)
      link.send(message)
    } catch {
      fail(call, error)
    }
  }

  /// Sends the failure of a call.
  func fail(_ call: OpaquePointer, _ error: BusError) {
    guard link.isOpen, dbus_message_get_no_reply(call) == 0 else { return }
    let name = InterfaceName(error.name)?.text ?? BusError.Name.failed
    // libdbus would read the text only up to a NUL.
    guard let message = dbus_message_new_error(call, name, error.message) else { fatalError("out of memory") }
    link.send(message)
    dbus_message_unref(message)
  }
}
