import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import Glibc
import MPRIS

/// One call without an audible effect: to an unknown name, with wrong arguments, for a text that does not exist, or a
/// valid query.
struct Shot {
  private static let ours = AloudInterface.description
  private static let theirs = [RootInterface.description, PlayerInterface.description, TrackListInterface.description]
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

  let call: BusCall

  init(_ random: inout SeededGenerator, _ descriptors: inout [CInt]) {
    let isOurs = random.below(2) == 0
    let path = isOurs ? AloudBus.path : MPRISBus.path
    let interface = isOurs ? Self.ours : random.pick(Self.theirs)
    func make(_ interface: InterfaceName?, _ member: MemberName, _ arguments: [BusValue], _ path: ObjectPath) -> BusCall
    {
      BusCall(AloudBus.name, path, interface, member, arguments)
    }
    switch random.below(10) {
    case 0:  // nowhere
      call = make("org.aloud.Nothing", "Nothing", [random.value(depth: 3)], random.pick(["/", "/a/b", path]))
    case 1, 2:  // a method with other arguments than it takes
      let method = random.pick(interface.methods)
      var arguments = (0..<random.below(4)).map { _ in random.value(depth: 3) }
      if arguments.map(\.signature.text).joined() == method.inputSignature.text { arguments.append(.byte(0)) }
      call = make(interface.name, method.name, arguments, path)
    case 3:  // a property with a value of another type, or one that cannot be set
      let property = random.pick(interface.properties)
      var value = random.value(depth: 2)
      // The service accepts any number for one.
      let isNumber = property.signature == .double && value.asNumber != nil
      if isNumber || value.signature == property.signature { value = .structure([.byte(1), .byte(2)]) }
      call = make(
        Self.properties, "Set", [.string(interface.name.text), .string(property.name.text), .variant(value)], path)
    case 4:
      let property = random.pick(interface.properties)
      call = make(Self.properties, "Get", [.string(interface.name.text), .string(property.name.text)], path)
    case 5:
      call = make(
        Self.properties, random.pick(["Get", "GetAll", "Nothing"]), [.string(random.text()), .string(random.text())],
        path)
    case 6:
      call = make("org.freedesktop.DBus.Introspectable", "Introspect", [], random.pick(["/", "/org", path]))
    case 7:  // an invalid URI or path
      let options = BusValue.vardict(["when-busy": .string("drop"), "paused": random.value(depth: 1)])
      call =
        random.below(2) == 0
        ? make(PlayerInterface.name, "OpenUri", [.string(random.text())], MPRISBus.path)
        : make(AloudBus.interface, "Open", [.strings([random.text(), random.text()]), options], AloudBus.path)
    case 8:  // a descriptor without readable text
      let descriptor = open(random.pick(["/dev/zero", "/dev/null", "/", "/proc/self/mem"]), O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { descriptors.append(descriptor) }
      call = make(
        AloudBus.interface, "SpeakFd", [descriptor >= 0 ? .descriptor(0) : .byte(0), .vardict([:])],
        AloudBus.path)
    default:
      call =
        switch random.below(4) {
        case 0: make(AloudBus.interface, "Subscribe", [.strings([random.text()]), .vardict([:])], AloudBus.path)
        case 1:
          make(
            PlayerInterface.name, "SetPosition",
            [.objectPath("/org/aloud/Aloud1/track/999999999"), .int64(Int64(bitPattern: random.next()))], MPRISBus.path)
        case 2: make(TrackListInterface.name, "GoTo", [.objectPath("/nothing/here")], MPRISBus.path)
        default: make(TrackListInterface.name, "GetTracksMetadata", [.array(of: .objectPath, [])], MPRISBus.path)
        }
    }
  }
}
