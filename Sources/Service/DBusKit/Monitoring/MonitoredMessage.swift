public import BusValues
import CDBus
public import EventLoop
import Glibc

/// A message that a monitor has seen. Its arguments are read only when they are asked for.
@Core
public final class MonitoredMessage {
  /// The kind of the message.
  public nonisolated let kind: MonitorRule.Kind
  /// The unique name of the sender, or the bus.
  public nonisolated let sender: BusName
  /// The receiver as the sender named it; `nil` for a broadcast.
  public nonisolated let destination: BusName?
  /// The number that the sender gave to the message.
  public nonisolated let serial: UInt32
  /// The number of the call that is answered; 0 if the message is no answer.
  public nonisolated let replySerial: UInt32
  /// The object; empty for answers.
  public nonisolated let path: String
  /// The interface; empty if the sender named none.
  public nonisolated let interface: String
  /// The method or signal; empty for answers.
  public nonisolated let member: String
  private let message: OpaquePointer

  /// `nil` for a message of an unknown type.
  init?(_ message: OpaquePointer) {
    switch dbus_message_get_type(message) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: kind = .call
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: kind = .reply
    case DBUS_MESSAGE_TYPE_ERROR: kind = .error
    case DBUS_MESSAGE_TYPE_SIGNAL: kind = .signal
    default: return nil
    }
    func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
    sender = BusName(trusted: text(dbus_message_get_sender(message)))
    destination = dbus_message_get_destination(message).map { BusName(trusted: String(cString: $0)) }
    serial = dbus_message_get_serial(message)
    replySerial = dbus_message_get_reply_serial(message)
    path = text(dbus_message_get_path(message))
    interface = text(dbus_message_get_interface(message))
    member = text(dbus_message_get_member(message))
    self.message = dbus_message_ref(message)
  }

  isolated deinit { dbus_message_unref(message) }

  /// The types of the arguments.
  public var signature: String { String(cString: dbus_message_get_signature(message)) }

  /// The arguments.
  ///
  /// - Parameters:
  ///   - longestText: bytes; a longer string is cut between characters.
  ///   - keeping: decides by the key which entries of dictionaries with string keys are read. All others cost nothing,
  ///     whatever they hold.
  /// - Throws: `LimitsExceeded` if there are too many values.
  public func arguments(
    longestText: Int, keeping: @escaping (String) -> Bool = { _ in true }
  ) throws(BusError) -> [BusValue] {
    var reader = MessageReader(limits: .monitored)
    reader.longestText = longestText
    reader.keeps = keeping
    let arguments = try reader.arguments(of: message)
    reader.descriptors.forEach { BlockingWork.closeDescriptor($0) }
    return arguments
  }
}
