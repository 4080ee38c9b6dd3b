import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Reading

/// The subscribers and their events. Signals are sent to the subscribers alone, so that other programs cannot follow
/// the reading.
@Core
final class Subscriptions {
  struct Subscriber {
    var kinds: Set<EventKind>
    /// True if it is sent the heard text.
    var wantsText = false
    var watch: MatchToken
    /// The pages on which it shows a text.
    var pages = PageShelf(limit: AloudBus.maximumPagedTracks)
  }

  private static let mostClients = 256

  private let bus: LastingBus
  /// True if the subscriptions are kept for the next service.
  private let isKept: Bool
  var subscribers: [BusName: Subscriber] = [:]
  private let tell: Relay<RoomNotice>
  private var isSilent = false

  /// - Parameter isKept: true if the subscriptions outlive the service.
  init(bus: LastingBus, isKept: Bool = false, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.bus = bus
    self.isKept = isKept
  }

  /// Takes over the subscribers that the last service left. Those that have left the bus meanwhile end at once.
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

  /// Refuses a further client if there are very many. Each costs a signal per word.
  func admit(_ client: BusName) throws(BusError) {
    guard subscribers[client] != nil || subscribers.count < Self.mostClients else {
      throw .limitsExceeded("too many programs follow the reading")
    }
  }

  /// Replaces the subscription of a client. It ends with the client.
  func set(_ kinds: Set<EventKind>, withText: Bool = false, of client: BusName) {
    if kinds.isEmpty {
      subscribers.removeValue(forKey: client)?.watch.cancel()
    } else if subscribers[client] != nil {
      subscribers[client]!.kinds = kinds
      subscribers[client]!.wantsText = withText
      if !kinds.contains(.page) {
        subscribers[client]!.pages = PageShelf(limit: AloudBus.maximumPagedTracks)
      }
    } else if let connection = bus.connection {
      let watch = connection.watchOwner(of: client) { [weak self] _, new in
        if new == nil { self?.set([], of: client) }
      }
      subscribers[client] = Subscriber(kinds: kinds, wantsText: withText, watch: watch)
    }
    keep()
    tell(.subscriptionsChanged)
  }

  /// Like ``set(_:withText:of:)`` with the texts, after a check that the client is not in a sandbox.
  func setWithText(_ kinds: Set<EventKind>, of client: BusName, done: @escaping @Core (APIError?) -> Void) {
    guard let connection = bus.connection else { return }
    Sandbox.holds(client, on: connection) { [weak self] isSandboxed in
      guard !isSandboxed else {
        return done(APIError(.notAllowed, "words and sentences are not given to a program in a sandbox"))
      }
      self?.set(kinds, withText: true, of: client)
      done(nil)
    }
  }

  /// True if a subscriber is to be sent the heard text.
  var wantsText: Bool { subscribers.values.contains(where: \.wantsText) }

  /// Sends a signal about the heard text, with its words to the subscribers that asked for them.
  ///
  /// - Parameter text: called at most once; returns `nil` if the text must not be sent now.
  func send(_ signal: some TextSignal, saying text: () -> String?) {
    let kind = type(of: signal).kind
    var told = signal
    if subscribers.values.contains(where: { $0.wantsText && $0.kinds.contains(kind) }) { told.text = text() }
    for (client, subscriber) in subscribers where subscriber.kinds.contains(kind) {
      send(subscriber.wantsText ? told : signal, to: client)
    }
  }

  /// The bus is gone, and all clients with it.
  func forgetAll() {
    subscribers = [:]
    tell(.subscriptionsChanged)
  }

  /// Stops sending: the next service has the subscribers now.
  func fallSilent() { isSilent = true }

  /// True if a subscriber wants events of this kind.
  func wants(_ kind: EventKind) -> Bool { subscribers.values.contains { $0.kinds.contains(kind) } }

  /// The number of subscribed clients.
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
