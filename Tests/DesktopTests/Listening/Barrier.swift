import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop

extension Recorder {
  /// The interface of a signal that only tests send.
  private static let interface: InterfaceName = "org.aloud.Test1"

  /// Returns when `recorder` has received everything that the service sent before it answered the last call of
  /// `remote`. The bus keeps the order.
  ///
  /// - Returns: the moment. Later answers of the service are received after it.
  @discardableResult
  @Core
  func barrier(_ remote: Remote) async throws -> Int64 {
    let number = "\(Remote.now)"
    _ = remote.bus.emit("Barrier", interface: Self.interface, path: AloudBus.path, arguments: [.string(number)])
    return try await moment(ofBarrier: number)
  }

  private func moment(ofBarrier number: String) async throws -> Int64 {
    try await process.waitForChange("the barrier \(number)") {
      heard.last { $0.name == "Barrier" && $0.words.first == number }?.moment
    }
  }
}
