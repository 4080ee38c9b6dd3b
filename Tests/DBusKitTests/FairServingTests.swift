import BusValues
import EventLoop
import Testing

@testable import DBusKit

@Suite("A client with many calls beside another", .timeLimit(.minutes(3)))
struct FairServingTests {
  private static let many = 2000

  /// A scene, and a second client of its service.
  @Core
  private struct Crowd {
    let scene: Scene
    let other: BusConnection

    init() throws {
      scene = try Scene()
      other = try BusConnection(address: scene.bus.address)
    }

    func call(_ member: MemberName, _ arguments: [BusValue] = []) -> BusCall {
      BusCall(scene.service.uniqueName, Scene.path, TestObject.interface, member, arguments)
    }
  }

  @Test("one call of another client is not performed after all of the first one's")
  func turns() async throws {
    try await onLoop {
      let crowd = try Crowd()
      var answered = 0
      let last = Events<Int>()
      for _ in 0..<Self.many {
        crowd.scene.client.call(crowd.call("Fail", [.string("a.b")])) { _ in
          answered += 1
          if answered == Self.many { last.add(answered) }
        }
      }
      // The loop stands still until the bus has passed all of these calls on: it takes some of them before each of
      // these connections.
      crowd.scene.client.flush()
      for _ in 0..<100 { try BusConnection(address: crowd.scene.bus.address).close() }
      _ = try await crowd.other.call(crowd.call("Join", [.string("x"), .strings([])]))
      _ = await last.next()
      let calls = crowd.scene.object.calls
      #expect(calls.count == Self.many + 1)
      #expect(calls.last == "Fail", "the single call was performed last")
    }
  }

  @Test("calls, signals and answers of one client are handled in the order in which it sent them")
  func order() async throws {
    try await onLoop {
      let crowd = try Crowd()
      let client = crowd.scene.client
      var events: [Int] = []
      let end = Events<Bool>()
      let token = crowd.scene.service.subscribe(MatchRule(sender: client.uniqueName, member: "Mark")) { signal in
        events.append(crowd.scene.object.calls.count)
        if signal.arguments == [.bool(true)] { end.add(true) }
      }
      try await crowd.scene.service.roundTrip()
      var marks: [Int] = []
      for number in 0..<500 {
        try client.send(crowd.call("Drop"))
        if number % 100 == 99 {
          marks.append(number + 1)
          client.emit("Mark", interface: "org.aloud.Mark", path: "/", arguments: [.bool(number == 499)])
        }
      }
      _ = await end.next()
      #expect(events == marks)
      withExtendedLifetime(token) {}
    }
  }

  @Test("a client that leaves is reported gone after its calls, and none of them is performed later")
  func leaving() async throws {
    try await onLoop {
      let crowd = try Crowd()
      let object = crowd.scene.object
      let events = Events<Int>()
      let token = crowd.scene.service.watchOwner(of: crowd.other.uniqueName) { _, new in
        if new == nil { events.add(object.calls.count) }
      }
      try await crowd.scene.service.roundTrip()
      for _ in 0..<500 {
        crowd.other.call(crowd.call("Join", [.string("x"), .strings([])])) { _ in }
        try crowd.other.send(crowd.call("Drop"))
      }
      crowd.other.flush()
      crowd.other.close()
      let calls = await events.next()
      #expect(object.calls.count { $0 == "Drop" } == 500, "calls that want no answer are performed")
      try await crowd.scene.client.roundTrip()
      _ = try await crowd.scene.call("Join", [.string("x"), .strings([])])
      #expect(object.calls.count == calls + 1)
      #expect(crowd.scene.service.inbox.count == 0)
      withExtendedLifetime(token) {}
    }
  }

  @Test("a client with too many waiting calls gets an error for each further one, and another one its answer")
  func tooMany() async throws {
    try await onLoop {
      let crowd = try Crowd()
      crowd.scene.service.inbox.setLimits(FairTurns<OpaquePointer>.Limits(ofOne: 8, ofAll: 12))
      var errors: [String: Int] = [:]
      var answered = 0
      let last = Events<Int>()
      for _ in 0..<Self.many {
        crowd.scene.client.call(crowd.call("Join", [.string("x"), .strings([])])) { result in
          errors[result.errorName, default: 0] += 1
          answered += 1
          if answered == Self.many { last.add(answered) }
        }
      }
      _ = try await crowd.other.call(crowd.call("Join", [.string("x"), .strings([])]))
      _ = await last.next()
      #expect(Set(errors.keys).isSubset(of: ["", BusError.Name.limitsExceeded]))
      #expect(errors[BusError.Name.limitsExceeded, default: 0] > 0)
      #expect(crowd.scene.object.calls.count == errors[""]! + 1)
    }
  }

  @Test("calls whose answers the bus does not read wait, and are performed when it does")
  func unread() async throws {
    try await onLoop {
      let crowd = try Crowd()
      let text = String(repeating: "x", count: 1 << 20)
      var answered = 0
      let last = Events<Int>()
      for _ in 0..<50 {
        crowd.scene.client.call(crowd.call("Echo", [.variant(.string(text))])) { result in
          #expect(result.errorName == "")
          answered += 1
          if answered == 50 { last.add(answered) }
        }
      }
      _ = await last.next()
      #expect(crowd.scene.object.calls.count == 50 && crowd.scene.service.inbox.count == 0)
    }
  }

  @Test("a call that is not answered for long does not count for the limits of those that wait")
  func unanswered() async throws {
    try await onLoop {
      let crowd = try Crowd()
      // More bytes than may wait.
      let text = BusValue.string(String(repeating: "x", count: 4 << 20))
      for _ in 0..<12 {
        crowd.scene.client.call(crowd.call("KeepText", [text])) { _ in }
        try await crowd.scene.client.roundTrip()
      }
      _ = try await crowd.other.call(crowd.call("Join", [.string("x"), .strings([])]))
      crowd.scene.object.kept.removeAll()
    }
  }

  @Test("waiting calls of a connection that ends are released, and nobody performs them")
  func ending() async throws {
    try await onLoop {
      let crowd = try Crowd()
      for _ in 0..<Self.many { try crowd.scene.client.send(crowd.call("Drop")) }
      try await crowd.scene.client.roundTrip()
      _ = await crowd.scene.object.arrivals.next()
      crowd.scene.service.close()
      let calls = crowd.scene.object.calls.count
      #expect(crowd.scene.service.inbox.count == 0)
      try await crowd.scene.client.roundTrip()
      #expect(crowd.scene.object.calls.count == calls)
    }
  }
}
