import BusValues
import DBusKit
import EventLoop

/// Questions to the bus of a private desktop, on a connection of the test's own: a program for each question would take
/// the processor from what is tested.
@Core
final class DesktopBus {
  private let address: String
  private var connection: BusConnection?

  nonisolated init(address: String) { self.address = address }

  isolated deinit { connection?.close() }

  /// The process that owns a name; nil where nobody does.
  ///
  /// - Throws: `DesktopError` where the bus does not answer.
  func processID(of name: String) async throws(DesktopError) -> Int32? {
    let question = BusCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID", [.string(name)])
    do {
      return try await ask(question).arguments.first?.asUInt32.map { Int32(bitPattern: $0) }
    } catch {
      if error.name.hasSuffix(".NameHasNoOwner") { return nil }
      throw DesktopError(.desktop, "the bus does not answer: \(error)")
    }
  }

  private func ask(_ question: BusCall) async throws(BusError) -> BusReply {
    if let connection, connection.isOpen {
      do throws(BusError) {
        return try await connection.call(question, timeout: watchdog)
      } catch {
        // The bus that was connected to may have ended meanwhile.
        if connection.isOpen { throw error }
      }
    }
    let result = await withCheckedContinuation { continuation in
      BusConnection.connect(to: address, timeout: watchdog) { continuation.resume(returning: $0) }
    }
    let new = try result.get()
    connection?.close()
    connection = new
    return try await new.call(question, timeout: watchdog)
  }
}
