import AloudAPI
import Announcements
import BusValues
import DBusKit
import EventLoop
import Reading

/// Sees the notifications that programs show on the desktop, and announces them.
///
/// It has a connection of its own, which exists only while the listener wants it. It degrades step by step where the
/// bus forbids something: a monitor, then copies of messages, then nothing.
@Core
final class NotificationWatch {
  private static let server: BusName = "org.freedesktop.Notifications"
  private static let interface: InterfaceName = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
  /// The time within which a copy of an own message must have come.
  private static let proofTime = Duration.seconds(2)
  /// The time for which a caller waits until the means is found.
  private static let patience = Duration.seconds(3)

  private let bus: LastingBus
  private let announcer: NotificationAnnouncer
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var monitor: BusConnection?
  private var numbers = NotificationNumbers()
  private var retry: TimerToken?
  private var delays = RetryDelay(Duration.seconds(1)...Duration.seconds(60))
  /// Grows with each attempt; outcomes of older ones are ignored.
  private var attempt = 0
  /// The attempt that waits for a copy of an own message; `nil`: none.
  private var unproven: Int?
  /// The means that is in use.
  private(set) var step = NotificationStep.off {
    didSet {
      if step != oldValue { tell(.detailsChanged) }
      if step != .waiting { answer() }
    }
  }
  /// Called once the means is found.
  private var waiting: [@Core () -> Void] = []
  /// The reason why the bus allows no better one; empty if it does.
  private(set) var obstacle = ""
  private let tell: Relay<RoomNotice>

  init(
    bus: LastingBus, announcer: NotificationAnnouncer, scheduler: any Scheduler, log: ServiceLog,
    _ tell: Relay<RoomNotice>
  ) {
    self.tell = tell
    (self.bus, self.announcer) = (bus, announcer)
    (self.scheduler, self.log) = (scheduler, log)
  }

  /// True if the listener wants notifications to be spoken.
  var isOn: Bool { step != .off }

  /// Calls `done` once ``step`` is found, or after a few seconds in which the bus did not answer.
  func whenFound(_ done: @escaping @Core () -> Void) {
    guard step == .waiting else { return done() }
    waiting.append(done)
    scheduler.schedule(after: Self.patience) { [weak self] in self?.answer() }
  }

  private func answer() {
    let waiting = waiting
    self.waiting = []
    for done in waiting { done() }
  }

  /// Begins, or ends. Ending leaves nothing behind.
  func set(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    if isOn { begin() } else { end(.off) }
  }

  /// The session bus is back: it may allow more than before.
  func busReturned() {
    guard isOn else { return }
    delays.reset()
    begin()
  }

  private func end(_ step: NotificationStep) {
    attempt += 1
    scheduler.cancel(&retry)
    monitor?.onDisconnect = nil
    monitor?.close()
    monitor = nil
    unproven = nil
    numbers.forgetAll()
    obstacle = ""
    self.step = step
  }

  // MARK: Steps

  private func begin() {
    end(.waiting)
    guard let address = bus.connection?.address else { return }
    connect(to: address) { [self] connection, attempt in
      let done: @Core (Result<Void, BusError>) -> Void = { [weak self] result in
        guard let self, attempt == self.attempt else { return }
        switch result {
        case .success: reached(.monitor)
        case .failure(let error):
          // The rest names processes and rules.
          obstacle = error.message.isEmpty ? error.name : String(error.message.prefix { $0 != ";" })
          eavesdrop(at: address)
        }
      }
      connection.becomeMonitor(of: Self.rules, { [weak self] in self?.take($0) }, done: done)
    }
  }

  private func connect(to address: String, _ body: @escaping @Core (BusConnection, _ attempt: Int) -> Void) {
    attempt += 1
    let attempt = attempt
    monitor?.onDisconnect = nil
    monitor?.close()
    monitor = nil
    BusConnection.connect(to: address, scheduler: scheduler) { [weak self] result in
      guard let self, attempt == self.attempt else {
        if case .success(let connection) = result { connection.close() }
        return
      }
      guard case .success(let connection) = result else { return lost() }
      monitor = connection
      connection.onDisconnect = { [weak self] in if attempt == self?.attempt { self?.lost() } }
      body(connection, attempt)
    }
  }

