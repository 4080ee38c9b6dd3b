import BusValues
import CDBus
import EventLoop

// The order in which messages are handled. A method call waits until the sender's turn has come; see ``FairTurns``.
// Replies and signals are handled at once, unless earlier calls of the same sender wait.
//
// The socket is emptied before calls are performed: the bus sends in the order of arrival, and a call that is still in
// the socket cannot take its turn. All waiting messages count for libdbus's limits of received bytes and descriptors.
// At a limit it stops reading until some of them are handled, and the bus keeps the rest.

extension BusConnection {
  /// The most waiting messages. A client that sends as many as a ``CallQuota`` lets through at once stays below.
  static let waitingLimits = FairTurns<OpaquePointer>.Limits(ofOne: 4096, ofAll: 16_384)
  /// The most bytes and descriptors of messages that wait. One more message may exceed them.
  private static let waitingBytes = 32 << 20
  private static let waitingDescriptors = 256
  /// The time for reading, and then for performing calls, in one turn of the loop.
  private static let patience = (reading: Duration.milliseconds(1), performing: Duration.milliseconds(2))
  /// Bytes of answers that the bus has not read. With more, calls are not performed but wait: those of a client without
  /// other calls then need not wait for the answers to all others.
  private static let mostUnread = 1 << 16

  func limitWaiting() {
    dbus_connection_set_max_received_size(raw, Self.waitingBytes)
    dbus_connection_set_max_received_unix_fds(raw, Self.waitingDescriptors)
  }

  /// Handles a message, or lets it wait.
  func receive(_ message: OpaquePointer) {
    guard isOpen else { return }
    received &+= 1
    if let monitor { return receive(message, by: monitor) }
    if let first = takeSingle() {
      enqueue(first, of: Self.sender(of: first))
      dbus_message_unref(first)
    }
    switch dbus_message_get_type(message) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL where turns.isEmpty: single = dbus_message_ref(message)
    case DBUS_MESSAGE_TYPE_METHOD_CALL: enqueue(message, of: Self.sender(of: message))
    case DBUS_MESSAGE_TYPE_SIGNAL:
      if let name = nameAhead(ofSignal: message) { enqueue(message, of: name) } else { receive(signal: message) }
    default:
      if isAnswerAhead(message) { enqueue(message, of: Self.sender(of: message)) } else { receive(reply: message) }
    }
  }

  /// Handles everything that has been read, and performs calls in fair turns for a bounded time.
  func dispatchAll() {
    if monitor != nil { return dispatchMonitored() }
    dispatchReceived()
    if let message = takeSingle() {
      perform(message)
    } else {
      readMore()
      performWaiting()
    }
    // Messages can also be received while an answer is written.
    dispatchReceived()
    if let message = takeSingle() {
      enqueue(message, of: Self.sender(of: message))
      dbus_message_unref(message)
    }
    // With too many unread answers, the loop continues when the bus has read some of them.
    if !turns.isEmpty, hasRoom { continueLater() }
  }

  /// Releases the waiting messages. The connection has ended, so that nobody gets an answer.
  func dropWaiting() {
    for message in turns.removeAll() { dbus_message_unref(message) }
    if let message = takeSingle() { dbus_message_unref(message) }
  }

  private func takeSingle() -> OpaquePointer? {
    defer { single = nil }
    return single
  }

  private func dispatchReceived() {
    while isOpen, dbus_connection_dispatch(raw) == DBUS_DISPATCH_DATA_REMAINS {}
  }

  /// Empties the socket if several messages wait. libdbus reads only some 2 KiB at a time.
  private func readMore() {
    guard turns.count > 1 else { return }
    let end = EventLoop.monotonicNow().advanced(by: Self.patience.reading)
    var before: UInt64
    repeat {
      before = received
      handleWatches(.readable)
      dispatchReceived()
    } while isOpen && received != before && EventLoop.monotonicNow() < end
  }

  private func performWaiting() {
    guard !turns.isEmpty else { return }
    let end = EventLoop.monotonicNow().advanced(by: Self.patience.performing)
    while isOpen, hasRoom, let message = turns.next() {
      perform(message)
      if turns.isEmpty || EventLoop.monotonicNow() >= end { return }
    }
  }

  private var hasRoom: Bool { isOpen && dbus_connection_get_outgoing_size(raw) <= Self.mostUnread }

  /// Handles a message that has waited, and releases it.
  private func perform(_ message: OpaquePointer) {
    switch dbus_message_get_type(message) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: receive(call: message)
    case DBUS_MESSAGE_TYPE_SIGNAL: receive(signal: message)
    default: receive(reply: message)
    }
    dbus_message_unref(message)
  }

  private func enqueue(_ message: OpaquePointer, of name: String) {
    guard let refused = turns.append(dbus_message_ref(message), of: name) else { return }
    guard dbus_message_get_type(refused) == DBUS_MESSAGE_TYPE_METHOD_CALL else {
      // A signal or a reply is not lost, but comes early.
      return perform(refused)
    }
    fail(refused, .limitsExceeded("too many calls are waiting"))
    dbus_message_unref(refused)
  }

  // MARK: Order

  /// The name whose waiting messages come before a signal; `nil` if there are none. A connection that leaves the bus
  /// takes away its calls that nobody will get an answer to.
  private func nameAhead(ofSignal message: OpaquePointer) -> String? {
    guard !turns.isEmpty, let header = SignalHeader(message) else { return nil }
    guard header.isNameOwnerChanged else {
      let sender = String(cString: header.sender)
      return turns.hasMessages(of: sender) && isExpected(header) ? sender : nil
    }
    // While a unique name has an owner, it has the same one.
    guard let name = header.argument0, turns.hasMessages(of: name) else { return nil }
    let gone = turns.remove(of: name) {
      dbus_message_get_type($0) == DBUS_MESSAGE_TYPE_METHOD_CALL && dbus_message_get_no_reply($0) == 0
    }
    for message in gone { dbus_message_unref(message) }
    return turns.hasMessages(of: name) ? name : nil
  }

  private func isAnswerAhead(_ message: OpaquePointer) -> Bool {
    !turns.isEmpty && pendingCalls[dbus_message_get_reply_serial(message)] != nil
      && turns.hasMessages(of: Self.sender(of: message))
  }

  private static func sender(of message: OpaquePointer) -> String {
    dbus_message_get_sender(message).map { String(cString: $0) } ?? ""
  }
}
