import BusValues
import DBusKit
import EventLoop
import Playback

/// Owns the MPRIS name exactly while ``NameClaim`` wants it.
@Core
final class PlayerName {
  /// The time for a call that the bus kept for the name to be delivered and to fill the queue.
  private static let appearance = Duration.seconds(1)
  private static let dbus: InterfaceName = "org.freedesktop.DBus"

  private let bus: LastingBus
  private let name: BusName
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var claim = NameClaim()
  private var appearance: TimerToken?
  /// True if the name has been asked for, and not been given back.
  private(set) var isRequested = false
  /// True if the service is ending and the next one has the name.
  private(set) var isLeaving = false
  /// True if the bus has answered the current request.
  private var isAnswered = false
  private var waiting: [@Core () -> Void] = []
  private var watch: MatchToken?
  /// Grows with each watch of other players. Answers to the queries of an older watch are dropped.
  private var round = 0

  init(bus: LastingBus, name: BusName, scheduler: any Scheduler, log: ServiceLog) {
    self.bus = bus
    self.name = name
    self.scheduler = scheduler
    self.log = log
  }

  /// Takes over the queue's state from a snapshot.
  func update(_ snapshot: Snapshot) {
    claim.hasTracks = !snapshot.tracks.isEmpty
    claim.isOnlyRestored = snapshot.isOnlyRestored
    settle()
  }

  /// The configuration is known, with the players that do not count.
  func configure(ignoring names: NameList) {
    claim.isConfigured = true
    claim.players.ignored = names.names
    settle()
  }

  /// Owns the name for a moment in every case. `done` is called once the bus has answered.
  ///
  /// The moment begins with that answer: neither the configuration nor the bus has to come within it. A call that waits
  /// for the name would otherwise wait until the bus gives up.
  func appear(done: @escaping @Core () -> Void) {
    scheduler.cancel(&appearance)
    claim.isCalled = true
    waiting.append(done)
    settle()
  }

  private func endAppearance() {
    scheduler.cancel(&appearance)
    appearance = scheduler.schedule(after: Self.appearance) { [weak self] in
      self?.appearance = nil
      self?.claim.isCalled = false
      self?.settle()
    }
  }

  /// Takes the name on a new connection, if it is wanted.
  func takeBack() {
    isAnswered = false
    stopWatching()
    if isRequested { request() }
    settle()
  }

  /// Releases the name for good. `done` is called when the bus has released it.
  func leave(done: @escaping @Core () -> Void) {
    isLeaving = true
    stopWatching()
    guard let connection = bus.connection else { return done() }
    connection.releaseName(name, done: done)
  }

  private func settle() {
    guard !isLeaving else { return answer() }
    if claim.dependsOnOthers { startWatching() } else { stopWatching() }
    let wanted = claim.isWanted
    if wanted != isRequested {
      isRequested = wanted
      isAnswered = false
      if wanted { request() } else { bus.connection?.releaseName(name) }
    }
    if isAnswered || (!wanted && claim.isConfigured) { answer() }
  }

  // MARK: The name

  /// If another program has the name, the name is ours as soon as that program ends: the bus keeps a queue.
  private func request() {
    guard let connection = bus.connection else {
      isAnswered = true
      return answer()
    }
    connection.requestName(name) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(.primaryOwner), .success(.alreadyOwner): break
      case .success: log.warning("\(name) belongs to another program; until it ends media keys do not reach this one")
      case .failure(let error):
        // If the connection to the bus has ended, the name is taken again when the bus returns.
        if connection.isOpen { log.warning("\(name) cannot be owned: \(error)") }
      }
      isAnswered = isRequested
      answer()
    }
  }

  private func answer() {
    let answered = waiting
    waiting = []
    if !answered.isEmpty, !isLeaving { endAppearance() }
    for done in answered { done() }
  }

  // MARK: Other players

  private func startWatching() {
    guard watch == nil, let connection = bus.connection else { return }
    round += 1
    let round = round
    watch = connection.subscribe(
      MatchRule(
        sender: .bus, interface: Self.dbus, member: "NameOwnerChanged", argument0Namespace: OtherPlayers.namespace)
    ) { [weak self] signal in
      let words = signal.arguments.compactMap(\.asString)
      guard let self, words.count == 3 else { return }
      claim.owned(words[0], !words[2].isEmpty)
      settle()
    }
    // After the subscription, so that no player is missed in between.
    connection.call(
      BusCall(.bus, "/org/freedesktop/DBus", Self.dbus, "ListNames", expecting: "as"), timeout: .seconds(10)
    ) { [weak self] result in
      guard let self, round == self.round, watch != nil, case .success(let reply) = result else { return }
      claim.names = Set(reply.arguments.first?.asStrings ?? [])
      settle()
    }
  }

  private func stopWatching() {
    watch = nil
    claim.names = nil
  }
}
