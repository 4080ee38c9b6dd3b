import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS

/// A client of the service on a private desktop's bus, in the test's own process.
@Core
final class Remote {
  let bus: BusConnection

  init(_ desktop: PrivateDesktop) throws {
    bus = try BusConnection(address: desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
  }

  isolated deinit { bus.close() }

  /// This moment, in nanoseconds of the clock that `recorder` writes.
  nonisolated static var now: Int64 { EventLoop.monotonicNow().nanoseconds }

  // MARK: Our interface

  /// Calls a method and returns its answer.
  @discardableResult
  func callAsFunction(_ call: AloudCall, descriptors: [CInt] = []) async throws -> [BusValue] {
    try await bus.call(
      BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, call.method, call.arguments, descriptors: descriptors),
      timeout: watchdog
    ).arguments
  }

  /// Sends a text and returns its track.
  @discardableResult
  func speak(_ text: String, _ options: SpeakOptions = SpeakOptions()) async throws -> ObjectPath {
    try await self(.speak(text: text, options)).first?.asObjectPath ?? "/"
  }

  /// A property of our interface.
  func get(_ property: AloudProperty) async throws -> BusValue {
    try await get(property.rawValue, AloudBus.name, AloudBus.path, AloudBus.interface)
  }

  func set(_ property: AloudProperty, _ value: BusValue) async throws {
    try await set(property.rawValue, value, AloudBus.name, AloudBus.path, AloudBus.interface)
  }

  func text(_ property: AloudProperty) async throws -> String { try await get(property).asString ?? "" }

  /// The present position, in microseconds.
  func position() async throws -> Int64 { try await get(.position).asInt64 ?? -1 }

  /// The position of a paused text, after the sound in the output has been heard.
  func settledPosition() async throws -> Int64 {
    var last: Int64 = -1
    return try await eventually("the position settles") {
      let now = try await self.position()
      defer { last = now }
      return now == last ? now : nil
    }
  }

  func length() async throws -> Int64 { try await get(.length).asInt64 ?? -1 }

  /// Waits until a property has the value `text`.
  func wait(_ property: AloudProperty, _ text: String, within timeout: Duration = watchdog) async throws {
    try await eventually("\(property) is '\(text)'", within: timeout) { try await self.text(property) == text }
  }

  /// Waits until the length is exact, and returns it.
  func exactLength() async throws -> Int64 {
    try await eventually("the length is exact") { try await self.get(.lengthExact).asBool == true }
    return try await length()
  }

  /// The name of a call's error; empty if the call succeeds.
  func failure(of call: AloudCall, descriptors: [CInt] = []) async -> String {
    do {
      try await self(call, descriptors: descriptors)
      return ""
    } catch {
      return ((error as? BusError)?.name ?? "\(error)").replacing(AloudBus.errorPrefix, with: "")
    }
  }

  /// All properties at once.
  func all() async throws -> [String: BusValue] {
    try await bus.call(
      BusCall(AloudBus.name, AloudBus.path, "org.freedesktop.DBus.Properties", "GetAll", [.string("org.aloud.Aloud1")])
    ).arguments.first?.asVardict ?? [:]
  }

  // MARK: MPRIS

  @discardableResult
  func player(_ method: MemberName, _ arguments: [BusValue] = []) async throws -> [BusValue] {
    try await bus.call(BusCall(MPRISBus.name, MPRISBus.path, PlayerInterface.name, method, arguments)).arguments
  }

  func player(get property: String) async throws -> BusValue {
    try await get(property, MPRISBus.name, MPRISBus.path, PlayerInterface.name)
  }

  func player(set property: String, _ value: BusValue) async throws {
    try await set(property, value, MPRISBus.name, MPRISBus.path, PlayerInterface.name)
  }

  // MARK: Properties

  private func get(
    _ property: String, _ name: BusName, _ path: ObjectPath, _ interface: InterfaceName
  ) async throws -> BusValue {
    let answer = try await bus.call(
      BusCall(
        name, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface.text), .string(property)]))
    return answer.arguments.first?.asVariant ?? .string("")
  }

  private func set(
    _ property: String, _ value: BusValue, _ name: BusName, _ path: ObjectPath, _ interface: InterfaceName
  ) async throws {
    _ = try await bus.call(
      BusCall(
        name, path, "org.freedesktop.DBus.Properties", "Set",
        [.string(interface.text), .string(property), .variant(value)]))
  }
}
