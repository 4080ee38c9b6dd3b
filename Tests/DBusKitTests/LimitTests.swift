import BusValues
import DBusKit
import EventLoop
import Glibc
import Testing

@Suite("Limits and descriptors", .serialized, .timeLimit(.minutes(3)))
struct LimitTests {
  private typealias Name = BusError.Name

  @Test("a call with more values, text or descriptors than allowed is refused, and the next one is performed")
  func refused() async throws {
    try await onLoop {
      let scene = try Scene()
      scene.service.callLimits = MessageLimits(values: 10, textBytes: 100, descriptors: 1)
      func name(_ value: BusValue) async -> String {
        await scene.errorName { try await scene.call("Echo", [.variant(value)]) }
      }
      #expect(await name(.strings(Array(repeating: "", count: 8))) == "")
      #expect(await name(.strings(Array(repeating: "", count: 9))) == Name.limitsExceeded)
      #expect(await name(.string(String(repeating: "a", count: 100))) == "")
      #expect(await name(.string(String(repeating: "a", count: 101))) == Name.limitsExceeded)
      let two = BusValue.array(of: .descriptor, [.descriptor(0), .descriptor(0)])
      #expect(
        await scene.errorName { try await scene.call("PassDescriptors", [two], descriptors: [0]) }
          == Name.limitsExceeded)
      #expect(await name(.byte(1)) == "")
    }
  }

  @Test("a message that cannot be sent is refused here, and the connection remains")
  func unsendable() async throws {
    try await onLoop {
      let scene = try Scene()
      var deep = BusValue.byte(1)
      for _ in 0..<70 { deep = .variant(deep) }
      let long = BusValue.structure(Array(repeating: .byte(1), count: 300))
      let unsendable: [(BusValue, String)] = [
        (deep, Name.limitsExceeded), (.string(String(repeating: "a", count: 33 << 20)), Name.limitsExceeded),
        (long, Name.invalidArguments), (.array(of: .string, [.byte(1)]), Name.invalidArguments),
        (.descriptor(0), Name.invalidArguments), (.structure([]), Name.invalidArguments),
      ]
      for (value, error) in unsendable {
        #expect(await scene.errorName { try await scene.call("Echo", [.variant(value)]) } == error)
        let isSent = scene.client.emit("S", interface: "a.b", path: "/", arguments: [value])
        #expect(!isSent)
      }
      let many = Array(repeating: BusValue.byte(1), count: 256)
      #expect(await scene.errorName { try await scene.call("Echo", many) } == Name.invalidArguments)
      #expect(scene.client.isOpen)
      try await scene.client.roundTrip()
    }
  }

  @Test("descriptors arrive open, go back, and none is left over")
  func descriptors() async throws {
    try await onLoop {
      let scene = try Scene()
      var pipe: [CInt] = [0, 0]
      #expect(Glibc.pipe(&pipe) == 0)
      defer { pipe.forEach { close($0) } }
      let three = BusValue.array(of: .descriptor, [.descriptor(1), .descriptor(0), .descriptor(1)])
      let before = openDescriptors(like: pipe[0])
      for _ in 0..<50 {
        let reply = try await scene.call("PassDescriptors", [three], descriptors: pipe)
        let back = try #require(reply.arguments.first?.asDescriptor.flatMap { reply.takeDescriptor($0) })
        #expect(reply.takeDescriptor(0) == nil)
        #expect(write(back, "x", 1) == 1)  // the first of the three is the pipe's write end
        close(back)
        var byte: UInt8 = 0
        #expect(read(pipe[0], &byte, 1) == 1)
        // With an error, without a receiver, inside of variants, for a missing method, in signals.
        let variant = BusValue.variant(.vardict(["fd": three]))
        _ = await scene.errorName { try await scene.call("Echo", [variant], descriptors: pipe) }
        _ = await scene.errorName { try await scene.call("Sing", [variant], descriptors: pipe) }
        _ = await scene.errorName { try await scene.call("Drop", [variant], descriptors: pipe) }
        let set = [BusValue.string("org.aloud.Test1"), .string("Rate"), variant]
        _ = await scene.errorName {
          try await scene.call("Set", set, interface: "org.freedesktop.DBus.Properties", descriptors: pipe)
        }
      }
      #expect(openDescriptors(like: pipe[0]) == before)
    }
  }

  @Test("a connection without references is closed")
  func forgottenConnection() async throws {
    try await onLoop {
      let scene = try Scene()
      var connection: BusConnection? = try BusConnection(address: scene.bus.address)
      try await connection?.roundTrip()
      let owners = Events<Bool>()
      let token = scene.client.watchOwner(of: connection!.uniqueName) { owners.add($1 != nil) }
      #expect(await owners.next() == true)
      connection = nil
      #expect(await owners.next() == false)
      token.cancel()
    }
  }
}
