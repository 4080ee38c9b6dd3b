import AloudAPI
import BusValues
import DBusKit
import EventLoop

/// Who wants which events. They are sent to the subscribers alone, so that others cannot follow what is read.
@Core
final class Subscriptions {
  struct Subscriber {
    var kinds: Set<EventKind>
    var watch: MatchToken
    /// What it shows a text on.
    var pages = PageShelf()
  }

  private static let mostClients = 256

  private let bus: LastingBus
  /// Whether the next service is to find them.
  private let isKept: Bool
  var subscribers: [BusName: Subscriber] = [:]
  /// The kinds that anybody wants have changed.
  var onChange: (@Core () -> Void)?
  private var isSilent = false

  /// - Parameter isKept: whether the subscriptions outlive the service.
  init(bus: LastingBus, isKept: Bool = false) {
    self.bus = bus
    self.isKept = isKept
  }

  /// Takes up the subscribers that the last service left; those that have gone meanwhile end at once.
  func takeUp() {
    for entry in file?.read() ?? [] where subscribers[entry.client] == nil && subscribers.count < Self.mostClients {
      set(entry.kinds, of: entry.client)
    }
  }

  private var file: SubscriberFile? { isKept ? SubscriberFile(bus: bus.connection?.serverID) : nil }

  private func keep() {
    file?.write(subscribers.map { SubscriberFile.Entry(client: $0.key, kinds: $0.value.kinds) })
  }

  /// Refuses one more client where there are very many; each costs a signal for every word.
  func admit(_ client: BusName) throws(BusError) {
    guard subscribers[client] != nil || subscribers.count < Self.mostClients else {
      throw .limitsExceeded("too many programs follow the reading")
    }
  }

  /// What a client wants from now on, in place of what it wanted before. It ends with the client.
  func set(_ kinds: Set<EventKind>, of client: BusName) {
    if kinds.isEmpty {
      subscribers.removeValue(forKey: client)?.watch.cancel()
    } else if subscribers[client] != nil {
      subscribers[client]!.kinds = kinds
      if !kinds.contains(.page) { subscribers[client]!.pages = PageShelf() }
    } else if let connection = bus.connection {
      let watch = connection.watchOwner(of: client) { [weak self] _, new in
        if new == nil { self?.set([], of: client) }
      }
      subscribers[client] = Subscriber(kinds: kinds, watch: watch)
    }
    keep()
    onChange?()
  }

  /// The bus is gone, and all its clients with it.
  func forgetAll() {
    subscribers = [:]
    onChange?()
  }

  /// Nothing is sent any more; the next service has the subscribers.
  func fallSilent() { isSilent = true }

  /// Whether anybody wants events of a kind.
  func wants(_ kind: EventKind) -> Bool { subscribers.values.contains { $0.kinds.contains(kind) } }

  /// How many clients there are.
  var count: Int { subscribers.count }

  func send(_ signal: some AloudSignal) {
    let kind = type(of: signal).kind
    for (client, subscriber) in subscribers where subscriber.kinds.contains(kind) { send(signal, to: client) }
  }

  func send(_ signal: some AloudSignal, to client: BusName) {
    guard !isSilent else { return }
    bus.connection?.emit(
      type(of: signal).member, interface: AloudBus.interface, path: AloudBus.path, arguments: signal.arguments,
      to: client)
  }
}
