import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Glibc
import Testing

/// A login manager of the test, on a system bus of its own.
///
/// The service sees a real one: the same bus protocol, names and signals, and descriptors that are released by closing.
@Core
final class LoginManagerDouble: ExportedObject {
  /// One granted inhibitor.
  struct Grant {
    var what: String
    var mode: String
    /// The time at which the service closed its end, in nanoseconds of `Remote.now`; `nil` while it holds.
    var released: Int64?
  }

  static let manager: InterfaceName = "org.freedesktop.login1.Manager"
  static let sessionInterface: InterfaceName = "org.freedesktop.login1.Session"
  static let path: ObjectPath = "/org/freedesktop/login1"
  static let sessionPath: ObjectPath = "/org/freedesktop/login1/session/_31"

  let interfaces = [
    InterfaceDescription(
      "org.freedesktop.login1.Manager",
      methods: [
        MethodDescription(
          "Inhibit",
          in: ["what", "who", "why", "mode"].map { ArgumentDescription($0, "s") },
          out: [ArgumentDescription("pipe", "h")]),
        MethodDescription(
          "GetSession", in: [ArgumentDescription("id", "s")], out: [ArgumentDescription("path", "o")]),
      ],
      properties: [PropertyDescription("PreparingForSleep", .bool, doc: "True if the machine is about to sleep.")])
  ]
  let bus: BusConnection
  private let daemon: RunningProcess
  private(set) var grants: [Grant] = []
  private var watches: [EventSource] = []
  /// True from the announcement of sleep to the wake-up, for those who ask.
  var isPreparingForSleep = false
  /// True if somebody has asked for that.
  private(set) var wasAskedForSleep = false

  /// Starts the bus at the address in the desktop's variables, and owns the name on it.
  init(in desktop: PrivateDesktop) async throws {
    let address = desktop.environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? ""
    daemon = try desktop.start(["dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(address)"])
    bus = try await eventually("the system bus is there") { try BusConnection(address: address) }
    bus.export(self, at: Self.path)
    _ = try await bus.requestName("org.freedesktop.login1")
  }

  isolated deinit { bus.close() }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    wasAskedForSleep = true
    return .bool(isPreparingForSleep)
  }

  func handle(_ call: IncomingCall) {
    guard call.method == "Inhibit" else { return call.reply([.objectPath(Self.sessionPath)]) }
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return call.fail(.failed("no pipe")) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let index = grants.count
    grants.append(Grant(what: call.arguments[0].asString ?? "", mode: call.arguments[3].asString ?? ""))
    let reader = ends[0]
    var source: EventSource?
    source = Core.loop.watch(reader, for: .readable) { [weak self] _ in
      self?.grants[index].released = Remote.now
      source?.cancel()
      source = nil
      close(reader)
    }
    if let source { watches.append(source) }
    call.reply([.descriptor(0)], descriptors: [ends[1]])
    close(ends[1])
  }

  /// The present inhibitors of a mode.
  func held(_ mode: String) -> [Grant] { grants.filter { $0.mode == mode && $0.released == nil } }

  func emit(_ member: MemberName, _ arguments: [BusValue]) {
    bus.emit(member, interface: Self.manager, path: Self.path, arguments: arguments)
  }

  /// Tells that the machine has woken up, and returns when everybody on this bus has heard it.
  ///
  /// An order on another bus may overtake the signal. The reading that it resumes would then be paused again.
  func wakeUp() async throws {
    emit("PrepareForSleep", [.bool(false)])
    let listed = try await bus.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames"))
    for text in listed.arguments.first?.asStrings ?? [] where text.hasPrefix(":") && text != bus.uniqueName.text {
      guard let name = BusName(text) else { continue }
      _ = try? await bus.call(BusCall(name, "/", "org.freedesktop.DBus.Peer", "Ping"))
    }
  }

  func emitFromSession(_ member: MemberName) {
    bus.emit(member, interface: Self.sessionInterface, path: Self.sessionPath)
  }

  func announce(_ property: String, _ value: BusValue) {
    bus.propertiesChanged(
      path: Self.sessionPath, interface: Self.sessionInterface, changed: [(property, value)], invalidated: [])
  }

  /// The connections of this bus that belong to a process.
  func connections(of process: Int32) async throws -> [BusName] {
    func ask(_ member: MemberName, _ arguments: [BusValue] = []) async throws -> BusValue? {
      try await bus.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments))
        .arguments.first
    }
    var found: [BusName] = []
    for name in try await ask("ListNames")?.asStrings ?? [] where name.hasPrefix(":") {
      if try await ask("GetConnectionUnixProcessID", [.string(name)])?.asUInt32 == UInt32(process) {
        if let name = BusName(name) { found.append(name) }
      }
    }
    return found
  }
}
