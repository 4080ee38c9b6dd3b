import BusValues
import EventLoop

/// The owner of a name, kept up to date by the bus's signals.
@Core
final class OwnerWatch {
  let name: BusName
  let handler: @Core (_ old: BusName?, _ new: BusName?) -> Void
  private(set) var owner: BusName?
  /// Set while the table contains the watch. See ``PendingCall`` for the reason why it is not weak.
  unowned var table: OwnerWatches?
  private var isKnown = false

  init(_ name: BusName, _ handler: @escaping @Core (_ old: BusName?, _ new: BusName?) -> Void) {
    self.name = name
    self.handler = handler
  }

  /// Takes the owner from a signal.
  func update(_ new: BusName?) {
    let old = owner
    guard !isKnown || old != new else { return }
    isKnown = true
    owner = new
    handler(old, new)
  }

  /// Takes the owner from the bus's answer. A signal that came before it is as recent as the answer.
  func answer(_ owner: BusName?) {
    if !isKnown { update(owner) }
  }

  var rule: MatchRule {
    MatchRule(
      sender: .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
      argument0: name.text)
  }
}
