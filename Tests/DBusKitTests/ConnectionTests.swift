import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Glibc
import Testing

@Suite("Connections and calls", .timeLimit(.minutes(3)))
struct ConnectionTests {
  private typealias Name = BusError.Name

  @Test("a bus that is not there is an error")
  func noBus() async {
    await onLoop {
      #expect(throws: BusError.self) { try BusConnection(address: "unix:path=\(Project.nowhere)/bus") }
      #expect(throws: BusError.self) { try BusConnection(address: "no address") }
      let results = Events<Bool>()
      BusConnection.connect(to: "unix:path=\(Project.nowhere)/bus") { results.add((try? $0.get()) != nil) }
      #expect(results.isEmpty)
      #expect(await results.next() == false)
    }
  }

  @Test("a bus that does not answer costs no more than the time-out")
  func hungBus() async throws {
    try await onLoop {
      let bus = try PrivateBus()
      bus.send(signal: SIGSTOP)
      #expect(throws: BusError.self) { try BusConnection(address: bus.address, timeout: .milliseconds(50)) }
      let results = Events<String>()
      BusConnection.connect(to: bus.address, timeout: .milliseconds(50)) { results.add($0.errorName) }
      #expect(await results.next() == Name.noReply)
      bus.send(signal: SIGCONT)
    }
  }

  @Test("a connection that was made without blocking has its name and works")
  func asynchronous() async throws {
    try await onLoop {
      let bus = try PrivateBus()
      let connection = try await withCheckedContinuation { done in
        BusConnection.connect(to: bus.address) { done.resume(returning: $0) }
      }.get()
      #expect(connection.uniqueName.isUnique)
      try await connection.roundTrip()
      let other = try BusConnection(address: bus.address)
      let ping = BusCall(connection.uniqueName, "/", "org.freedesktop.DBus.Peer", "Ping")
      _ = try await other.call(ping)
    }
  }

  @Test("the end of the bus fails pending calls, is reported once, and later calls fail, too")
  func disconnect() async throws {
    try await onLoop {
      let scene = try Scene()
      let told = Events<String>()
      scene.client.onDisconnect = { told.add("client") }
      async let pending = scene.errorName { try await scene.call("Keep") }
      _ = await scene.object.arrivals.next()
      scene.bus.end()
      #expect(await pending == Name.disconnected)
      #expect(await told.next() == "client")
      #expect(!scene.client.isOpen)
      #expect(await scene.errorName { try await scene.call("Keep") } == Name.disconnected)
      let isSent = scene.client.emit("S", interface: "a.b", path: "/")
      #expect(!isSent)
      scene.object.kept.removeAll()  // late answers are dropped without harm
      scene.client.close()
      #expect(told.isEmpty)
    }
  }

  @Test("a connection may be closed by a handler that it has called")
  func closeInside() async throws {
    try await onLoop {
      let scene = try Scene()
      let told = Events<String>()
      scene.client.onDisconnect = { told.add("told") }
      scene.client.call(BusCall(scene.service.uniqueName, Scene.path, nil, "Keep")) { result in
        told.add(result.errorName)
      }
      scene.client.call(BusCall(.bus, "/", "org.freedesktop.DBus", "GetId")) { _ in scene.client.close() }
      #expect(await told.next() == Name.disconnected)
      try await scene.service.roundTrip()
      #expect(told.isEmpty)
    }
  }

  @Test("a connection that nobody keeps ends, and its calls, subscriptions and name with it")
  func unkept() async throws {
    try await onLoop {
      let scene = try Scene()
      let told = Events<String>()
      let keeper = Keeper(try BusConnection(address: scene.bus.address))
      let name = keeper.connection?.uniqueName.text ?? ""
      let token = keeper.connection?.subscribe(MatchRule(sender: "org.aloud.Nobody", member: "S")) { _ in }
      keeper.connection?.call(BusCall(scene.service.uniqueName, Scene.path, nil, "Keep"), timeout: nil) { result in
        told.add(result.errorName)
      }
      _ = await scene.object.arrivals.next()
      keeper.connection = nil
      #expect(await told.next() == Name.disconnected)
      let question = BusCall(.bus, "/", "org.freedesktop.DBus", "GetNameOwner", [.string(name)])
      #expect(await scene.errorName { try await scene.client.call(question) } != "")
      token?.cancel()
    }
  }

