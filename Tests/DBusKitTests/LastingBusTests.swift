import BusValues
import DBusKit
import EventLoop
import Foundation
import Glibc
import Testing

@Suite("A bus that goes and returns", .timeLimit(.minutes(3)))
struct LastingBusTests {
  @Core
  private final class Guest {
    let bus: LastingBus
    let events = Events<String>()

    init(_ address: String, connection: BusConnection?) {
      bus = LastingBus(connection) { address }
      bus.onLoss = { [events] in events.add("lost") }
      bus.onConnect = { [events] in events.add($0.uniqueName.isUnique ? "connected" : "nameless") }
    }
  }

  @Test("a bus that is killed and started again is connected to at once")
  func returns() async throws {
    try await onLoop {
      var bus = try PrivateBus()
      let guest = Guest(bus.address, connection: try BusConnection(address: bus.address))
      for _ in 0..<2 {
        bus.end()
        #expect(await guest.events.next() == "lost")
        #expect(guest.bus.connection == nil)
        bus = try PrivateBus(inPlaceOf: bus)
        // From here on the bus answers; its start takes as long as the machine needs.
        let start = Core.loop.now
        #expect(await guest.events.next() == "connected")
        #expect(start.duration(to: Core.loop.now) < .seconds(1))
        try await guest.bus.connection?.roundTrip()
      }
      #expect(guest.events.isEmpty)
    }
  }

  @Test("a bus whose address names its identity is connected to again although it is another one")
  func identity() async throws {
    try await onLoop {
      let bus = try PrivateBus()
      let guest = Guest(
        bus.address + ",guid=00000000000000000000000000000000", connection: try BusConnection(address: bus.address))
      bus.end()
      #expect(await guest.events.next() == "lost")
      let next = try PrivateBus(inPlaceOf: bus)
      #expect(await guest.events.next() == "connected")
      withExtendedLifetime(next) {}
    }
  }

  @Test("a bus that drops only us is connected to again")
  func dropped() async throws {
    try await onLoop {
      let bus = try PrivateBus(largestMessage: 1 << 16)
      let guest = Guest(bus.address, connection: try BusConnection(address: bus.address))
      let first = guest.bus.connection?.uniqueName
      let text = BusValue.string(String(repeating: "x", count: 1 << 17))
      guest.bus.connection?.emit("S", interface: "a.b", path: "/", arguments: [text])
      #expect(await guest.events.next() == "lost")
      #expect(await guest.events.next() == "connected")
      #expect(guest.bus.connection?.uniqueName != first)
      withExtendedLifetime(bus) {}
    }
  }

  @Test("a bus that drops each connection at once is connected to ever more rarely, until a connection lasts")
  func dropping() async throws {
    try await onLoop {
      let bus = try PrivateBus(largestMessage: 1 << 16)
      let clock = ManualScheduler()
      let lasting = LastingBus(try BusConnection(address: bus.address), scheduler: clock) { bus.address }
      let events = Events<String>()
      lasting.onLoss = { events.add("lost") }
      lasting.onConnect = { _ in events.add("connected") }
      let text = BusValue.string(String(repeating: "x", count: 1 << 17))
      for delay in [50, 100, 200, 400, 800, 1600, 2000, 2000, 50] {
        // The last connection lasts.
        if delay == 50 { clock.advance(by: .seconds(2)) }
        lasting.connection?.emit("S", interface: "a.b", path: "/", arguments: [text])
        #expect(await events.next() == "lost")
        clock.advance(by: .milliseconds(delay - 1))
        #expect(!clock.isIdle, "no attempt before \(delay) ms")
        clock.advance(by: .milliseconds(1))
        #expect(await events.next() == "connected")
        #expect(clock.isIdle)
      }
      withExtendedLifetime(bus) {}
    }
  }

  @Test("a bus that takes connections and is stopped is waited for, and its successor too")
  func stopped() async throws {
    try await onLoop {
      let bus = try PrivateBus()
      bus.send(signal: SIGSTOP)
      let guest = Guest(bus.address, connection: nil)
      guest.bus.connect()
      bus.send(signal: SIGCONT)
      #expect(await guest.events.next() == "connected")
      bus.send(signal: SIGSTOP)
      let other = Guest(bus.address, connection: nil)
      other.bus.connect()
      bus.end()
      #expect(await guest.events.next() == "lost")
      let next = try PrivateBus(inPlaceOf: bus)
      #expect(await guest.events.next() == "connected")
      #expect(await other.events.next() == "connected")
      #expect(other.events.isEmpty)
      withExtendedLifetime(next) {}
    }
  }

  @Test("a bus whose folder was removed and made again is connected to at once")
  func folder() async throws {
    try await onLoop {
      let bus = try PrivateBus()
      let folder = try #require(bus.address.split(separator: "=").last?.split(separator: ",").first)
      let path = folder.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      let clock = ManualScheduler()
      let lasting = LastingBus(try BusConnection(address: bus.address), scheduler: clock) { bus.address }
      let events = Events<String>()
      lasting.onLoss = { events.add("lost") }
      lasting.onConnect = { _ in events.add("connected") }
      bus.end()
      #expect(await events.next() == "lost")
      // Only events of the folder may cause an attempt.
      for _ in 0..<20 { clock.advance(by: .seconds(2)) }
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let next = try PrivateBus(inPlaceOf: bus)
      #expect(await events.next() == "connected")
      withExtendedLifetime(next) {}
    }
  }

  @Test("while the bus is away and its folder is watched, the process does not wake up")
  func quiet() async throws {
    try await onLoop {
      let bus = try PrivateBus()
      let clock = ManualScheduler()
      let lasting = LastingBus(try BusConnection(address: bus.address), scheduler: clock) { bus.address }
      let events = Events<String>()
      lasting.onLoss = { events.add("lost") }
      lasting.onConnect = { _ in events.add("connected") }
      bus.end()
      #expect(await events.next() == "lost")
      #expect(!clock.isIdle)
      // Delays of 50 ms to 2 s, doubled each time, and the turn in which each attempt fails.
      for _ in 0..<20 { clock.advance(by: .seconds(2)) }
      #expect(clock.isIdle && events.isEmpty)
      let next = try PrivateBus(inPlaceOf: bus)
      #expect(await events.next() == "connected")
      clock.advance(by: .zero)  // an early attempt has failed
      #expect(clock.isIdle && events.isEmpty)
      withExtendedLifetime(next) {}
    }
  }
}
