import CDBus

/// Held calls of objects.
struct CallHolding {
  private var isHolding = false
  private var messages: [OpaquePointer] = []

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
