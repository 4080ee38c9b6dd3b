public import BusValues
import CDBus
public import EventLoop
import Glibc

/// A client's method call. It is answered exactly once, by ``reply(_:descriptors:)`` or ``fail(_:)``. If its last
/// reference goes without an answer, it is answered with an error.
@Core
public final class IncomingCall {
  /// The object that is called.
  public nonisolated let path: ObjectPath
  /// The interface of the method, even if the client named none.
  public nonisolated let interface: String
  /// The name of the method.
  public nonisolated let method: String
  /// One value of the declared type for each input argument.
  public nonisolated let arguments: [BusValue]
  /// The unique name of the client, set by the bus.
  public nonisolated let sender: BusName

  private let output: [Signature]
  private let connection: BusConnection
  /// The parts of the message that its answer needs. The message itself counts for the limits of waiting messages, and
  /// an answer may take long.
  private let message: OpaquePointer
  private var descriptors: [CInt]
  private var isAnswered = false

  init(
    _ message: OpaquePointer, on connection: BusConnection, at path: ObjectPath, of method: ExportedMethod,
    arguments: [BusValue], descriptors: [CInt]
  ) {
    self.path = path
    self.interface = method.interface
    self.method = method.name
    self.arguments = arguments
    self.sender = BusName(trusted: dbus_message_get_sender(message).map { String(cString: $0) } ?? "")
    self.output = method.output
    self.connection = connection
    self.message = Self.stub(of: message)
    self.descriptors = descriptors
    connection.objects.began()
  }

  isolated deinit {
    if !isAnswered { fail(.failed("\(interface).\(method) ended without an answer")) }
    for descriptor in descriptors where descriptor >= 0 { BlockingWork.closeDescriptor(descriptor) }
    dbus_message_unref(message)
  }

  private static func stub(of message: OpaquePointer) -> OpaquePointer {
    guard let stub = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_CALL) else { fatalError("out of memory") }
    dbus_message_set_serial(stub, dbus_message_get_serial(message))
    dbus_message_set_sender(stub, dbus_message_get_sender(message))
    dbus_message_set_no_reply(stub, dbus_message_get_no_reply(message))
    return stub
  }

  /// True if the client waits for the answer. Answers to other clients are dropped, so this need not be checked.
  public var wantsReply: Bool { dbus_message_get_no_reply(message) == 0 }

  /// Hands out a descriptor that came with the call, open and close-on-exec, which the caller closes.
  ///
  /// - Parameter index: the index in a `.descriptor` argument.
  /// - Returns: `nil` the second time, and for an invalid index.
  public func takeDescriptor(_ index: UInt32) -> CInt? {
    guard index < descriptors.count, descriptors[Int(index)] >= 0 else { return nil }
    defer { descriptors[Int(index)] = -1 }
    return descriptors[Int(index)]
  }

  /// Answers with the method's results. A second answer is ignored.
  ///
  /// Results that are not of the declared types become an error for the client.
  /// - Parameter descriptors: the descriptors to which `.descriptor` values refer by index; they stay the caller's.
  public func reply(_ values: [BusValue] = [], descriptors: [CInt] = []) {
    guard !isAnswered else { return }
    guard BusValue.conform(values, to: output) else {
      return fail(.failed("\(interface).\(method) has results of other types than it declares"))
    }
    answered()
    connection.answers.reply(to: message, descriptors: descriptors, values)
  }

  /// Answers with an error. A second answer is ignored.
  public func fail(_ error: BusError) {
    guard !isAnswered else { return }
    answered()
    connection.answers.fail(message, error)
  }

  private func answered() {
    isAnswered = true
    connection.objects.answered()
  }
}
