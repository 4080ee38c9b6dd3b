import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Glibc

/// Clients, neighbours and forgers, all of them hostile, and one patient client that notes how soon a Ping is answered.
@Core
final class Storm {
  /// Calls of each connection that wait for their answers.
  private static let outstanding = 12
  private static let clients = 8
  /// A call that is not answered by then is followed by the next one, as long as not too many wait.
  private static let courtesy = Duration.milliseconds(200)
  private static let mostWaiting = 600
  /// A service that answers no Ping for so long hangs.
  private static let longestPing = Duration.seconds(20)
  /// A call without an answer for so long is counted as late. Some answer when a text has been read.
  private static let patience = Duration.seconds(30)

  private let messages: Int
  private let seed: UInt64
  private var random: SeededGenerator
  private let material: Material
  private var known = Known(words: [], paths: [])
  private let patient: BusConnection
  private var connections: [BusConnection] = []
  private var servers: [HostileServer] = []
  private var neighbours: [BusConnection] = []

  private var (sent, answered, late, signals) = (0, 0, 0, 0)
  private var errors: [String: Int] = [:]
  private var unanswered: [String: Int] = [:]
  private var waiting = 0
  private var slowestPing = Duration.zero
  private let start = Core.loop.now
  private var owner: BusName?
  private var watch: MatchToken?
  private var hasEnded = false

  init?(messages: Int, seed: UInt64, folder: String) throws(BusError) {
    (self.messages, self.seed) = (messages, seed)
    random = SeededGenerator(seed: seed)
    guard let material = Material(folder: folder, &random) else { return nil }
    self.material = material
    patient = try BusConnection.session()
    known.words = material.uris + ["0", "1", "track"]
    known.paths = [
      "/", "/org/aloud/Aloud1", "/org/mpris/MediaPlayer2", "/org/mpris/MediaPlayer2/TrackList/NoTrack",
      "/org/aloud/Aloud1/track/1", "/org/aloud/Aloud1/track/18446744073709551615", "/org/aloud/Aloud1/bookmark/1",
      "/org/aloud/Aloud1/folder/0", "/org/freedesktop/login1/session/auto",
    ]
    for _ in 0..<Self.clients { connections.append(try client()) }
    for role in HostileServer.session { try serve(role, on: BusConnection.session()) }
    // There may be no system bus.
    if let system = try? BusConnection(address: BusConnection.systemAddress()) {
      for role in HostileServer.system { serve(role, on: system) }
    }
    watch = patient.watchOwner(of: AloudBus.name) { [unowned self] _, owner in own(owner) }
  }

  private func client() throws(BusError) -> BusConnection {
    let connection = try BusConnection.session()
    connection.replyLimits = MessageLimits(values: 1 << 20, textBytes: 64 << 20, descriptors: 16)
    return connection
  }

  private func serve(_ role: HostileServer.Role, on connection: BusConnection) {
    servers.append(HostileServer(role, on: connection, seed: random.next(), known))
    connection.requestName(role.name) { _ in }
    neighbours.append(connection)
  }

  /// The service is on the bus, or has left it.
  private func own(_ owner: BusName?) {
    guard self.owner == nil else { return finish("the service left the bus after \(sent) messages") }
    guard let owner else { return finish("the service is not on the bus") }
    self.owner = owner
    ping()
    turn()
    learn()
    let on = BusCall(
      AloudBus.name, AloudBus.path, AloudBus.interface, "WatchNotifications", [.bool(true), .vardict([:])])
    patient.call(on) { [unowned self] _ in
      for connection in self.connections { for _ in 0..<Self.outstanding { next(on: connection) } }
    }
  }

  private func ping() {
    let asked = Core.loop.now
    patient.call(BusCall(AloudBus.name, AloudBus.path, "org.freedesktop.DBus.Peer", "Ping"), timeout: Self.longestPing)
    {
      [unowned self] result in
      slowestPing = max(slowestPing, asked.duration(to: Core.loop.now))
      if case .failure(let error) = result { return finish("no answer to a Ping after \(sent) messages: \(error)") }
      Core.loop.schedule(after: .milliseconds(20)) { [unowned self] in ping() }
    }
  }

  /// The servers change the types of their answers.
  private func turn() {
    random.maybe(servers)?.turn()
    Core.loop.schedule(after: .milliseconds(500)) { [unowned self] in turn() }
  }

