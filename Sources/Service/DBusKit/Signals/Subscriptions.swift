import BusValues
import EventLoop

/// The subscriptions to signals, each of which the bus knows as a match rule.
@Core
final class Subscriptions {
  private let link: BusLink
  private let owners: OwnerWatches
  private var subscriptions: [Subscription] = []

  /// - Parameter owners: watch the well-known names in rules.
  init(_ link: BusLink, owners: OwnerWatches) { (self.link, self.owners) = (link, owners) }

  /// Subscribes; see ``BusConnection/subscribe(_:_:)``.
  func add(_ rule: MatchRule, _ handler: @escaping @Core (SignalMessage) -> Void) -> MatchToken {
    guard link.isOpen else { return MatchToken {} }
    // The owner is requested first, so that it is known when the first signal arrives.
    var owner: OwnerWatch?
    if let sender = rule.sender, !sender.isUnique, sender != .bus { owner = owners.add(sender) { _, _ in } }
    let subscription = Subscription(rule, owner: owner, handler)
    subscription.table = self
    subscriptions.append(subscription)
    link.addMatch(rule.text)
    return MatchToken { subscription.table?.remove(subscription) }
  }

  private func remove(_ subscription: Subscription) {
    subscription.table = nil
    subscriptions.removeAll { $0 === subscription }
    link.removeMatch(subscription.rule.text)
    if let owner = subscription.owner { owners.remove(owner) }
  }

  /// True if a subscription waits for this signal.
  func isExpected(_ header: SignalHeader) -> Bool { subscriptions.contains { $0.matches(header) } }

  /// Passes a signal on to all who wait for it.
  func receive(_ header: SignalHeader, limits: MessageLimits) {
    let matching = subscriptions.filter { $0.matches(header) }
    guard !matching.isEmpty, let signal = header.content(limits) else { return }
    // A handler may end other subscriptions.
    for subscription in matching where subscriptions.contains(where: { $0 === subscription }) {
      subscription.handler(signal)
    }
  }

  /// The link has ended: nothing more is received.
  func end() {
    for subscription in subscriptions { subscription.table = nil }
    subscriptions = []
  }
}
