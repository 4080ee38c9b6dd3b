import BusValues
import Configuration
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Vocabulary

/// Pauses the reading when another player starts. If configured, it also pauses the others when the reading starts.
/// Players are watched only while sound is wanted.
@Core
final class PlayerMonitor {
  private static let dbus: InterfaceName = "org.freedesktop.DBus"
  private static let properties = InterfaceDescription.properties.name

  private let session: Session
  private let bus: LastingBus
  private var settings = Settings().interruptions
  private var players = OtherPlayers()
  private var tokens: [MatchToken] = []
  private var isWatching = false
  /// Grows with each start. Answers to the queries of an earlier watch are dropped.
  private var round = 0

  init(session: Session, bus: LastingBus) {
    self.session = session
    self.bus = bus
  }

  func configure(_ new: Settings.Interruptions) {
    if new != settings, isWatching { stop() }
    settings = new
    update()
  }

  /// The connection to the session bus is back.
  func busReturned() {
    if isWatching { stop() }
    update()
  }

  /// Called after each turn: something may have changed.
  func update() {
    let isWanted = session.player.wantsSound && (settings.pauseForPlayers || settings.pauseOthers)
    guard isWanted != isWatching else { return }
    if isWanted { start() } else { stop() }
  }

  private func stop() {
    isWatching = false
    round += 1
    tokens = []
    players = OtherPlayers()
  }

  private func start() {
    guard let connection = bus.connection else { return }
    isWatching = true
    round += 1
    players.ignored = NameList(settings.ignoredPlayers).names
    tokens = [
      connection.subscribe(
        MatchRule(
          sender: .bus, interface: Self.dbus, member: "NameOwnerChanged", argument0Namespace: OtherPlayers.namespace)
      ) { [weak self] in self?.ownerChanged($0) },
      connection.subscribe(
        MatchRule(
          path: MPRISBus.path, interface: Self.properties, member: "PropertiesChanged",
          argument0: PlayerInterface.name.text)
      ) { [weak self] in self?.propertiesChanged($0) },
    ]
    ask(.bus, "/org/freedesktop/DBus", Self.dbus, "ListNames", []) { [weak self] values in
      for name in values.first?.asStrings ?? [] { self?.find(name) }
    }
  }

  /// Sends a query. Late answers and errors are dropped.
  private func ask(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ arguments: [BusValue],
    then: @escaping @Core ([BusValue]) -> Void
  ) {
    let round = round
    bus.connection?.call(
      BusCall(destination, path, interface, member, arguments), timeout: .seconds(10), autoStart: false
    ) { [weak self] result in
      guard let self, round == self.round, case .success(let reply) = result else { return }
      then(reply.arguments)
    }
  }

  // MARK: Who there is

  private func find(_ name: String) {
    guard name.hasPrefix(OtherPlayers.namespace + "."), !players.ignores(name) else { return }
    ask(.bus, "/org/freedesktop/DBus", Self.dbus, "GetNameOwner", [.string(name)]) { [weak self] values in
      guard let self, let owner = values.first?.asString.flatMap({ BusName($0) }) else { return }
      self.add(name, owner, isNew: false)
    }
  }

  private func ownerChanged(_ signal: SignalMessage) {
    let words = signal.arguments.map { $0.asString ?? "" }
    guard words.count == 3 else { return }
    if let old = BusName(words[1]) { players.remove(words[0], owner: old) }
    if let new = BusName(words[2]) { add(words[0], new, isNew: true) }
  }

  /// - Parameter isNew: true if the name has just appeared: a player that appears playing has begun to play.
  private func add(_ name: String, _ owner: BusName, isNew: Bool) {
    guard owner != bus.connection?.uniqueName else { return }
    let wasThere = players.contains(owner)
    players.add(name, owner: owner)
    guard !wasThere, players.contains(owner) else { return }
    ask(owner, MPRISBus.path, Self.properties, "Get", [.string(OtherPlayers.namespace), .string("Identity")]) {
      [weak self] values in self?.players.setTitle(values.first?.asVariant?.asString ?? "", of: owner)
    }
    ask(
      owner, MPRISBus.path, Self.properties, "Get", [.string(PlayerInterface.name.text), .string("PlaybackStatus")]
    ) { [weak self] values in
      guard let self, let status = values.first?.asVariant?.asString, !self.players.isKnown(owner) else { return }
      self.heard(status, from: owner, isNews: isNew)
      if !isNew, status == PlaybackStatus.playing.rawValue, self.settings.pauseOthers { self.pause(owner) }
    }
  }

  // MARK: What they do

  private func propertiesChanged(_ signal: SignalMessage) {
    guard let changed = signal.arguments.dropFirst().first?.asVardict,
      let status = changed["PlaybackStatus"]?.asString
    else { return }
    heard(status, from: signal.sender, isNews: true)
  }

  private func heard(_ status: String, from owner: BusName, isNews: Bool) {
    let isPlaying = status == PlaybackStatus.playing.rawValue
    guard players.heard(isPlaying: isPlaying, from: owner, isNews: isNews), settings.pauseForPlayers
    else { return }
    session.send(.pause(.otherPlayer(players.title(of: owner))))
  }

  private func pause(_ owner: BusName) {
    try? bus.connection?.send(BusCall(owner, MPRISBus.path, PlayerInterface.name, "Pause"), autoStart: false)
  }
}
