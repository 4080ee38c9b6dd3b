import BusValues
import DBusKit
import DesktopSupport
import EventLoop

/// A server that the service asks: lockers, the login manager, the notification server, another player. It answers with
/// anything: values of wrong types, errors, late or never. Which types, changes with each ``turn()``.
@Core
final class HostileServer: ExportedObject {
  /// A server of the desktop with the methods that are called, or of which the service sees the calls.
  struct Role {
    var name: BusName
    var path: ObjectPath
    var interface: InterfaceName
    /// Names, arguments, and the result that a well-behaved server gives.
    var methods: [(MemberName, Signature, Signature)]
    var properties: [(MemberName, Signature)] = []
  }

  static let session: [Role] =
    [
      "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.mate.ScreenSaver", "org.cinnamon.ScreenSaver",
      "org.xfce.ScreenSaver",
    ].map { (name: String) in
      Role(
        name: BusName(stringLiteral: name), path: ObjectPath("/" + name.replacing(".", with: "/")) ?? "/",
        interface: InterfaceName(stringLiteral: name), methods: [("GetActive", "", "b")])
    } + [
      Role(
        name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications",
        methods: [
          ("Notify", "susssasa{sv}i", "u"), ("CloseNotification", "u", ""), ("GetCapabilities", "", "as"),
          ("GetServerInformation", "", "ssss"),
        ], properties: [("Inhibited", "b")]),
      Role(
        name: "org.mpris.MediaPlayer2.storm", path: "/org/mpris/MediaPlayer2",
        interface: "org.mpris.MediaPlayer2.Player",
        methods: [("Pause", "", ""), ("Play", "", "")],
        properties: [("PlaybackStatus", "s"), ("Metadata", "a{sv}"), ("Position", "x")]),
    ]
  static let system: [Role] = [
    Role(
      name: "org.freedesktop.login1", path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
      methods: [
        ("Inhibit", "ssss", "h"), ("GetSession", "s", "o"), ("GetSessionByPID", "u", "o"),
        ("ListSessions", "", "a(susso)"),
        ("GetUser", "u", "o"),
      ]),
    Role(
      name: "org.freedesktop.login1", path: "/org/freedesktop/login1/session/auto",
      interface: "org.freedesktop.login1.Session", methods: [],
      properties: [("Active", "b"), ("LockedHint", "b"), ("Type", "s"), ("Class", "s"), ("Name", "s")]),
  ]

  let role: Role
  private(set) var interfaces: [InterfaceDescription] = []
  private let connection: BusConnection
  private var random: SeededGenerator
  private let known: Known
  /// Answers so far.
  private(set) var answers = 0

  init(_ role: Role, on connection: BusConnection, seed: UInt64, _ known: Known) {
    self.role = role
    self.connection = connection
    self.known = known
    random = SeededGenerator(seed: seed)
    turn()
  }

  /// Exports the object anew, with other types of its results.
  func turn() {
    let methods = role.methods.map { name, input, output in
      MethodDescription(
        name, in: input.completeTypes.map { ArgumentDescription("", $0) },
        out: (random.once(in: 3) ? random.pick(["", "s", "u", "b", "a{sv}", "v", "o", "x"]) : output).completeTypes.map
        {
          ArgumentDescription("", $0)
        })
    }
    let properties = role.properties.map { name, type in
      PropertyDescription(name, random.once(in: 4) ? random.pick(["s", "b", "x", "d", "a{sv}"]) : type)
    }
    connection.unexport(role.path)
    interfaces = [InterfaceDescription(role.interface, methods: methods, properties: properties)]
    connection.export(self, at: role.path)
  }

  func handle(_ call: IncomingCall) {
    answers += 1
    switch random.below(12) {
    case 0: return  // never
    case 1:
      call.fail(BusError(name: "org.example.Error.\(random.pick(["Odd", "A", "Failed"]))", message: random.text()))
    case 2:
      Core.loop.schedule(after: .milliseconds(random.below(4000))) { [weak self] in self.map { $0.answer(call) } }
    default: answer(call)
    }
  }

  private func answer(_ call: IncomingCall) {
    let outputs = interfaces[0].method(call.method)?.output.map(\.signature) ?? []
    var values = outputs.map { random.value(of: $0, known) }
    // A server that works: numbers by which notifications are closed.
    if call.method == "Notify", outputs == ["u"], !random.once(in: 4) { values = [.uint32(UInt32(random.below(50)))] }
    var descriptors: [CInt] = []
    if outputs.contains("h") { values = [.descriptor(0)]; descriptors = [2] }
    call.reply(values, descriptors: descriptors)
  }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    answers += 1
    guard let type = interfaces[0].property(property)?.signature else { throw .unknownProperty(property) }
    return random.value(of: type, known)
  }
}
