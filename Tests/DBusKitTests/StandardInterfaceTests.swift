import BusValues
import DBusKit
import EventLoop
import Testing

@Suite("Peer, Introspectable and Properties", .timeLimit(.minutes(3)))
struct StandardInterfaceTests {
  private typealias Name = BusError.Name

  @Test("Get returns readable properties, and an error for the others")
  func get() async throws {
    try await onLoop {
      let scene = try Scene()
      func get(_ interface: String, _ name: String) async throws(BusError) -> BusReply {
        try await scene.property("Get", [.string(interface), .string(name)])
      }
      #expect(try await get("org.aloud.Test1", "Number").arguments == [.variant(.int64(42))])
      #expect(try await get("", "Metadata").arguments.first?.asVariant?.asVardict?.count == 2)
      #expect(await scene.errorName { try await get("org.aloud.Test1", "Metadata") } == Name.unknownProperty)
      #expect(await scene.errorName { try await get("", "Nothing") } == Name.unknownProperty)
      #expect(await scene.errorName { try await get("a.b", "Number") } == Name.unknownInterface)
      #expect(await scene.errorName { try await get("not a name", "Number") } == Name.unknownInterface)
      #expect(await scene.errorName { try await get("org.aloud.Test1", "Secret") } == Name.accessDenied)
      #expect(await scene.errorName { try await get("org.aloud.Test1", "Broken") } == Name.notSupported)
      #expect(await scene.errorName { try await get("org.aloud.Test1", "WrongType") } == Name.failed)
      #expect(await scene.errorName { try await scene.property("Get", [.string("a.b")]) } == Name.invalidArguments)
    }
  }

  @Test("Set takes a value of the property's type and nothing else")
  func set() async throws {
    try await onLoop {
      let scene = try Scene()
      func set(_ name: String, _ value: BusValue, _ interface: String = "org.aloud.Test1") async -> String {
        await scene.errorName {
          try await scene.property("Set", [.string(interface), .string(name), .variant(value)])
        }
      }
      #expect(await set("Rate", .double(2)) == "")
      #expect(scene.object.rate == 2)
      #expect(await set("Secret", .string("x")) == "")
      #expect(scene.object.secret == "x")
      #expect(await set("Rate", .double(-1)) == Name.invalidArguments)  // the object's own check
      #expect(await set("Rate", .int32(4)) == "")
      #expect(scene.object.rate == 4, "a round number may come as an integer")
      #expect(await set("Secret", .int32(2)) == Name.invalidArguments)
      #expect(await set("Rate", .variant(.double(2))) == Name.invalidArguments)
      #expect(await set("Rate", .strings(["a"])) == Name.invalidArguments)
      #expect(await set("Number", .int64(1)) == Name.propertyReadOnly)
      #expect(await set("Nothing", .int64(1)) == Name.unknownProperty)
      #expect(await set("Rate", .double(1), "a.b") == Name.unknownInterface)
      #expect(await set("Rate", .double(3), "") == "")
      #expect(scene.object.rate == 3)
    }
  }

  @Test("GetAll returns the properties that are readable at present")
  func getAll() async throws {
    try await onLoop {
      let scene = try Scene()
      func all(_ interface: String) async throws -> [String]? {
        try await scene.property("GetAll", [.string(interface)]).arguments.first?.asVardict?.keys.sorted()
      }
      #expect(try await all("org.aloud.Test1") == ["Number", "Rate"])
      #expect(try await all("org.aloud.Empty") == [])
      #expect(try await all("org.freedesktop.DBus.Peer") == [])
      #expect(try await all("") == ["Metadata", "Number", "Rate"])
      #expect(
        await scene.errorName { try await scene.property("GetAll", [.string("a.b")]) } == Name.unknownInterface)
    }
  }

  @Test("Peer is everywhere, with the right arguments only")
  func peer() async throws {
    try await onLoop {
      let scene = try Scene()
      let peer: InterfaceName = "org.freedesktop.DBus.Peer"
      for path in [Scene.path, "/", "/nowhere"] as [ObjectPath] {
        #expect(try await scene.call("Ping", interface: peer, path: path).arguments.isEmpty)
        let id = try await scene.call("GetMachineId", interface: peer, path: path).arguments.first?.asString
        #expect(id?.count == 32)
      }
      #expect(
        await scene.errorName { try await scene.call("Ping", [.byte(1)], interface: peer) } == Name.invalidArguments)
      #expect(await scene.errorName { try await scene.call("Pong", interface: peer) } == Name.unknownMethod)
    }
  }

  @Test("introspection leads from the root to the object, and shows all that it has")
  func introspect() async throws {
    try await onLoop {
      let scene = try Scene()
      func xml(_ path: ObjectPath) async throws -> String {
        let reply = try await scene.call("Introspect", interface: "org.freedesktop.DBus.Introspectable", path: path)
        return reply.arguments.first?.asString ?? ""
      }
      #expect(try await xml("/").contains(#"<node name="org"/>"#))
      #expect(try await xml("/org/aloud").contains(#"<node name="Test"/>"#))
      let object = try await xml(Scene.path)
      for name in ["Test1", "Test2", "Empty"] { #expect(object.contains(#"<interface name="org.aloud.\#(name)""#)) }
      for name in ["Peer", "Properties", "Introspectable"] {
        #expect(object.contains(#"<interface name="org.freedesktop.DBus.\#(name)""#))
      }
      #expect(
        await scene.errorName {
          try await scene.call("Introspect", interface: "org.freedesktop.DBus.Introspectable", path: "/org/a")
        } == Name.unknownObject)
    }
  }
}
