import BusValues
import DBusKit
import EventLoop

/// Queries of a private desktop's bus, on a connection of the test: a program for each query would take processor time
/// from the tested code.
@Core
final class DesktopBus {
  private let address: String
  private var connection: BusConnection?

  nonisolated init(address: String) { self.address = address }

  isolated deinit { connection?.close() }

  /// The process that owns a name; nil if there is none.
  ///
  /// - Throws: `DesktopError` if the bus does not answer.
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
        // The connected bus may have ended meanwhile.
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