  /// A bus may take the rules and send no copies: a message to ourselves proves that it does.
  private func eavesdrop(at address: String) {
    connect(to: address) { [self] connection, attempt in
      guard let main = bus.connection else { return }
      let proof = MonitorRule(.call, sender: main.uniqueName, interface: Self.peer, member: "Ping")
      unproven = attempt
      let done: @Core (Result<Void, BusError>) -> Void = { [weak self] result in
        guard let self, attempt == self.attempt else { return }
        guard case .success = result else { return giveUp() }
        let ping = BusCall(main.uniqueName, "/org/freedesktop/DBus", Self.peer, "Ping")
        main.call(ping, timeout: Self.proofTime) { _ in }
        retry = scheduler.schedule(after: Self.proofTime) { [weak self] in
          guard let self else { return }
          retry = nil
          if step == .waiting { giveUp() }
        }
      }
      connection.eavesdrop(on: Self.rules + [proof], { [weak self] in self?.take($0) }, done: done)
    }
  }

  private func giveUp() {
    let obstacle = obstacle
    end(.own)
    self.obstacle = obstacle
    log.warning("the bus lets nobody see notifications (\(obstacle)): only those of aloud notify are spoken")
  }

  private func reached(_ step: NotificationStep) {
    scheduler.cancel(&retry)
    delays.reset()
    unproven = nil
    if step == .monitor { obstacle = "" }
    self.step = step
    log.info("notifications are watched (\(step.rawValue))")
  }

  /// The connection has ended, or could not be made. With the whole bus gone, its return is the next attempt.
  private func lost() {
    end(.waiting)
    guard bus.connection != nil else { return }
    retry = scheduler.schedule(after: delays.next()) { [weak self] in
      guard let self, step == .waiting else { return }
      retry = nil
      begin()
    }
  }

  // MARK: Messages

  private static let rules = [
    MonitorRule(.call, interface: interface, member: "Notify"),
    MonitorRule(.call, interface: interface, member: "CloseNotification"),
    MonitorRule(.reply, sender: server),
    MonitorRule(.error, sender: server),
    MonitorRule(.signal, sender: server, interface: interface, member: "NotificationClosed"),
    MonitorRule(
      .signal, sender: .bus, interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
      argument0: server.text),
  ]

  private func take(_ message: MonitoredMessage) {
    switch message.kind {
    case .call where message.member == "Notify" && isForServer(message): notify(message)
    case .call where message.member == "CloseNotification" && isForServer(message): closed(message)
    case .call where message.member == "Ping" && message.sender == bus.connection?.uniqueName: proven()
    case .reply where !numbers.isEmpty: answered(message)
    case .error where !numbers.isEmpty: _ = numbers.answered(call(of: message))
    case .signal where message.member == "NotificationClosed": closedByServer(message)
    case .signal where message.member == "NameOwnerChanged" && message.sender == .bus:
      numbers.forgetAll()
      announcer.serverChanged()
    default: break
    }
  }

  /// A copy of an own message has come.
  private func proven() { if unproven == attempt { reached(.eavesdropping) } }

  private func isForServer(_ message: MonitoredMessage) -> Bool {
    // The owner's unique name stands in calls of programs that look it up first.
    message.interface == Self.interface.text && message.path == Self.path && message.destination != nil
  }

  private func notify(_ message: MonitoredMessage) {
    guard message.sender != bus.connection?.uniqueName, let call = NotifyCall(message), !call.isOwn else { return }
    let key = NotificationNumbers.Call(client: message.sender.text, serial: message.serial)
    if let id = announcer.announce(call.notification, replacing: call.replaces, of: message.sender) {
      numbers.called(key, id)
    }
  }

  private func call(of answer: MonitoredMessage) -> NotificationNumbers.Call {
    NotificationNumbers.Call(client: answer.destination?.text ?? "", serial: answer.replySerial)
  }

  private func answered(_ message: MonitoredMessage) {
    guard let id = numbers.answered(call(of: message)), message.signature == "u",
      let number = number(in: message), number != 0
    else { return }
    announcer.numbered(id, notification: number)
  }

  private func closed(_ message: MonitoredMessage) {
    guard message.signature == "u", let number = number(in: message) else { return }
    announcer.closed(notification: number)
  }

  /// A notification that has been on the screen for its time is still worth hearing.
  private func closedByServer(_ message: MonitoredMessage) {
    guard let arguments = try? message.arguments(longestText: 0), let number = arguments.first?.asUInt32 else { return }
    let reason = arguments.count > 1 ? arguments[1].asUInt32 : nil
    if reason == 2 || reason == 3 { announcer.closed(notification: number) }
  }

  private func number(in message: MonitoredMessage) -> UInt32? {
    (try? message.arguments(longestText: 0))?.first?.asUInt32
  }
}
