import BusValues
import DBusKit
import EventLoop
import Glibc

/// An object with every kind of member, which records the calls that reach it.
@Core
final class TestObject: ExportedObject {
  static let interface: InterfaceName = "org.aloud.Test1"

  let interfaces = [
    InterfaceDescription(
      "org.aloud.Test1",
      methods: [
        MethodDescription("Echo", in: [ArgumentDescription("v", "v")], out: [ArgumentDescription("v", "v")]),
        MethodDescription(
          "Join", in: [ArgumentDescription("a", "s"), ArgumentDescription("b", "as")],
          out: [ArgumentDescription("r", "s")]),
        MethodDescription("Drop"), MethodDescription("Keep"),
        MethodDescription("KeepText", in: [ArgumentDescription("text", "s")]),
        MethodDescription("Twice", out: [ArgumentDescription("r", "s")]),
        MethodDescription("WrongType", out: [ArgumentDescription("r", "s")]),
        MethodDescription("Fail", in: [ArgumentDescription("name", "s")]),
        MethodDescription(
          "PassDescriptors", in: [ArgumentDescription("h", "ah")], out: [ArgumentDescription("h", "h")]),
      ],
      properties: [
        PropertyDescription("Number", "x"), PropertyDescription("Rate", "d", access: .readWrite),
        PropertyDescription("Secret", "s", access: .write), PropertyDescription("Broken", "s"),
        PropertyDescription("WrongType", "s"),
      ]),
    InterfaceDescription(
      "org.aloud.Test2", methods: [MethodDescription("Only2", out: [ArgumentDescription("i", "i")])],
      properties: [PropertyDescription("Metadata", "a{sv}")]),
    InterfaceDescription("org.aloud.Empty"),
  ]

  var rate = 1.0
  var secret = ""
  var kept: [IncomingCall] = []
  private(set) var calls: [String] = []
  let arrivals = Events<String>()

  func handle(_ call: IncomingCall) {
    calls.append(call.method)
    switch call.method {
    case "Echo": call.reply(call.arguments)
    case "Join":
      call.reply([.string(call.arguments[0].asString! + call.arguments[1].asStrings!.joined())])
    case "Keep", "KeepText": kept.append(call)
    case "Twice":
      call.reply([.string("first")])
      call.reply([.string("second")])
      call.fail(.failed("third"))
    case "WrongType": call.reply([.int32(1)])
    case "Fail": call.fail(BusError(name: call.arguments[0].asString!, message: "as asked"))
    case "PassDescriptors":
      if let descriptor = call.takeDescriptor(0) {
        precondition(call.takeDescriptor(0) == nil)
        call.reply([.descriptor(0)], descriptors: [descriptor])
        close(descriptor)
      }
    case "Only2": call.reply([.int32(2)])
    default: break  // Drop
    }
    arrivals.add(call.method)
  }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    switch property {
    case "Number": .int64(42)
    case "Rate": .double(rate)
    case "Metadata": .vardict(["xesam:artist": .strings(["A"]), "mpris:length": .int64(1)])
    case "WrongType": .int32(1)
    default: throw .notSupported("not now")
    }
  }

  func set(_ property: String, in interface: String, to value: BusValue) throws(BusError) {
    switch property {
    case "Rate":
      guard let rate = value.asDouble, rate > 0 else { throw .invalidArguments("no rate") }
      self.rate = rate
    default: secret = value.asString!
    }
  }
}

/// A bus, a service with a ``TestObject``, and a client.
@Core
struct Scene {
  static let path: ObjectPath = "/org/aloud/Test"

  let bus: PrivateBus
  let service: BusConnection
  let client: BusConnection
  let object = TestObject()

  init() throws {
    loop
    bus = try PrivateBus()
    service = try BusConnection(address: bus.address)
    client = try BusConnection(address: bus.address)
    service.export(object, at: Self.path)
  }

  func call(
    _ member: MemberName, _ arguments: [BusValue] = [], interface: InterfaceName? = TestObject.interface,
    path: ObjectPath = Scene.path, descriptors: [CInt] = []
  ) async throws(BusError) -> BusReply {
    try await client.call(BusCall(service.uniqueName, path, interface, member, arguments, descriptors: descriptors))
  }

  func property(_ member: MemberName, _ arguments: [BusValue]) async throws(BusError) -> BusReply {
    try await call(member, arguments, interface: "org.freedesktop.DBus.Properties")
  }

  /// The name of the error of a call, "" for success.
  func errorName(_ body: () async throws -> BusReply) async -> String {
    do {
      _ = try await body()
      return ""
    } catch { return (error as? BusError)?.name ?? "\(error)" }
  }
}

extension Result where Failure == BusError {
  /// The name of the error, "" for success.
  var errorName: String { if case .failure(let error) = self { error.name } else { "" } }
}
