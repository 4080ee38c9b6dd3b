import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS

/// A program on the desktop that controls the player and listens to it, like a widget. It uses only the bus.
@Core
final class MPRISClient {
  let bus: BusConnection
  /// Every signal from the player's object, in the order of the wire.
  private(set) var heard: [SignalMessage] = []
  private var subscription: MatchToken?
  private var waiters: [UInt64: @Core () -> Void] = [:]
  private var nextWaiter: UInt64 = 0

  /// Connects and is listening when it returns.
  ///
  /// - Parameter destination: the destination of calls; the name of our own interface reaches the player while it is
  ///   idle too.
  init(desktop: PrivateDesktop) async throws {
    let address = desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
    bus = try BusConnection(address: address)
    subscription = bus.subscribe(MatchRule(path: MPRISBus.path)) { [weak self] signal in
      guard let self else { return }
      heard.append(signal)
      let waiting = waiters
      waiters = [:]
      for waiter in waiting.values { waiter() }
    }
    // The bus answers in order, so the subscription is active when this returns.
    _ = try await bus.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
  }

  // MARK: Calls

  /// Calls a method of the player's object, by the name that the service always has.
  @discardableResult
  func call(
    _ member: MemberName, _ arguments: [BusValue] = [], on interface: InterfaceName = PlayerInterface.name
  ) async throws(BusError) -> [BusValue] {
    let call = BusCall(AloudBus.name, MPRISBus.path, interface, member, arguments)
    return try await bus.call(call, timeout: watchdog, autoStart: false).arguments
  }

  /// Calls methods without waiting for any reply but the last.
  func burst(_ calls: [(MemberName, [BusValue])]) async throws(BusError) {
    for (member, arguments) in calls.dropLast() {
      let call = BusCall(AloudBus.name, MPRISBus.path, PlayerInterface.name, member, arguments)
      bus.call(call, autoStart: false) { _ in }
    }
    if let (member, arguments) = calls.last { try await self.call(member, arguments) }
  }

  /// Calls a method of our own interface.
  @discardableResult
  func aloud(_ call: AloudCall, descriptors: [CInt] = []) async throws(BusError) -> [BusValue] {
    let call = BusCall(
      AloudBus.name, AloudBus.path, AloudBus.interface, call.method, call.arguments, descriptors: descriptors)
    return try await bus.call(call, timeout: watchdog, autoStart: false).arguments
  }

  func get(_ property: String, of interface: InterfaceName = PlayerInterface.name) async throws(BusError) -> BusValue {
    let reply = try await properties("Get", [.string(interface.text), .string(property)], at: MPRISBus.path)
    guard let value = reply.first?.asVariant else { throw .failed("Get answered \(reply)") }
    return value
  }

  func getAll(of interface: InterfaceName = PlayerInterface.name) async throws(BusError) -> [String: BusValue] {
    let reply = try await properties("GetAll", [.string(interface.text)], at: MPRISBus.path)
    guard let table = reply.first?.asVardict else { throw .failed("GetAll answered \(reply)") }
    return table
  }

  func set(
    _ property: String, _ value: BusValue, of interface: InterfaceName = PlayerInterface.name
  ) async throws(BusError) {
    _ = try await properties("Set", [.string(interface.text), .string(property), .variant(value)], at: MPRISBus.path)
  }

  /// A property of our own interface.
  func aloud(_ property: AloudProperty) async throws(BusError) -> BusValue {
    let reply = try await properties(
      "Get", [.string(AloudBus.interface.text), .string(property.rawValue)], at: AloudBus.path)
    guard let value = reply.first?.asVariant else { throw .failed("Get answered \(reply)") }
    return value
  }

  func properties(
    _ member: MemberName, _ arguments: [BusValue], at path: ObjectPath
  ) async throws(BusError) -> [BusValue] {
    let call = BusCall(AloudBus.name, path, "org.freedesktop.DBus.Properties", member, arguments)
    return try await bus.call(call, timeout: watchdog, autoStart: false).arguments
  }

  /// Returns when every signal that the service sent before this call has been heard.
  func barrier() async throws(BusError) {
    let call = BusCall(AloudBus.name, MPRISBus.path, "org.freedesktop.DBus.Peer", "Ping")
    _ = try await bus.call(call, timeout: watchdog, autoStart: false)
  }

  // MARK: Signals

  /// An index in the heard signals, from which to look on.
  var mark: Int { heard.count }

  /// The signals with that name since `mark`.
  func signals(_ member: MemberName, since mark: Int) -> [SignalMessage] {
    heard[mark...].filter { $0.member == member }
  }

  /// The positions of the `Seeked` signals since `mark`.
  func seeks(since mark: Int) -> [Int64] {
    signals(PlayerInterface.seeked, since: mark).compactMap { $0.arguments.first?.asInt64 }
  }

  /// The announced values of a property since `mark`, in order.
  func announced(_ property: String, since mark: Int) -> [BusValue] {
    changes(since: mark).compactMap { $0.changed[property] }
  }

  /// The `PropertiesChanged` signals since `mark`.
  func changes(since mark: Int) -> [PropertiesChanged] {
    signals("PropertiesChanged", since: mark).compactMap { PropertiesChanged($0) }
  }

  /// Waits until `look` finds something. It runs now and after each signal.
  @discardableResult
  func wait<Found>(
    for promise: String, within timeout: Duration = watchdog, _ look: () async throws -> Found?
  ) async throws -> Found {
    let deadline = Core.loop.now.advanced(by: timeout)
    while true {
      let seen = heard.count
      if let found = try await look() { return found }
      guard Core.loop.now < deadline else { throw Missed(promise: promise, heard: heard.suffix(20)) }
      if heard.count == seen { await nextSignal(before: deadline) }
    }
  }

  /// Waits until a property has been announced with a matching value.
  @discardableResult
  func wait(
    for property: String, since mark: Int, within timeout: Duration = watchdog, _ fits: (BusValue) -> Bool
  ) async throws -> BusValue {
    try await wait(for: "\(property) is announced", within: timeout) {
      announced(property, since: mark).first(where: fits)
    }
  }

  private func nextSignal(before deadline: Instant) async {
    nextWaiter += 1
    let id = nextWaiter
    await withCheckedContinuation { continuation in
      let timer = Core.loop.schedule(at: deadline) { [weak self] in self?.waiters.removeValue(forKey: id)?() }
      waiters[id] = {
        Core.loop.cancel(timer)
        continuation.resume()
      }
    }
  }

  /// The error of a wait without success.
  struct Missed: Error, CustomStringConvertible {
    let promise: String
    let heard: ArraySlice<SignalMessage>

    var description: String {
      let lines = heard.map { "  \($0.interface).\($0.member) \($0.arguments)" }
      return "never came: \(promise); heard last:\n" + lines.joined(separator: "\n")
    }
  }
}

/// A `PropertiesChanged` signal from a client's view.
struct PropertiesChanged: Sendable {
  let interface: String
  /// Names in the order of the wire.
  let names: [String]
  let changed: [String: BusValue]
  let invalidated: [String]

  init?(_ signal: SignalMessage) {
    guard signal.member == "PropertiesChanged", signal.arguments.count == 3,
      let interface = signal.arguments[0].asString, let entries = signal.arguments[1].asEntries,
      let changed = signal.arguments[1].asVardict, let invalidated = signal.arguments[2].asStrings
    else { return nil }
    self.interface = interface
    self.names = entries.compactMap(\.key.asString)
    self.changed = changed
    self.invalidated = invalidated
  }
}
