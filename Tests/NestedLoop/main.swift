import BusValues
import DBusKit
import EventLoop
import Glibc

// A program with a loop of its own, around poll(2), in which the core loop lives. It is a program and no test, since
// the core loop of a test runner has a thread already. It prints a line for each thing that it has found out; the
// session bus is that of the environment.

/// The program's own loop: it knows the core loop by its descriptor and its turns alone.
struct PollLoop {
  /// A descriptor of the program's own; a byte from it is read and counted.
  let own: CInt
  /// The number of times that poll(2) has returned.
  private(set) var rounds = 0
  /// The number of turns of the core loop in which something was served.
  private(set) var served = 0
  /// The bytes that came from `own`.
  private(set) var bytes = 0

  init(own: CInt) { self.own = own }

  /// Goes on until the core loop ends, something is so, or this time has passed.
  ///
  /// - Returns: the exit code of the core loop; `nil` if it goes on.
  mutating func run(for time: Duration = .seconds(10), until isDone: @Core (PollLoop) -> Bool) -> CInt? {
    let end = EventLoop.monotonicNow().advanced(by: time)
    while !Core.assumeIsolated({ isDone(self) }) {
      let left = EventLoop.monotonicNow().duration(to: end)
      guard left > .zero else { return nil }
      let wait = Core.loop.prepareTurn() ? 0 : CInt(left / .milliseconds(1)) + 1
      var polled = [
        pollfd(fd: Core.loop.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: own, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 2, wait) >= 0 else { fatalError("poll failed: errno \(errno)") }
      rounds += 1
      if polled[1].revents != 0 {
        var byte: UInt8 = 0
        if read(own, &byte, 1) == 1 { bytes += 1 }
      }
      switch Core.loop.turn() {
      case .served: served += 1
      case .idle: break
      case .ended(let code): return code
      }
    }
    return nil
  }
}

func newPipe() -> (reader: CInt, writer: CInt) {
  var ends: [CInt] = [0, 0]
  guard pipe(&ends) == 0 else { fatalError("pipe failed: errno \(errno)") }
  return (ends[0], ends[1])
}

/// The events on the core loop, in order.
@Core
final class Log {
  static var entries: [String] = []
  static var sources: [EventSource] = []
  static var isAnswered = false
}

let own = newPipe()
var loop = PollLoop(own: own.reader)
_ = Core.loop.prepareTurn()

// Timers fire in their order, also one that is set outside of a turn, and one that is taken back does not.
Core.assumeIsolated {
  let start = Core.loop.now
  for time in [30, 10, 20] {
    Core.loop.schedule(at: start.advanced(by: .milliseconds(time))) { Log.entries.append("\(time)") }
  }
  let none = Core.loop.schedule(after: .milliseconds(15)) { Log.entries.append("15") }
  Core.loop.cancel(none)
  Core.loop.schedule(after: .milliseconds(40)) { Core.loop.schedule(after: .zero) { Log.entries.append("later") } }
}
_ = loop.run { _ in Log.entries.last == "later" }
print("timers", Core.assumeIsolated { Log.entries.joined(separator: " ") })

// Of two that are ready at the same time, the more urgent one is served first.
Core.assumeIsolated {
  Log.entries = []
  for (name, urgency) in [("usual", Urgency.usual), ("awaited", .awaitedSound), ("server", .soundServer)] {
    let pipe = newPipe()
    var byte: UInt8 = 1
    write(pipe.writer, &byte, 1)
    Log.sources.append(
      Core.loop.watch(pipe.reader, for: .readable, urgency: urgency) { _ in
        Log.entries.append(name)
        var byte: UInt8 = 0
        _ = read(pipe.reader, &byte, 1)
      })
  }
}
_ = loop.run { _ in Log.entries.count == 3 }
print("urgency", Core.assumeIsolated { Log.entries.joined(separator: " ") })

// A core loop that is never idle leaves the program's own descriptor its turns.
let flood = Core.assumeIsolated {
  Task { @Core in
    var jobs = 0
    while !Task.isCancelled {
      jobs += 1
      if jobs <= 100 {
        var byte: UInt8 = 1
        write(own.writer, &byte, 1)
      }
      await Task.yield()
    }
    return jobs
  }
}
_ = loop.run { $0.bytes == 100 }
flood.cancel()
print("own", loop.bytes)

// Calls over the bus: one that the bus answers, and one that this connection itself answers.
let answers = Core.assumeIsolated {
  Task { @Core in
    defer { Log.isAnswered = true }
    do throws(BusError) {
      let bus = try BusConnection.session()
      let id = try await bus.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
      let ping = BusCall(bus.uniqueName, "/", "org.freedesktop.DBus.Peer", "Ping")
      let pong = try await bus.call(ping)
      print("bus", (id.arguments.first?.asString?.count ?? 0) == 32, pong.arguments.isEmpty)
      return bus as BusConnection?
    } catch {
      print("bus", error)
      return nil
    }
  }
}
_ = loop.run { _ in Log.isAnswered }

// Nothing happens, though the connection is open: the program sleeps.
_ = loop.run(for: .milliseconds(100)) { _ in false }
let before = (loop.rounds, loop.served)
_ = loop.run(for: .milliseconds(500)) { _ in false }
print("idle", loop.rounds - before.0, loop.served - before.1)

// The core loop ends the program.
Core.assumeIsolated { _ = Core.loop.schedule(after: .milliseconds(10)) { Core.loop.stop(exitCode: 7) } }
let code = loop.run { _ in false }
let again = Core.loop.turn()
print("end", code.map { "\($0)" } ?? "none", again == .ended(exitCode: 7))
withExtendedLifetime(answers) {}
exit(code ?? 1)