  @Test("a handler may drop the last reference to its connection")
  func dropInside() async throws {
    try await onLoop {
      let scene = try Scene()
      let told = Events<String>()
      let keeper = Keeper(try BusConnection(address: scene.bus.address))
      keeper.connection?.call(BusCall(scene.service.uniqueName, Scene.path, nil, "Keep"), timeout: nil) { result in
        told.add(result.errorName)
      }
      keeper.connection?.call(BusCall(.bus, "/", "org.freedesktop.DBus", "GetId")) { _ in
        keeper.connection = nil
        told.add("dropped")
      }
      #expect(await told.next() == "dropped")
      #expect(await told.next() == Name.disconnected)
      try await scene.service.roundTrip()
      #expect(told.isEmpty)
    }
  }

  /// The only reference to a connection.
  @Core
  private final class Keeper {
    var connection: BusConnection?

    init(_ connection: BusConnection) { self.connection = connection }
  }

  @Test("a call without an answer ends after its time-out, and a late answer does no harm")
  func timeout() async throws {
    try await onLoop {
      let scene = try Scene()
      let clock = ManualScheduler()
      let client = try BusConnection(address: scene.bus.address, scheduler: clock)
      let results = Events<String>()
      client.call(BusCall(scene.service.uniqueName, Scene.path, nil, "Keep"), timeout: .seconds(3)) { result in
        results.add(result.errorName)
      }
      _ = await scene.object.arrivals.next()
      clock.advance(by: .milliseconds(2999))
      #expect(results.isEmpty)
      clock.advance(by: .milliseconds(1))
      #expect(await results.next() == Name.noReply)
      #expect(clock.isIdle)
      scene.object.kept.removeFirst().reply()
      try await scene.service.roundTrip()
      try await client.roundTrip()
      #expect(results.isEmpty && clock.isIdle)
    }
  }

  @Test("a call that was taken back is not answered, in a task or outside")
  func cancelled() async throws {
    try await onLoop {
      let scene = try Scene()
      let results = Events<String>()
      let pending = scene.client.call(BusCall(scene.service.uniqueName, Scene.path, nil, "Keep")) { _ in
        results.add("answer")
      }
      let task = Task { @Core in await scene.errorName { try await scene.call("Keep") } }
      _ = await scene.object.arrivals.next()
      _ = await scene.object.arrivals.next()
      pending.cancel()
      task.cancel()
      #expect(await task.value == Name.noReply)
      scene.object.kept.forEach { $0.reply() }
      try await scene.service.roundTrip()
      try await scene.client.roundTrip()
      #expect(results.isEmpty)
    }
  }

  @Test("a call fails if the name has no owner, or if the callee dies")
  func busErrors() async throws {
    try await onLoop {
      let scene = try Scene()
      let unknown = BusCall("org.aloud.Nobody", "/", "a.b", "C")
      #expect(await scene.errorName { try await scene.client.call(unknown) } == Name.serviceUnknown)
      #expect(await scene.errorName { try await scene.client.call(unknown, autoStart: false) } != "")
      async let dying = scene.errorName { try await scene.call("Keep") }
      _ = await scene.object.arrivals.next()
      scene.service.close()
      #expect(await dying == Name.noReply)
    }
  }

  @Test("a reply of another signature than expected is an error")
  func unexpectedReply() async throws {
    try await onLoop {
      let scene = try Scene()
      let call = BusCall(scene.service.uniqueName, Scene.path, nil, "Only2", expecting: "s")
      #expect(await scene.errorName { try await scene.client.call(call) } == Name.inconsistentMessage)
    }
  }

  @Test("flush has written everything when it returns")
  func flush() async throws {
    try await onLoop {
      let scene = try Scene()
      let text = String(repeating: "a", count: 4 << 20)
      let parting = try BusConnection(address: scene.bus.address)
      try parting.send(
        BusCall(scene.service.uniqueName, Scene.path, TestObject.interface, "Join", [.string(text), .strings([])]))
      parting.flush()
      parting.close()
      #expect(await scene.object.arrivals.next() == "Join")
    }
  }
}
