import AloudAPI
import BusValues
import DBusKit
import EventLoop

/// Who wants which events. They are sent to the subscribers alone, so that others cannot follow what is read.
@Core
final class Subscriptions {
  struct Subscriber {
    var kinds: Set<EventKind>
    /// True if it is told what is heard.
    var wantsText = false
    var watch: MatchToken
    /// What it shows a text on.
    var pages = PageShelf()
  }

  private static let mostClients = 256

  private let bus: LastingBus
  /// True if the next service is to find them.
  private let isKept: Bool
  var subscribers: [BusName: Subscriber] = [:]
  private let tell: Relay<RoomNotice>
  private var isSilent = false

  /// - Parameter isKept: whether the subscriptions outlive the service.
  init(bus: LastingBus, isKept: Bool = false, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.bus = bus
    self.isKept = isKept
  }

  /// Takes up the subscribers that the last service left; those that have gone meanwhile end at once.
  func takeUp() {
    for entry in file?.read() ?? [] where subscribers[entry.client] == nil && subscribers.count < Self.mostClients {
      set(entry.kinds, withText: entry.wantsText, of: entry.client)
    }
  }

  private var file: SubscriberFile? { isKept ? SubscriberFile(bus: bus.connection?.serverID) : nil }

  private func keep() {
    file?.write(
      subscribers.map {
        SubscriberFile.Entry(client: $0.key, kinds: $0.value.kinds, wantsText: $0.value.wantsText)
      })
  }

  /// Refuses one more client where there are very many; each costs a signal for every word.
  func admit(_ client: BusName) throws(BusError) {
    guard subscribers[client] != nil || subscribers.count < Self.mostClients else {
      throw .limitsExceeded("too many programs follow the reading")
    }
  }

  /// What a client wants from now on, in place of what it wanted before. It ends with the client.
  func set(_ kinds: Set<EventKind>, withText: Bool = false, of client: BusName) {
    if kinds.isEmpty {
      subscribers.removeValue(forKey: client)?.watch.cancel()
    } else if subscribers[client] != nil {
      subscribers[client]!.kinds = kinds
      subscribers[client]!.wantsText = withText
      if !kinds.contains(.page) { subscribers[client]!.pages = PageShelf() }
    } else if let connection = bus.connection {
      let watch = connection.watchOwner(of: client) { [weak self] _, new in
        if new == nil { self?.set([], of: client) }
      }
      subscribers[client] = Subscriber(kinds: kinds, wantsText: withText, watch: watch)
    }
    keep()
    tell(.subscriptionsChanged)
  }

  /// As ``set(_:withText:of:)``, with the texts, once it is known that the client is in no sandbox.
  func setWithText(_ kinds: Set<EventKind>, of client: BusName, done: @escaping @Core (APIError?) -> Void) {
    guard let connection = bus.connection else { return }
    Sandbox.holds(client, on: connection) { [weak self] isSandboxed in
      guard !isSandboxed else {
        return done(APIError(.notAllowed, "what is heard is not told to a program in a sandbox"))
      }
      self?.set(kinds, withText: true, of: client)
      done(nil)
    }
  }

  /// True if anybody is to be told what is heard.
  var wantsText: Bool { subscribers.values.contains(where: \.wantsText) }

  /// Sends a signal about what is heard, with its text to those who asked for that.
  ///
  /// - Parameter text: called at most once; `nil`: it may not be told now.
  func send(_ signal: some TextSignal, saying text: () -> String?) {
    let kind = type(of: signal).kind
    var told = signal
    if subscribers.values.contains(where: { $0.wantsText && $0.kinds.contains(kind) }) { told.text = text() }
    for (client, subscriber) in subscribers where subscriber.kinds.contains(kind) {
      send(subscriber.wantsText ? told : signal, to: client)
    }
  }

  /// The bus is gone, and all its clients with it.
  func forgetAll() {
    subscribers = [:]
    tell(.subscriptionsChanged)
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
