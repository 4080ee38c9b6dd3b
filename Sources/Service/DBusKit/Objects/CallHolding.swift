import CDBus

/// Held calls of objects, and the number of calls that are being performed.
struct CallHolding {
  private var isHolding = false
  private var messages: [OpaquePointer] = []
  /// The number of calls that have reached an object and are not answered.
  var unanswered = 0

  var count: Int { messages.count }

  mutating func begin() { isHolding = true }

  /// Holds a call if calls are held; returns true if it does.
  mutating func takes(_ message: OpaquePointer) -> Bool {
    guard isHolding else { return false }
    messages.append(dbus_message_ref(message))
    return true
  }

  /// Ends the holding. The held calls are returned in order; the caller unreferences them.
  mutating func end() -> [OpaquePointer] {
    isHolding = false
    defer { messages = [] }
    return messages
  }

  mutating func drop() { for message in end() { dbus_message_unref(message) } }
}

extension BusConnection {
  /// Holds method calls and property writes until ``admitCalls()``; reads of properties are answered. For a program
  /// that is about to end and has to know whether it was called.
  public func holdCalls() { holding.begin() }

  /// The number of held calls.
  public var heldCalls: Int { holding.count }

  /// Performs the held calls in order and stops holding. Later calls take their turns.
  public func admitCalls() {
    for message in holding.end() {
      if isOpen { receive(call: message) }
      dbus_message_unref(message)
    }
  }

  /// The number of messages whose turn has not come, and of clients that wait for an object's answer.
  public var unansweredCalls: Int { holding.unanswered + turns.count }
}
