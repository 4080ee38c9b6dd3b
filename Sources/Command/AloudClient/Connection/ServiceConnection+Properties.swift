package import AloudAPI
package import BusValues
import DBusKit
import EventLoop

extension ServiceConnection {
  static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  private static let getAll = BusCall(
    AloudBus.name, AloudBus.path, properties, "GetAll", [.string(AloudBus.interface.text)], expecting: "a{sv}")

  /// Every property; `nil` if the service is not running. Does not start it.
  package func status() async throws(ClientFailure) -> Status? {
    guard let answer = try await ifRunning(Self.getAll, task: "read the state of the service") else { return nil }
    return Status(properties: answer.first?.asVardict ?? [:])
  }

  /// Every property; starts the service if necessary.
  package func startedStatus() async throws(ClientFailure) -> Status {
    let answer = try await answer(to: Self.getAll, start: true, task: "read the state of the service")
    return Status(properties: answer.first?.asVardict ?? [:])
  }

  /// The value of a property; `nil` if the service is not running.
  ///
  /// - Parameter task: completes "cannot …" in the description of a failure.
  package func value(of property: AloudProperty, task: String) async throws(ClientFailure) -> BusValue? {
    let call = BusCall(
      AloudBus.name, AloudBus.path, Self.properties, "Get",
      [.string(AloudBus.interface.text), .string(property.rawValue)])
    guard case .variant(let value)? = try await ifRunning(call, task: task)?.first else { return nil }
    return value
  }

  /// Sets a property; starts the service if necessary.
  ///
  /// - Parameter task: completes "cannot …" in the description of a failure.
  package func set(_ property: AloudProperty, to value: BusValue, task: String) async throws(ClientFailure) {
    let call = BusCall(
      AloudBus.name, AloudBus.path, Self.properties, "Set",
      [.string(AloudBus.interface.text), .string(property.rawValue), .variant(value)])
    _ = try await answer(to: call, start: true, task: task)
  }

  /// Changes the rate of the current text, within the permitted range.
  ///
  /// - Parameters:
  ///   - change: the new rate for the present one.
  ///   - task: completes "cannot …" in the description of a failure.
  /// - Returns: the new rate; `nil` if no service is running.
  package func changeRate(
    _ change: (Double) -> Double, task: String
  ) async throws(ClientFailure) -> Double? {
    guard let rate = try await status()?.rate else { return nil }
    let wanted = min(max(change(rate), AloudBus.rates.lowerBound), AloudBus.rates.upperBound)
    try await set(.rate, to: .double(wanted), task: task)
    return wanted
  }
}
