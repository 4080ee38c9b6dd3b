import CDBus

/// Calls of objects that are kept for later, and how many are being performed.
struct CallHolding {
  private var isHolding = false
  private var messages: [OpaquePointer] = []
  /// The number of calls that have reached an object and are not answered.
  var unanswered = 0

  var count: Int { messages.count }

  mutating func begin() { isHolding = true }

  /// Keeps a call where calls are kept; says whether.
  mutating func takes(_ message: OpaquePointer) -> Bool {
    guard isHolding else { return false }
    messages.append(dbus_message_ref(message))
    return true
  }

  /// The calls that were kept, in order; the caller unreferences them.
  mutating func end() -> [OpaquePointer] {
    isHolding = false
    defer { messages = [] }
    return messages
  }

  mutating func drop() { for message in end() { dbus_message_unref(message) } }
}

extension BusConnection {
  /// From now on calls of objects' methods, and writes of properties, wait for ``admitCalls()``; what only asks for
  /// properties is answered. For a program that is about to end and has to know whether somebody called it.
  public func holdCalls() { holding.begin() }

  /// The number of calls that wait.
  public var heldCalls: Int { holding.count }

  /// Performs the calls that wait, in their order, and holds no more.
  public func admitCalls() {
    for message in holding.end() {
      if isOpen { receive(call: message) }
      dbus_message_unref(message)
    }
  }

  /// The number of clients that wait for an object's answer.
  public var unansweredCalls: Int { holding.unanswered }
}
