import AloudAPI
import BusValues
import DBusKit
import EventLoop

/// A simulated source of the storm: it locks and unlocks, hangs, answers late or with errors, crashes and comes back.
@Core
protocol StormSource: AnyObject {
  /// Its name in messages.
  var name: String { get }
  /// True if its screen is locked, as far as it knows.
  var isLocked: Bool { get }
  /// True if it is there.
  var isPresent: Bool { get }
  /// True if it answers each question in time.
  var isHealthy: Bool { get }
  /// Locks or unlocks, and returns when the service has heard of it.
  func lock(_ isLocked: Bool) async throws
  /// Answers in another manner from now on.
  func change(_ manner: StormManner)
  /// Leaves, as after a crash.
  func vanish() async throws
  /// Comes back, unlocked or locked.
  func appear(isLocked: Bool) async throws
}

/// The way in which a source answers.
enum StormManner: Sendable {
  case prompt
  /// After so many milliseconds, with what was true when it was asked.
  case late(Int)
  case never
  case failing
}

/// A simulated screen locker with a name on the session bus.
@Core
final class StormLocker: StormSource, ExportedObject {
  let name: String
  let interfaces: [InterfaceDescription]
  private let path: ObjectPath
  private let address: String
  private let target: BusName
  private(set) var connection: BusConnection?
  private(set) var isLocked = false
  private var manner = StormManner.prompt
  private var forgotten: [IncomingCall] = []

  /// - Parameters:
  ///   - name: its name on the bus, and its interface.
  ///   - target: the service.
  init(_ name: String, path: ObjectPath, address: String, target: BusName) {
    (self.name, self.path, self.address, self.target) = (name, path, address, target)
    interfaces = [
      InterfaceDescription(
        InterfaceName(name)!, methods: [MethodDescription("GetActive", out: [ArgumentDescription("active", .bool)])])
    ]
  }

  var isPresent: Bool { connection != nil }
  var isHealthy: Bool { if case .prompt = manner { true } else { false } }

  func appear(isLocked: Bool) async throws {
    self.isLocked = isLocked
    let connection = try BusConnection(address: address)
    connection.export(self, at: path)
    self.connection = connection
    _ = try await connection.requestName(BusName(name)!)
    try await settle()
  }

  func vanish() async throws {
    connection?.close()
    connection = nil
    forgotten = []
    manner = .prompt
  }

  func lock(_ isLocked: Bool) async throws {
    self.isLocked = isLocked
    connection?.emit("ActiveChanged", interface: InterfaceName(name)!, path: path, arguments: [.bool(isLocked)])
    try await settle()
  }

  func change(_ manner: StormManner) { self.manner = manner }

  /// Returns when the service has handled everything that this connection has sent.
  private func settle() async throws { try await connection?.ping(target) }

  func handle(_ call: IncomingCall) {
    switch manner {
    case .prompt: call.reply([.bool(isLocked)])
    case .late(let milliseconds):
      let isLocked = isLocked
      Core.loop.schedule(after: .milliseconds(milliseconds)) { call.reply([.bool(isLocked)]) }
    case .never: forgotten.append(call)
    case .failing: call.fail(.failed("it is in trouble"))
    }
  }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    throw .unknownProperty(property)
  }
}

/// A simulated login manager on the system bus, with one session.
@Core
final class StormLogin: StormSource, ExportedObject {
  private static let path: ObjectPath = "/org/freedesktop/login1"
  private static let session: ObjectPath = "/org/freedesktop/login1/session/_31"
  private static let sessionInterface: InterfaceName = "org.freedesktop.login1.Session"

  let name = "org.freedesktop.login1"
  let interfaces = [
    InterfaceDescription(
      "org.freedesktop.login1.Manager",
      methods: [
        MethodDescription(
          "Inhibit", in: ["what", "who", "why", "mode"].map { ArgumentDescription($0, "s") },
          out: [ArgumentDescription("pipe", "h")]),
        MethodDescription(
          "GetSession", in: [ArgumentDescription("id", "s")], out: [ArgumentDescription("path", "o")]),
      ])
  ]
  private let address: String
  private let face = Face()
  private(set) var connection: BusConnection?
  var isLocked: Bool { face.isLocked }
  var isPresent: Bool { connection != nil }
  let isHealthy = true

  init(address: String) { self.address = address }

  /// The session, which answers `LockedHint` and `Active`.
  @Core
  final class Face: ExportedObject {
    var isLocked = false
    let interfaces = [
      InterfaceDescription(
        "org.freedesktop.login1.Session",
        properties: [PropertyDescription("LockedHint", .bool), PropertyDescription("Active", .bool)])
    ]
    func handle(_ call: IncomingCall) { call.fail(.failed("no such call")) }
    func value(of property: String, in interface: String) throws(BusError) -> BusValue {
      property == "LockedHint" ? .bool(isLocked) : .bool(true)
    }
  }

  func appear(isLocked: Bool) async throws {
    face.isLocked = isLocked
    let connection = try BusConnection(address: address)
    connection.export(self, at: Self.path)
    for path in [Self.session, "/org/freedesktop/login1/session/auto"] { connection.export(face, at: path) }
    self.connection = connection
    _ = try await connection.requestName(BusName(name)!)
    // The service asks for its session, and then subscribes to it.
    for _ in 0..<3 { try await settle() }
  }

  func vanish() async throws {
    connection?.close()
    connection = nil
  }

  func lock(_ isLocked: Bool) async throws {
    face.isLocked = isLocked
    connection?.propertiesChanged(
      path: Self.session, interface: Self.sessionInterface, changed: [("LockedHint", .bool(isLocked))], invalidated: [])
    try await settle()
  }

  /// Orders to lock or to unlock, as `loginctl` does.
  func order(_ isLocked: Bool) async throws {
    connection?.emit(isLocked ? "Lock" : "Unlock", interface: Self.sessionInterface, path: Self.session)
    try await settle()
  }

  func change(_ manner: StormManner) {}

  /// Pings every other client of this bus: the service is one of them.
  private func settle() async throws {
    guard let connection else { return }
    let names = try await connection.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames"))
    for text in names.arguments.first?.asStrings ?? [] where text.hasPrefix(":") && text != connection.uniqueName.text {
      if let name = BusName(text) { try? await connection.ping(name) }
    }
  }

  func handle(_ call: IncomingCall) {
    guard call.method == "GetSession" else { return call.fail(.failed("not in this storm")) }
    call.reply([.objectPath(Self.session)])
  }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    throw .unknownProperty(property)
  }
}

extension BusConnection {
  /// Returns when a client has handled everything that this connection has sent to it before.
  func ping(_ target: BusName) async throws(BusError) {
    _ = try await call(BusCall(target, AloudBus.path, "org.freedesktop.DBus.Peer", "Ping"), timeout: .seconds(30))
  }
}
