import CDBus
import EventLoop

/// Receives messages between others, in their order and for a bounded time in each turn of the loop. It answers
/// nothing: a call that it sees is somebody else's, and an answer of a monitor would end its connection.
@Core
final class Monitor {
  /// Bytes of messages that wait in this process. With more, the bus keeps the rest.
  private static let waitingBytes = 4 << 20
  /// The time for messages in one turn of the loop.
  private static let patience = Duration.milliseconds(2)

  private let link: BusLink
  private let handler: @Core (MonitoredMessage) -> Void

  init(_ link: BusLink, _ handler: @escaping @Core (MonitoredMessage) -> Void) {
    (self.link, self.handler) = (link, handler)
    link.limitReceived(bytes: Self.waitingBytes)
  }

  /// Handles a message.
  func receive(_ message: OpaquePointer) { if let seen = MonitoredMessage(message) { handler(seen) } }

  /// Handles received messages for a bounded time. The others stay with libdbus, which stops reading at its limit.
  func dispatchAll() {
    let end = EventLoop.monotonicNow().advanced(by: Self.patience)
    while link.dispatch() { if EventLoop.monotonicNow() >= end { return link.continueLater() } }
  }
}