  /// Asks for the ids of tracks and documents, so that some calls are about what exists.
  private func learn() {
    patient.call(BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, "ListTracks", [.vardict([:])])) {
      [unowned self] result in
      let rows = (try? result.get())?.arguments.first?.asArray ?? []
      let ids = rows.prefix(40).compactMap { $0.asVardict?["id"]?.asObjectPath }
      known.paths = Array(known.paths.prefix(9)) + ids
      patient.call(BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, "ListDocuments", [.vardict([:])])) {
        [unowned self] result in
        let rows = (try? result.get())?.arguments.first?.asArray ?? []
        let ids = rows.prefix(10).compactMap { $0.asVardict?["id"]?.asString }
        known.words = material.uris + ids
        Core.loop.schedule(after: .milliseconds(300)) { [unowned self] in learn() }
      }
    }
  }

  // MARK: Messages

  private func next(on connection: BusConnection) {
    guard !hasEnded else { return }
    guard sent < messages else {
      if waiting == 0 { finish(nil) }
      return
    }
    if random.once(in: 10) { forge(on: connection) }
    // A client that dies with calls on their way.
    if random.once(in: 3000), let index = connections.firstIndex(where: { $0 === connection }),
      let other = try? client()
    {
      connections[index] = other
      connection.close()
      for _ in 1..<Self.outstanding { next(on: other) }
      return next(on: other)
    }
    sent += 1
    if random.once(in: 12) { return notify(on: connection) }
    var descriptors: [CInt] = []
    let blow = Blow(&random, known, material, &descriptors)
    var call = blow.call
    call.descriptors = descriptors
    defer { for descriptor in descriptors { close(descriptor) } }
    if random.once(in: 30) {
      try? connection.send(call)
      answered += 1
      Core.loop.schedule(at: Core.loop.now) { [unowned self] in next(on: connection) }
    } else {
      send(call, blow.name, on: connection)
    }
  }

  private func send(_ call: BusCall, _ name: String, on connection: BusConnection) {
    waiting += 1
    let asked = Core.loop.now
    // A call that takes its time, such as the opening of an endless file, does not hold up the others.
    var isFollowed = false
    let follow: @Core () -> Void = { [unowned self] in
      guard !isFollowed, connection.isOpen else { return }
      isFollowed = true
      next(on: connection)
    }
    let limit = Core.loop.schedule(after: Self.courtesy) { [unowned self] in if waiting < Self.mostWaiting { follow() }
    }
    connection.call(call, timeout: Self.patience) { [unowned self] result in
      Core.loop.cancel(limit)
      waiting -= 1
      answered += 1
      if case .failure(let error) = result {
        errors[error.name, default: 0] += 1
        if error.name == BusError.Name.noReply, asked.duration(to: Core.loop.now) >= Self.patience {
          late += 1
          unanswered[name, default: 0] += 1
        }
      }
      if sent >= messages, waiting == 0 { finish(nil) }
      follow()
    }
  }

  /// A notification of a program, which the service sees on its way.
  private func notify(on connection: BusConnection) {
    let hints: [(String, Signature)] = [
      ("urgency", "y"), ("category", "s"), ("sound-file", "s"), ("sound-name", "s"), ("desktop-entry", "s"),
      ("suppress-sound", "b"), ("transient", "b"), ("value", "i"), ("image-data", "(iiibiiay)"), ("x-aloud", "s"),
    ]
    var table: [String: BusValue] = [:]
    for _ in 0..<random.below(5) {
      let (name, type) = random.pick(hints)
      table[name] = random.once(in: 4) ? random.any(known) : random.value(of: type, known)
    }
    var arguments: [BusValue] = [
      .string(random.text()), .uint32(random.once(in: 2) ? 0 : UInt32(random.below(60))), .string(random.text()),
      .string(random.text()), .string(random.text()), .strings((0..<random.below(4)).map { _ in random.text() }),
      .vardict(table), .int32(Int32(truncatingIfNeeded: random.integer())),
    ]
    if random.once(in: 6) { arguments[random.below(8)] = random.any(known) }
    send(
      BusCall(
        "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
        random.once(in: 8) ? "CloseNotification" : "Notify", arguments), "Notify", on: connection)
  }

  /// A signal that only the bus, the login manager, a locker or another server may send: from a stranger, directly to
  /// the service or to all, or from a hostile owner of the name.
  private func forge(on connection: BusConnection) {
    guard let owner else { return }
    signals += 1
    let name = BusValue.string(
      random.pick([AloudBus.name.text, "org.mpris.MediaPlayer2.aloud", "org.freedesktop.login1"]))
    let forged: [(MemberName, InterfaceName, ObjectPath, [BusValue])] = [
      ("NameLost", "org.freedesktop.DBus", "/org/freedesktop/DBus", [name]),
      ("NameAcquired", "org.freedesktop.DBus", "/org/freedesktop/DBus", [name]),
      ("NameOwnerChanged", "org.freedesktop.DBus", "/org/freedesktop/DBus", [name, .string("\(owner)"), .string("")]),
      ("PrepareForSleep", "org.freedesktop.login1.Manager", "/org/freedesktop/login1", [.bool(random.once(in: 2))]),
      ("PrepareForShutdown", "org.freedesktop.login1.Manager", "/org/freedesktop/login1", [.bool(true)]),
      ("Lock", "org.freedesktop.login1.Session", "/org/freedesktop/login1/session/auto", []),
      ("Unlock", "org.freedesktop.login1.Session", "/org/freedesktop/login1/session/auto", []),
      ("ActiveChanged", "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", [.bool(random.once(in: 2))]),
      ("ActiveChanged", "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", [.bool(random.once(in: 2))]),
      (
        "NotificationClosed", "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
        [.uint32(UInt32(random.below(60))), .uint32(UInt32(random.below(6)))]
      ),
      (
        "ActionInvoked", "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
        [.uint32(UInt32(random.below(60))), .string(random.text())]
      ),
      (
        "PropertiesChanged", "org.freedesktop.DBus.Properties", "/org/mpris/MediaPlayer2",
        [.string("org.mpris.MediaPlayer2.Player"), random.value(of: "a{sv}", known), .strings([])]
      ),
      (
        "PropertiesChanged", "org.freedesktop.DBus.Properties", "/org/freedesktop/login1/session/auto",
        [.string("org.freedesktop.login1.Session"), .vardict(["LockedHint": .bool(random.once(in: 2))]), .strings([])]
      ),
      (
        "Notify", "ca.desrt.dconf.Writer", "/ca/desrt/dconf/Writer/user",
        [.string("/org/gnome/desktop/notifications/"), .strings([random.text()]), .string("x")]
      ),
      ("RequestRelease", "org.freedesktop.ReserveDevice1", "/org/freedesktop/ReserveDevice1/Audio0", [.int32(.max)]),
    ]
    let (member, interface, path, right) = random.pick(forged)
    let sender = random.once(in: 2) ? random.pick(neighbours) : connection
    sender.emit(
      member, interface: interface, path: path,
      arguments: random.once(in: 3) ? (0..<random.below(4)).map { _ in random.any(known) } : right,
      to: random.once(in: 2) && sender.address == patient.address ? owner : nil)
  }

  // MARK: The end

  /// - Parameter trouble: the reason why the storm ends early; `nil` if all was answered.
  private func finish(_ trouble: String?) {
    guard !hasEnded else { return }
    hasEnded = true
    material.end()
    let seconds = start.duration(to: Core.loop.now) / .seconds(1)
    func counts(_ table: [String: Int]) -> String {
      table.sorted { $0.key < $1.key }.map { "\($0.key.split(separator: ".").last ?? "")=\($0.value)" }
        .joined(separator: " ")
    }
    print(
      "seed=\(seed) sent=\(sent) answered=\(answered) late=\(late) signals=\(signals)"
        + " answers=\(servers.map(\.answers).reduce(0, +)) seconds=\(Int(seconds))"
        + " slowest-ping-ms=\(Int(slowestPing / .milliseconds(1))) \(counts(errors))"
        + (unanswered.isEmpty ? "" : " unanswered: \(unanswered.map { "\($0)=\($1)" }.sorted().joined(separator: " "))")
    )
    if let trouble { print("seed=\(seed) failed: \(trouble)") }
    Core.loop.stop(exitCode: trouble == nil ? 0 : 1)
  }
}
