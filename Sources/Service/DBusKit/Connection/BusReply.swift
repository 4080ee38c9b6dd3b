public import BusValues
import CDBus
public import EventLoop
import Glibc

/// The reply of a method.
@Core
public final class BusReply {
  /// The results.
  public nonisolated let arguments: [BusValue]
  /// The unique name of the connection that answered.
  public nonisolated let sender: BusName
  private var descriptors: [CInt]

  init(arguments: [BusValue], sender: BusName, descriptors: [CInt]) {
    self.arguments = arguments
    self.sender = sender
    self.descriptors = descriptors
  }

  isolated deinit {
    for descriptor in descriptors where descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Hands out a descriptor of the reply, which the caller closes; `nil` the second time and for an invalid index.
  public func takeDescriptor(_ index: UInt32) -> CInt? {
    guard index < descriptors.count, descriptors[Int(index)] >= 0 else { return nil }
    defer { descriptors[Int(index)] = -1 }
    return descriptors[Int(index)]
  }
}

extension BusReply {
  /// Reads the reply that a message is.
  ///
  /// - Parameter signature: the required signature; `nil` for any.
  /// - Throws: the error that the message is, or that it does not keep to the limits or the signature.
  static func read(
    _ message: OpaquePointer, from sender: BusName, expecting signature: Signature?, limits: MessageLimits
  ) throws(BusError) -> BusReply {
    var reader = MessageReader(limits: limits)
    let arguments = try reader.arguments(of: message)
    let reply = BusReply(arguments: arguments, sender: sender, descriptors: reader.descriptors)
    if dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR {
      let name = dbus_message_get_error_name(message).map { String(cString: $0) } ?? BusError.Name.failed
      throw BusError(name: name, message: arguments.first?.asString ?? "")
    }
    if let signature, strcmp(dbus_message_get_signature(message), signature.text) != 0 {
      throw BusError(
        name: BusError.Name.inconsistentMessage,
        message: "the reply is \"\(String(cString: dbus_message_get_signature(message)))\", not \"\(signature)\"")
    }
    return reply
  }
}
