import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Glibc
import MPRIS

/// Many clients that behave as badly as the bus lets them.
@Core
final class Flood {
  /// Calls of each connection that wait for their answers.
  private static let outstanding = 16

  private let calls: Int
  private var connections: [BusConnection] = []
  private var random: SeededGenerator
  private var sent = 0
  private var answered = 0
  private var signals = 0
  private var errors: [String: Int] = [:]
  private let start = Core.loop.now
  private var owner: BusName?
  /// A well-behaved client beside the others.
  private let patient: BusConnection
  private var worstPing = Duration.zero

  private let target: BusName

  init(calls: Int, connections count: Int, seed: UInt64, at target: BusName) throws(BusError) {
    self.target = target
    self.calls = calls
    random = SeededGenerator(seed: seed)
    patient = try BusConnection.session()
    for _ in 0..<count { connections.append(try BusConnection.session()) }
    patient.call(
      BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", [.string(target.text)])
    ) { [unowned self] result in
      owner = (try? result.get())?.arguments.first?.asString.flatMap { BusName($0) }
      ping()
      for connection in self.connections { for _ in 0..<Self.outstanding { next(on: connection) } }
    }
  }

  private func ping() {
    let asked = Core.loop.now
    patient.call(BusCall(target, AloudBus.path, "org.freedesktop.DBus.Peer", "Ping"), timeout: nil) {
      [unowned self] _ in
      worstPing = max(worstPing, asked.duration(to: Core.loop.now))
      Core.loop.schedule(after: .milliseconds(5)) { [unowned self] in ping() }
    }
  }

  private func next(on connection: BusConnection) {
    guard sent < calls else {
      if answered == sent { finish() }
      return
    }
    sent += 1
    if random.below(20) == 0 { spoof(on: connection) }
    var descriptors: [CInt] = []
    var call = Shot(&random, &descriptors).call
    call.descriptors = descriptors
    call.destination = target
    connection.call(call, timeout: .seconds(60)) { [unowned self] result in
      answered += 1
      if case .failure(let error) = result { errors[error.name, default: 0] += 1 }
      next(on: connection)
    }
    for descriptor in descriptors { close(descriptor) }
  }

  /// Sends signals directly to the service that only the bus or the login manager may send.
  private func spoof(on connection: BusConnection) {
    guard let owner else { return }
    signals += 1
    let name = BusValue.string(target.text)
    let (member, interface, arguments): (MemberName, InterfaceName, [BusValue]) =
      switch random.below(6) {
      case 0: ("NameLost", "org.freedesktop.DBus", [name])
      case 1: ("NameOwnerChanged", "org.freedesktop.DBus", [name, .string("\(owner)"), .string("")])
      case 2: ("PrepareForSleep", "org.freedesktop.login1.Manager", [.bool(true)])
      case 3: ("PropertiesChanged", "org.freedesktop.DBus.Properties", [name, .vardict([:]), .strings([])])
      case 4: ("ActiveChanged", "org.freedesktop.ScreenSaver", [.bool(true)])
      default: ("NameAcquired", "org.freedesktop.DBus", [random.value(depth: 2)])
      }
    connection.emit(member, interface: interface, path: "/org/freedesktop/DBus", arguments: arguments, to: owner)
  }

  private func finish() {
    let seconds = start.duration(to: Core.loop.now) / .seconds(1)
    let lost = errors[BusError.Name.noReply] ?? 0
    let counts = errors.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    print(
      "sent=\(sent) answered=\(answered) lost=\(lost) signals=\(signals) seconds=\(Int(seconds))"
        + " slowest-ping-ms=\(Int(worstPing / .milliseconds(1)))  \(counts)")
    Core.loop.stop(exitCode: lost == 0 ? 0 : 1)
  }
}
