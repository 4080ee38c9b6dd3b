import BusValues
import DBusKit
import EventLoop
import Testing

@Suite("Signals, names and owners", .timeLimit(.minutes(3)))
struct SignalTests {
  private static let interface: InterfaceName = "org.aloud.Test1"

  @Test("a subscriber gets the signals of its rule, in order")
  func subscribe() async throws {
    try await onLoop {
      let scene = try Scene()
      let heard = Events<String>()
      let rule = MatchRule(
        sender: scene.service.uniqueName, pathNamespace: "/org", interface: Self.interface, member: "Word",
        argument0: "it's, a \\ 'word'")
      let token = scene.client.subscribe(rule) { signal in
        heard.add("\(signal.path) \(signal.arguments.dropFirst().compactMap(\.asInt32))")
      }
      try await scene.client.roundTrip()
      @Core func emit(_ path: ObjectPath, _ member: MemberName, _ text: String, _ number: Int32) {
        scene.service.emit(
          member, interface: Self.interface, path: path, arguments: [.string(text), .int32(number)])
      }
      emit("/org/a", "Word", "it's, a \\ 'word'", 1)
      emit("/org/a", "Word", "another", 2)
      emit("/org/a", "Sentence", "it's, a \\ 'word'", 3)
      emit("/organ", "Word", "it's, a \\ 'word'", 4)
      emit("/org", "Word", "it's, a \\ 'word'", 5)
      #expect(await heard.next() == "/org/a [1]")
      #expect(await heard.next() == "/org [5]")
      token.cancel()
      emit("/org", "Word", "it's, a \\ 'word'", 6)
      try await scene.service.roundTrip()
      try await scene.client.roundTrip()
      #expect(heard.isEmpty)
    }
  }

  @Test("PropertiesChanged has changed values and the names of outdated ones")
  func propertiesChanged() async throws {
    try await onLoop {
      let scene = try Scene()
      let heard = Events<[BusValue]>()
      let rule = MatchRule(interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
      let token = scene.client.subscribe(rule) { heard.add($0.arguments) }
      try await scene.client.roundTrip()
      scene.service.propertiesChanged(
        path: Scene.path, interface: Self.interface, changed: [("Rate", .double(2))], invalidated: ["Metadata"])
      #expect(
        await heard.next() == [.string("org.aloud.Test1"), .vardict(["Rate": .double(2)]), .strings(["Metadata"])])
      token.cancel()
    }
  }

  @Test("another that sends the same straight to a subscriber is not believed")
  func forgedSignals() async throws {
    try await onLoop {
      let scene = try Scene()
      #expect(try await scene.service.requestName("org.aloud.Test") == .primaryOwner)
      let forger = try BusConnection(address: scene.bus.address)
      let heard = Events<String>()
      let token = scene.client.subscribe(MatchRule(sender: "org.aloud.Test", interface: Self.interface)) {
        heard.add($0.sender.text)
      }
      try await scene.client.roundTrip()
      forger.emit("Word", interface: Self.interface, path: Scene.path, to: scene.client.uniqueName)
      forger.emit("Word", interface: Self.interface, path: Scene.path)
      try await forger.roundTrip()
      scene.service.emit("Word", interface: Self.interface, path: Scene.path, to: scene.client.uniqueName)
      #expect(await heard.next() == scene.service.uniqueName.text)
      #expect(heard.isEmpty)

      // The name changes its owner, and with it the accepted sender.
      scene.service.releaseName("org.aloud.Test")
      try await scene.service.roundTrip()
      #expect(try await forger.requestName("org.aloud.Test") == .primaryOwner)
      scene.service.emit("Word", interface: Self.interface, path: Scene.path)
      try await scene.service.roundTrip()
      forger.emit("Word", interface: Self.interface, path: Scene.path)
      #expect(await heard.next() == forger.uniqueName.text)
      #expect(heard.isEmpty)
      token.cancel()
    }
  }

  @Test("only the bus is believed about names")
  func forgedNames() async throws {
    try await onLoop {
      let scene = try Scene()
      let told = Events<String>()
      scene.service.onNameLost = { told.add("lost \($0)") }
      scene.service.onNameAcquired = { told.add("acquired \($0)") }
      #expect(try await scene.service.requestName("org.aloud.Test", flags: .allowReplacement) == .primaryOwner)
      #expect(await told.next() == "acquired org.aloud.Test")
      #expect(try await scene.service.requestName("org.aloud.Test") == .alreadyOwner)
      let watch = scene.service.watchOwner(of: "org.aloud.Test") { told.add("owner \($1?.text ?? "-")") }
      #expect(await told.next() == "owner \(scene.service.uniqueName)")
      for (member, arguments) in [
        ("NameLost", ["org.aloud.Test"]), ("NameAcquired", ["org.aloud.Other"]),
        ("NameOwnerChanged", ["org.aloud.Test", scene.service.uniqueName.text, ":1.999"]),
      ] as [(MemberName, [String])] {
        scene.client.emit(
          member, interface: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
          arguments: arguments.map { .string($0) }, to: scene.service.uniqueName)
      }
      try await scene.client.roundTrip()
      try await scene.service.roundTrip()
      #expect(told.isEmpty)
      watch.cancel()
    }
  }

  @Test("a name that another takes is lost, and one that is free again is acquired")
  func replaced() async throws {
    try await onLoop {
      let scene = try Scene()
      let name: BusName = "org.aloud.Test"
      let told = Events<String>()
      let owners = Events<String>()
      scene.service.onNameLost = { told.add("lost \($0)") }
      scene.service.onNameAcquired = { told.add("acquired \($0)") }
      let watch = scene.service.watchOwner(of: name) { owners.add("\($0?.text ?? "-") \($1?.text ?? "-")") }
      #expect(await owners.next() == "- -")
      #expect(try await scene.service.requestName(name, flags: [.allowReplacement]) == .primaryOwner)
      #expect(await told.next() == "acquired org.aloud.Test")
      #expect(await owners.next() == "- \(scene.service.uniqueName)")
      #expect(try await scene.client.requestName(name, flags: [.doNotQueue]) == .exists)
      #expect(try await scene.client.requestName(name) == .inQueue)
      #expect(try await scene.client.requestName(name, flags: [.replaceExisting]) == .primaryOwner)
      #expect(await told.next() == "lost org.aloud.Test")
      #expect(await owners.next() == "\(scene.service.uniqueName) \(scene.client.uniqueName)")
      // The service was replaced and waits in the queue.
      scene.client.close()
      #expect(await told.next() == "acquired org.aloud.Test")
      watch.cancel()
    }
  }

  @Test("a refused name is an error")
  func refusedName() async throws {
    try await onLoop {
      let scene = try Scene()
      await #expect(throws: BusError.self) { try await scene.service.requestName(BusName(":1.77")) }
    }
  }
}
