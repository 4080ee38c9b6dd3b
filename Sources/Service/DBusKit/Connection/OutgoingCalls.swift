import BusValues
import CDBus
import EventLoop

/// The calls of other connections, and the answers that are awaited.
@Core
final class OutgoingCalls {
  private let link: BusLink
  private let scheduler: any Scheduler
  private var pending: [UInt32: PendingCall] = [:]

  /// - Parameter scheduler: the clock of the time-outs.
  init(_ link: BusLink, scheduler: any Scheduler) { (self.link, self.scheduler) = (link, scheduler) }

  /// Calls a method; see ``BusConnection/call(_:timeout:autoStart:reply:)``.
  @discardableResult
  func call(
    _ call: BusCall, timeout: Duration? = .seconds(25), autoStart: Bool = true,
    reply: @escaping @Core (Result<BusReply, BusError>) -> Void
  ) -> PendingCall {
    let pending = PendingCall(call, reply)
    do throws(BusError) {
      let serial = try send(call, autoStart: autoStart, wantsReply: true)
      let timer = timeout.map { timeout in
        scheduler.schedule(after: timeout) { [unowned pending] in
          pending.elapsed(.noReply("no answer from \(call.destination) to \(call.member)"))
        }
      }
      pending.wait(in: self, serial: serial, timer: timer)
      self.pending[serial] = pending
    } catch {
      Core.loop.schedule(at: Core.loop.now) { pending.complete(.failure(error)) }
    }
    return pending
  }

  /// Sends a call. Returns its serial.
  ///
  /// - Throws: `Disconnected`, `InvalidArgs` or `LimitsExceeded` if the call cannot be sent.
  @discardableResult
  func send(_ call: BusCall, autoStart: Bool, wantsReply: Bool) throws(BusError) -> UInt32 {
    guard link.isOpen else { throw .disconnected("the connection to the bus has ended") }
    guard
      let message = dbus_message_new_method_call(
        call.destination.text, call.path.text, call.interface?.text, call.member.text)
    else { fatalError("out of memory") }
    defer { dbus_message_unref(message) }
    dbus_message_set_auto_start(message, autoStart ? 1 : 0)
    dbus_message_set_no_reply(message, wantsReply ? 0 : 1)
    try MessageWriter.append(call.arguments, to: message, descriptors: call.descriptors)
    return link.send(message)
  }

  /// True if a message answers a call.
  func isAwaited(_ message: OpaquePointer) -> Bool { pending[dbus_message_get_reply_serial(message)] != nil }

  /// Receives an answer.
  func receive(reply message: OpaquePointer, limits: MessageLimits) {
    guard let call = pending[dbus_message_get_reply_serial(message)] else { return }
    let sender = BusName(trusted: dbus_message_get_sender(message).map { String(cString: $0) } ?? "")
    // The bus may answer for any connection that is missing or has died. No other connection may answer for one with a
    // unique name, or for the bus.
    guard sender == .bus || !(call.destination.isUnique || call.destination == .bus) || sender == call.destination
    else { return }
    do throws(BusError) {
      call.complete(
        .success(try BusReply.read(message, from: sender, expecting: call.replySignature, limits: limits)))
    } catch {
      call.complete(.failure(error))
    }
  }

  /// The link has ended: all calls fail, in their order.
  func failAll() {
    let calls = pending.sorted { $0.key < $1.key }
    pending = [:]
    for (_, call) in calls { call.disown(scheduler) }
    for (_, call) in calls { call.complete(.failure(.disconnected("the connection to the bus has ended"))) }
  }

  /// A call has ended.
  func remove(_ serial: UInt32, _ timer: inout TimerToken?) {
    pending[serial] = nil
    scheduler.cancel(&timer)
  }
}
