import BusValues
import DBusKit
import EventLoop
import Testing

/// Connections that see messages between others, on a real bus.
@Suite(.timeLimit(.minutes(1)))
struct MonitorTests {
  /// A server that answers with a number, as a notification server does.
  @Core private final class Server: ExportedObject {
    let interfaces = [
      InterfaceDescription(
        "org.example.Notes",
        methods: [
          MethodDescription(
            "Notify",
            in: [
              ArgumentDescription("body", .string, doc: "A text."),
              ArgumentDescription("hints", .vardict, doc: "Anything."),
            ], out: [ArgumentDescription("number", .uint32, doc: "A number.")], doc: "Shows a text.")
        ], doc: "Notes.")
    ]
    private(set) var calls = 0

    func handle(_ call: IncomingCall) {
      calls += 1
      call.reply([.uint32(UInt32(calls))])
    }
  }

  private static let name: BusName = "org.example.Notes"
  private static let rules = [
    MonitorRule(.call, interface: "org.example.Notes", member: "Notify"), MonitorRule(.reply, sender: name),
    MonitorRule(
      .signal, sender: .bus, interface: "org.freedesktop.DBus", member: "NameOwnerChanged", argument0: name.text),
  ]

  private static func notify(_ body: String, _ hints: [String: BusValue] = [:]) -> BusCall {
    BusCall(name, "/notes", "org.example.Notes", "Notify", [.string(body), .vardict(hints)])
  }

  /// A bus with a server and a client.
  private func onBus(
    policy: String = PrivateBus.usualPolicy,
    _ body: @Core (PrivateBus, BusConnection, Server) async throws -> Void
  ) async throws {
    try await onLoop {
      let bus = try PrivateBus(policy: policy)
      let (owner, client) = (
        try BusConnection(address: bus.address), try BusConnection(address: bus.address)
      )
      let server = Server()
      owner.export(server, at: "/notes")
      _ = try await owner.requestName(Self.name)
      try await body(bus, client, server)
      client.close()
      owner.close()
      bus.end()
    }
  }

  @Core private func become(
    _ monitor: BusConnection, _ seen: Events<MonitoredMessage>
  ) async -> Result<Void, BusError> {
    await withCheckedContinuation { continuation in
      monitor.becomeMonitor(of: Self.rules) {
        seen.add($0)
      } done: {
        continuation.resume(returning: $0)
      }
    }
  }

  /// The next message that is none about names of connections.
  @Core private func next(_ seen: Events<MonitoredMessage>) async -> MonitoredMessage {
    while true {
      let message = await seen.next()
      if message.kind != .signal { return message }
    }
  }

  @Test func aMonitorSeesCallsAndAnswersOfOthersAndAnswersNothing() async throws {
    try await onBus { bus, client, server in
      let monitor = try BusConnection(address: bus.address)
      let seen = Events<MonitoredMessage>()
      try await become(monitor, seen).get()
      let hints: [String: BusValue] = [
        "image-data": .array(of: .byte, (0..<50_000).map { .byte(UInt8($0 & 0xFF)) }), "urgency": .byte(2),
      ]
      for number in 1...3 {
        let reply = try await client.call(Self.notify("Grüße \(number)", hints))
        #expect(reply.arguments == [.uint32(UInt32(number))])
      }
      for number in 1...3 {
        let call = await next(seen)
        #expect(call.kind == .call && call.member == "Notify" && call.sender == client.uniqueName)
        #expect(call.destination == Self.name && call.path == "/notes" && call.signature == "sa{sv}")
        let arguments = try call.arguments(longestText: 1000) { $0 == "urgency" }
        #expect(arguments == [.string("Grüße \(number)"), .vardict(["urgency": .byte(2)])])
        let answer = await next(seen)
        #expect(answer.kind == .reply && answer.destination == client.uniqueName)
        #expect(answer.replySerial == call.serial)
        #expect(try answer.arguments(longestText: 0) == [.uint32(UInt32(number))])
      }
      #expect(monitor.isOpen && server.calls == 3)
      monitor.close()
    }
  }

