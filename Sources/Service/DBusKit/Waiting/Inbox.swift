import BusValues
import CDBus
import EventLoop

/// The handler of the messages of an inbox.
@Core
protocol InboxHandler: AnyObject {
  /// Handles a message whose turn has come.
  func handle(_ message: OpaquePointer)
  /// Answers a call for which there is no room.
  func refuse(_ message: OpaquePointer)
  /// True if somebody waits for this signal.
  func isExpected(_ header: SignalHeader) -> Bool
  /// True if somebody waits for this answer.
  func isAwaited(_ message: OpaquePointer) -> Bool
}

/// The order in which messages are handled. A method call waits until the sender's turn has come; see ``FairTurns``.
/// Replies and signals are handled at once, unless earlier calls of the same sender wait.
///
/// The socket is emptied before calls are performed: the bus sends in the order of arrival, and a call that is still in
/// the socket cannot take its turn. All waiting messages count for libdbus's limits of received bytes and descriptors.
/// At a limit it stops reading until some of them are handled, and the bus keeps the rest.
@Core
final class Inbox {
  /// The most waiting messages. A client that sends as many as a ``CallQuota`` lets through at once stays below.
  private nonisolated static let limits = FairTurns<OpaquePointer>.Limits(ofOne: 4096, ofAll: 16_384)
  /// The most bytes and descriptors of messages that wait. One more message may exceed them.
  private static let waitingBytes = 32 << 20
  private static let waitingDescriptors = 256
  /// The time for reading, and then for performing calls, in one turn of the loop.
  private static let patience = (reading: Duration.milliseconds(1), performing: Duration.milliseconds(2))
  /// Bytes of answers that the bus has not read. With more, calls are not performed but wait: those of a client without
  /// other calls then need not wait for the answers to all others.
  private static let mostUnread = 1 << 16

  private let link: BusLink
  private var turns = FairTurns<OpaquePointer>(limits: limits)
  /// A call that was read while no message waited. It needs no turn unless another message is read, too.
  private var single: OpaquePointer?
  /// The number of messages that were received, of any kind.
  private var received: UInt64 = 0

  init(_ link: BusLink) {
    self.link = link
    link.limitReceived(bytes: Self.waitingBytes, descriptors: Self.waitingDescriptors)
  }

  /// The number of messages whose turn has not come.
  var count: Int { turns.count }

  /// Sets how many messages may wait, while none does.
  func setLimits(_ limits: FairTurns<OpaquePointer>.Limits) {
    precondition(turns.isEmpty, "messages wait")
    turns = FairTurns(limits: limits)
  }

  /// Handles a message, or lets it wait.
  func take(_ message: OpaquePointer, for handler: any InboxHandler) {
    received &+= 1
    if let first = takeSingle() {
      enqueue(first, of: Self.sender(of: first), for: handler)
      dbus_message_unref(first)
    }
    switch dbus_message_get_type(message) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL where turns.isEmpty: single = dbus_message_ref(message)
    case DBUS_MESSAGE_TYPE_METHOD_CALL: enqueue(message, of: Self.sender(of: message), for: handler)
    default:
      if let name = nameAhead(of: message, for: handler) {
        enqueue(message, of: name, for: handler)
      } else {
        handler.handle(message)
      }
    }
  }

  /// Handles everything that has been read, and performs calls in fair turns for a bounded time.
  func dispatchAll(for handler: any InboxHandler) {
    dispatchReceived()
    if let message = takeSingle() {
      perform(message, for: handler)
    } else {
      readMore()
      performWaiting(for: handler)
    }
    // Messages can also be received while an answer is written.
    dispatchReceived()
    if let message = takeSingle() {
      enqueue(message, of: Self.sender(of: message), for: handler)
      dbus_message_unref(message)
    }
    // With too many unread answers, the loop continues when the bus has read some of them.
    if !turns.isEmpty, hasRoom { link.continueLater() }
  }

  /// Releases the waiting messages. The connection has ended, so that nobody gets an answer.
  func drop() {
    for message in turns.removeAll() { dbus_message_unref(message) }
    if let message = takeSingle() { dbus_message_unref(message) }
  }

  private func takeSingle() -> OpaquePointer? {
    defer { single = nil }
    return single
  }

  private func dispatchReceived() {
    while link.dispatch() {}
  }

  /// Empties the socket if several messages wait. libdbus reads only some 2 KiB at a time.
  private func readMore() {
    guard turns.count > 1 else { return }
    let end = EventLoop.monotonicNow().advanced(by: Self.patience.reading)
    var before: UInt64
    repeat {
      before = received
      link.readMore()
      dispatchReceived()
    } while link.isOpen && received != before && EventLoop.monotonicNow() < end
  }

  private func performWaiting(for handler: any InboxHandler) {
    guard !turns.isEmpty else { return }
    let end = EventLoop.monotonicNow().advanced(by: Self.patience.performing)
    while hasRoom, let message = turns.next() {
      perform(message, for: handler)
      if turns.isEmpty || EventLoop.monotonicNow() >= end { return }
    }
  }

  private var hasRoom: Bool { link.isOpen && link.unread <= Self.mostUnread }

  /// Handles a message that has waited, and releases it.
  private func perform(_ message: OpaquePointer, for handler: any InboxHandler) {
    handler.handle(message)
    dbus_message_unref(message)
  }

  private func enqueue(_ message: OpaquePointer, of name: String, for handler: any InboxHandler) {
    guard let refused = turns.append(dbus_message_ref(message), of: name) else { return }
    guard dbus_message_get_type(refused) == DBUS_MESSAGE_TYPE_METHOD_CALL else {
      // A signal or a reply is not lost, but comes early.
      return perform(refused, for: handler)
    }
    handler.refuse(refused)
    dbus_message_unref(refused)
  }

  // MARK: Order

  /// The name whose waiting messages come before a signal or an answer; `nil` if there are none.
  private func nameAhead(of message: OpaquePointer, for handler: any InboxHandler) -> String? {
    guard !turns.isEmpty else { return nil }
    if dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_SIGNAL {
      return SignalHeader(message).flatMap { nameAhead(of: $0, for: handler) }
    }
    guard handler.isAwaited(message) else { return nil }
    let sender = Self.sender(of: message)
    return turns.hasMessages(of: sender) ? sender : nil
  }

  /// A connection that leaves the bus takes away its calls that nobody will get an answer to.
  private func nameAhead(of header: SignalHeader, for handler: any InboxHandler) -> String? {
    guard header.isNameOwnerChanged else {
      let sender = String(cString: header.sender)
      return turns.hasMessages(of: sender) && handler.isExpected(header) ? sender : nil
    }
    // While a unique name has an owner, it has the same one.
    guard let name = header.argument0, turns.hasMessages(of: name) else { return nil }
    let gone = turns.remove(of: name) {
      dbus_message_get_type($0) == DBUS_MESSAGE_TYPE_METHOD_CALL && dbus_message_get_no_reply($0) == 0
    }
    for message in gone { dbus_message_unref(message) }
    return turns.hasMessages(of: name) ? name : nil
  }

  private static func sender(of message: OpaquePointer) -> String {
    dbus_message_get_sender(message).map { String(cString: $0) } ?? ""
  }
}
