import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import Glibc
import MPRIS

/// One message of the storm: a call of the service.
struct Blow {
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  /// The interfaces of the service with their objects and names.
  private static let faces: [(InterfaceDescription, ObjectPath, BusName)] = [
    (AloudInterface.description, AloudBus.path, AloudBus.name),
    (AloudInterface.description, AloudBus.path, AloudBus.name),
    (PlayerInterface.description, MPRISBus.path, AloudBus.name),
    (TrackListInterface.description, MPRISBus.path, AloudBus.name),
    (PlaylistsInterface.description, MPRISBus.path, AloudBus.name),
    (RootInterface.description, MPRISBus.path, AloudBus.name),
    (ApplicationInterface.description, ApplicationInterface.path, AloudBus.name),
  ]
  private static let options =
    (SpeakOptions.descriptions + AnnounceOptions.descriptions).map {
      OptionShape(name: $0.name, signature: $0.signature)
    }
    + [OptionShape(name: "at", signature: "s"), OptionShape(name: "adding", signature: "b")]

  /// Without destination.
  let call: BusCall
  /// The method's name, for the account.
  let name: String

  /// - Parameter descriptors: those of the call, which the caller closes.
  init(_ random: inout SeededGenerator, _ known: Known, _ material: Material, _ descriptors: inout [CInt]) {
    let (interface, path, name) = random.pick(Self.faces)
    func make(_ interface: InterfaceName?, _ member: MemberName, _ arguments: [BusValue], _ path: ObjectPath) -> BusCall
    {
      BusCall(name, path, interface, member, arguments)
    }
    for _ in 0..<2 where !random.once(in: 3) { descriptors.append(material.descriptor(&random)) }
    descriptors.removeAll { $0 < 0 }
    switch random.below(20) {
    case 0:  // something unknown
      call = make(
        random.pick([interface.name, "org.aloud.Nothing", "org.freedesktop.DBus.Peer", "org.freedesktop.Notifications"]
        ),
        random.pick(["Nothing", "Notify", "GetMachineId", "Ping"]), [random.any(known)],
        random.pick(["/", "/a/b", path]))
    case 1:  // a method with other arguments than it takes
      let method = random.pick(Self.methods(of: interface))
      call = make(
        interface.name, method.name, (0..<random.below(5)).map { _ in random.any(known) },
        random.once(in: 8) ? random.pick(known.paths) : path)
    case 2, 3, 4:  // a property, mostly with a value of its type
      guard let property = random.maybe(interface.properties) else { fallthrough }
      let value = random.once(in: 5) ? random.any(known) : random.value(of: property.signature, known)
      call = make(
        Self.properties, "Set", [.string(interface.name.text), .string(property.name.text), .variant(value)], path)
    case 5:
      let property = random.maybe(interface.properties)?.name.text ?? "Nothing"
      call = make(
        Self.properties, random.pick(["Get", "GetAll", "Nothing"]),
        random.once(in: 2) ? [.string(interface.name.text)] : [.string(interface.name.text), .string(property)], path)
    case 6: call = make("org.freedesktop.DBus.Introspectable", "Introspect", [], random.pick(known.paths + [path]))
    default:
      let method = random.pick(Self.methods(of: interface))
      let arguments = method.input.map { argument -> BusValue in
        guard argument.signature != "a{sv}" else { return random.options(Self.options, known) }
        // Mostly something that can be read, so that there is a state to spoil.
        if argument.signature == "as", random.once(in: 2) {
          return .strings((0..<random.below(4)).map { _ in random.pick(material.uris) })
        }
        return random.value(of: argument.signature, known)
      }
      call = make(interface.name, method.name, arguments, path)
    }
    self.name = "\(interface.name.text.split(separator: ".").last ?? "").\(call.member)"
  }

  /// The methods without those that are told to end the service.
  private static func methods(of interface: InterfaceDescription) -> [MethodDescription] {
    interface.methods.filter { $0.name != "Quit" }
  }
}

extension SeededGenerator {
  mutating func maybe<T>(_ values: [T]) -> T? { values.isEmpty ? nil : pick(values) }
}