  @Test func longTextsAreCutBetweenCharacters() async throws {
    try await onBus { bus, client, _ in
      let monitor = try BusConnection(address: bus.address)
      let seen = Events<MonitoredMessage>()
      try await become(monitor, seen).get()
      _ = try await client.call(Self.notify(String(repeating: "é", count: 1 << 20), ["a": .strings([])]))
      let call = await next(seen)
      #expect(try call.arguments(longestText: 7) { _ in false } == [.string("ééé"), .vardict([:])])
      #expect(try call.arguments(longestText: 8) { _ in false } == [.string("éééé"), .vardict([:])])
      monitor.close()
    }
  }

  @Test func aFloodIsSeenInOrder() async throws {
    try await onBus { bus, client, _ in
      let monitor = try BusConnection(address: bus.address)
      let seen = Events<MonitoredMessage>()
      try await become(monitor, seen).get()
      let filler = ["filler": BusValue.string(String(repeating: "x", count: 200))]
      for number in 0..<1500 { try client.send(Self.notify("\(number)", filler)) }
      for number in 0..<1500 {
        var message = await next(seen)
        while message.kind != .call { message = await next(seen) }
        guard try message.arguments(longestText: 100, keeping: { _ in false }).first == .string("\(number)") else {
          Issue.record("not in order at \(number)")
          break
        }
      }
      monitor.close()
    }
  }

  /// The bus copies calls and signals in this way, but no answers.
  @Test func aBusThatForbidsMonitorsIsAnErrorAndMayStillAllowCopies() async throws {
    let policy = PrivateBus.usualPolicy + "<deny send_interface=\"org.freedesktop.DBus.Monitoring\"/>"
    try await onBus(policy: policy) { bus, client, server in
      let monitor = try BusConnection(address: bus.address)
      let seen = Events<MonitoredMessage>()
      let refused = await become(monitor, seen)
      #expect(throws: BusError.self) { try refused.get() }
      monitor.close()
      let listener = try BusConnection(address: bus.address)
      let result: Result<Void, BusError> = await withCheckedContinuation { continuation in
        listener.eavesdrop(on: Self.rules) {
          seen.add($0)
        } done: {
          continuation.resume(returning: $0)
        }
      }
      try result.get()
      _ = try await client.call(Self.notify("copied"))
      let call = await next(seen)
      #expect(try call.arguments(longestText: 100).first == .string("copied"))
      #expect(server.calls == 1)
      listener.close()
    }
  }

  /// The handler closes the last reference, and takes longer than the time for messages in one turn.
  @Test func aHandlerMayCloseItsMonitor() async throws {
    try await onBus { bus, client, _ in
      var monitor: BusConnection? = try BusConnection(address: bus.address)
      let closed = Events<Bool>()
      let done: Result<Void, BusError> = await withCheckedContinuation { continuation in
        monitor?.becomeMonitor(of: Self.rules) { message in
          guard message.kind == .call, monitor != nil else { return }
          let end = EventLoop.monotonicNow().advanced(by: .milliseconds(5))
          while EventLoop.monotonicNow() < end {}
          monitor?.close()
          monitor = nil
          closed.add(true)
        } done: {
          continuation.resume(returning: $0)
        }
      }
      try done.get()
      for number in 0..<50 { try client.send(Self.notify("\(number)")) }
      #expect(await closed.next())
      // Turns of the loop, in which nothing may be left of it.
      for _ in 0..<3 { _ = try await client.call(Self.notify("later")) }
      #expect(monitor == nil)
    }
  }

  @Test func theEndOfTheBusIsTheEndOfTheMonitor() async throws {
    try await onBus { bus, _, _ in
      let monitor = try BusConnection(address: bus.address)
      let ends = Events<Bool>()
      monitor.onDisconnect = { ends.add(true) }
      try await become(monitor, Events<MonitoredMessage>()).get()
      bus.end()
      #expect(await ends.next())
      #expect(!monitor.isOpen)
    }
  }
}
