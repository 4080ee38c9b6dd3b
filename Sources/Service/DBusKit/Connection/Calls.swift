public import BusValues
import CDBus
public import EventLoop
import Glibc

/// A call of a method of another connection.
public struct BusCall: Sendable {
  /// The receiver; a unique name reaches exactly that connection, a well-known one its current owner.
  public var destination: BusName
  /// The object of the receiver.
  public var path: ObjectPath
  /// The interface; `nil` lets the receiver find the method by its name.
  public var interface: InterfaceName?
  /// The method.
  public var member: MemberName
  /// Values of any types; the receiver checks them.
  public var arguments: [BusValue]
  /// The descriptors to which `.descriptor` values refer by index. They are duplicated when the call is made, and stay
  /// the caller's.
  public var descriptors: [CInt]
  /// The required signature of the reply, if it is to be checked.
  public var replySignature: Signature?

  /// A call with these parts.
  public init(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName,
    _ arguments: [BusValue] = [], descriptors: [CInt] = [], expecting replySignature: Signature? = nil
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.descriptors = descriptors
    self.replySignature = replySignature
  }
}

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

/// A call without an answer so far. Releasing the value does not cancel the call.
@Core
public final class PendingCall {
  // Unowned instead of weak, since that would slow every reference to the connection. It is set while the connection's
  // table contains this call; the connection empties its table before it is deinitialised.
  fileprivate unowned var connection: BusConnection?
  fileprivate var serial: UInt32 = 0
  fileprivate var timer: TimerToken?
  fileprivate let destination: BusName
  fileprivate let replySignature: Signature?
  private var reply: (@Core (Result<BusReply, BusError>) -> Void)?

  fileprivate init(_ call: BusCall, _ reply: @escaping @Core (Result<BusReply, BusError>) -> Void) {
    destination = call.destination
    replySignature = call.replySignature
    self.reply = reply
  }

  /// Cancels the call: a reply is not delivered. The receiver may perform the call all the same.
  public func cancel() {
    reply = nil
    end()
  }

  func complete(_ result: Result<BusReply, BusError>) {
    end()
    let reply = reply
    self.reply = nil
    reply?(result)
  }

  /// Detaches the call from a connection that ends, perhaps in its `deinit`, when no new reference to it is allowed.
  func disown(_ scheduler: any Scheduler) {
    connection = nil
    scheduler.cancel(&timer)
  }

  private func end() {
    guard let connection else { return }
    self.connection = nil
    connection.pendingCalls[serial] = nil
    connection.scheduler.cancel(&timer)
  }
}

extension BusConnection {
  /// Calls a method; `reply` is called exactly once, in a later turn, unless the call is cancelled.
  ///
  /// The error is the receiver's, the bus's (`ServiceUnknown`, `NoReply` …), or this module's: `NoReply` after the
  /// time-out, `Disconnected`, `InvalidArgs` for arguments that cannot be sent.
  /// - Parameters:
  ///   - timeout: the longest wait; `nil` for as long as the receiver and the bus exist.
  ///   - autoStart: true if the bus may start a service for the name.
  @discardableResult
  public func call(
    _ call: BusCall, timeout: Duration? = .seconds(25), autoStart: Bool = true,
    reply: @escaping @Core (Result<BusReply, BusError>) -> Void
  ) -> PendingCall {
    let pending = PendingCall(call, reply)
    do throws(BusError) {
      pending.serial = try send(call, autoStart: autoStart, wantsReply: true)
      pending.connection = self
      pendingCalls[pending.serial] = pending
      if let timeout {
        pending.timer = scheduler.schedule(after: timeout) { [unowned pending] in
          pending.timer = nil
          pending.complete(.failure(.noReply("no answer from \(call.destination) to \(call.member)")))
        }
      }
    } catch {
      Core.loop.schedule(at: Core.loop.now) { pending.complete(.failure(error)) }
    }
    return pending
  }

  /// Calls a method and waits for the reply; a cancelled task gets `NoReply` at once.
  public func call(
    _ call: BusCall, timeout: Duration? = .seconds(25), autoStart: Bool = true
  ) async throws(BusError) -> BusReply {
    let holder = PendingCallHolder()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        holder.pending = self.call(call, timeout: timeout, autoStart: autoStart) { continuation.resume(returning: $0) }
        if Task.isCancelled { holder.cancel() }
      }
    } onCancel: {
      Task { @Core in holder.cancel() }
    }
    return try result.get()
  }

  /// Calls a method without asking for a reply.
  ///
  /// - Throws: `Disconnected`, `InvalidArgs` or `LimitsExceeded` if the call cannot be sent.
  public func send(_ call: BusCall, autoStart: Bool = true) throws(BusError) {
    _ = try send(call, autoStart: autoStart, wantsReply: false)
  }

  private func send(_ call: BusCall, autoStart: Bool, wantsReply: Bool) throws(BusError) -> UInt32 {
    guard isOpen else { throw .disconnected("the connection to the bus has ended") }
    guard
      let message = dbus_message_new_method_call(
        call.destination.text, call.path.text, call.interface?.text, call.member.text)
    else { fatalError("out of memory") }
    defer { dbus_message_unref(message) }
    dbus_message_set_auto_start(message, autoStart ? 1 : 0)
    dbus_message_set_no_reply(message, wantsReply ? 0 : 1)
    try MessageWriter.append(call.arguments, to: message, descriptors: call.descriptors)
    var serial: UInt32 = 0
    dbus_connection_send(raw, message, &serial)
    return serial
  }

  func receive(reply message: OpaquePointer) {
    guard let pending = pendingCalls[dbus_message_get_reply_serial(message)] else { return }
    let sender = BusName(trusted: dbus_message_get_sender(message).map { String(cString: $0) } ?? "")
    // The bus may answer for any connection that is missing or has died. No other connection may answer for one with a
    // unique name, or for the bus.
    guard
      sender == .bus || !(pending.destination.isUnique || pending.destination == .bus)
        || sender == pending.destination
    else { return }
    pending.complete(result(message, sender, pending))
  }

  private func result(
    _ message: OpaquePointer, _ sender: BusName, _ pending: PendingCall
  ) -> Result<BusReply, BusError> {
    var reader = MessageReader(limits: replyLimits)
    do throws(BusError) {
      let arguments = try reader.arguments(of: message)
      let reply = BusReply(arguments: arguments, sender: sender, descriptors: reader.descriptors)
      if dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR {
        let name = dbus_message_get_error_name(message).map { String(cString: $0) } ?? BusError.Name.failed
        throw BusError(name: name, message: arguments.first?.asString ?? "")
      }
      if let expected = pending.replySignature, strcmp(dbus_message_get_signature(message), expected.text) != 0 {
        throw BusError(
          name: BusError.Name.inconsistentMessage,
          message: "the reply is \"\(String(cString: dbus_message_get_signature(message)))\", not \"\(expected)\"")
      }
      return .success(reply)
    } catch {
      return .failure(error)
    }
  }
}

/// Leads a cancellation, which may come from any thread, to the call.
@Core
private final class PendingCallHolder {
  var pending: PendingCall?

  nonisolated init() {}

  func cancel() { pending?.complete(.failure(.noReply("the caller no longer waits"))) }
}
