public import BusValues
import CDBus
import EventLoop
import Glibc

/// The owner of a name, kept up to date by the bus's signals.
@Core
final class OwnerWatch {
  let name: BusName
  let handler: @Core (_ old: BusName?, _ new: BusName?) -> Void
  private(set) var owner: BusName?
  /// Set while the connection holds the watch. See ``PendingCall`` for the reason why it is not weak.
  unowned var connection: BusConnection?
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

extension BusConnection {
  /// Reports the owner of a name: once soon, with `nil` as the old owner, and then at every change.
  ///
  /// - Returns: a token that ends the watch.
  public func watchOwner(
    of name: BusName, _ handler: @escaping @Core (_ old: BusName?, _ new: BusName?) -> Void
  ) -> MatchToken {
    guard isOpen else { return MatchToken {} }
    let watch = addOwnerWatch(name, handler)
    return MatchToken { watch.connection?.remove(watch) }
  }

  func addOwnerWatch(
    _ name: BusName, _ handler: @escaping @Core (_ old: BusName?, _ new: BusName?) -> Void
  ) -> OwnerWatch {
    let watch = OwnerWatch(name, handler)
    watch.connection = self
    ownerWatches.append(watch)
    dbus_bus_add_match(raw, watch.rule.text, nil)
    call(busCall("GetNameOwner", [.string(name.text)], "s")) { result in
      guard watch.connection != nil else { return }
      watch.answer((try? result.get())?.arguments.first?.asString.map { BusName(trusted: $0) })
    }
    return watch
  }

  func remove(_ watch: OwnerWatch) {
    watch.connection = nil
    ownerWatches.removeAll { $0 === watch }
    dbus_bus_remove_match(raw, watch.rule.text, nil)
  }

  /// Receives signals of the bus itself. The caller has checked that the bus is the sender, which cannot be forged.
  func receive(fromBus header: SignalHeader) {
    guard strcmp(header.interface, BusName.bus.text) == 0, let signal = content(header) else { return }
    let names = signal.arguments.map { $0.asString ?? "" }
    switch signal.member.text {
    case "NameAcquired":
      if names.count == 1, let name = BusName(names[0]), !name.isUnique { onNameAcquired?(name) }
    case "NameLost":
      if names.count == 1, let name = BusName(names[0]), !name.isUnique { onNameLost?(name) }
    case "NameOwnerChanged":
      guard names.count == 3 else { return }
      for watch in ownerWatches where watch.name.text == names[0] { watch.update(BusName(names[2])) }
    default: break
    }
  }
}
