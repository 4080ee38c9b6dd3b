import BusValues
import CDBus
public import EventLoop
import Glibc

/// A subscription, or a watch of a name. It ends with ``cancel()``, with the value's last reference, or with the
/// connection.
@Core
public final class MatchToken {
  private var end: (@Core () -> Void)?

  init(_ end: @escaping @Core () -> Void) { self.end = end }

  isolated deinit { cancel() }

  /// Ends the subscription; the handler is not called afterwards.
  public func cancel() {
    let end = end
    self.end = nil
    end?()
  }
}

/// A rule with its handler, and the means to recognise the rule's sender.
@Core
final class Subscription {
  let rule: MatchRule
  let handler: @Core (SignalMessage) -> Void
  /// The watch of the rule's sender if that is a well-known name.
  let owner: OwnerWatch?
  /// Set while the connection holds the subscription. See ``PendingCall`` for the reason why it is not weak.
  unowned var connection: BusConnection?

  init(_ rule: MatchRule, owner: OwnerWatch?, _ handler: @escaping @Core (SignalMessage) -> Void) {
    self.rule = rule
    self.owner = owner
    self.handler = handler
  }

  func matches(_ signal: SignalHeader) -> Bool {
    func differs(_ wanted: String?, _ found: UnsafePointer<CChar>) -> Bool {
      if let wanted { strcmp(wanted, found) != 0 } else { false }
    }
    let sender = owner.map { $0.owner?.text ?? "" } ?? rule.sender?.text
    if differs(rule.member?.text, signal.member) || differs(rule.interface?.text, signal.interface)
      || differs(rule.path?.text, signal.path) || differs(sender, signal.sender)
    {
      return false
    }
    if let namespace = rule.pathNamespace,
      !ObjectPath(trusted: String(cString: signal.path)).isWithin(namespace)
    {
      return false
    }
    if let wanted = rule.argument0, signal.argument0 != wanted { return false }
    if let namespace = rule.argument0Namespace {
      guard let name = signal.argument0, name == namespace || name.hasPrefix(namespace + ".") else { return false }
    }
    return true
  }
}

/// The sender and the kind of a signal, borrowed from libdbus.
struct SignalHeader {
  let message: OpaquePointer
  let sender: UnsafePointer<CChar>
  let path: UnsafePointer<CChar>
  let interface: UnsafePointer<CChar>
  let member: UnsafePointer<CChar>

  /// `nil` for messages that are not signals from a bus.
  init?(_ message: OpaquePointer) {
    guard let sender = dbus_message_get_sender(message), let path = dbus_message_get_path(message),
      let interface = dbus_message_get_interface(message), let member = dbus_message_get_member(message)
    else { return nil }
    self.message = message
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
  }

  /// True if the bus reports the owner of a name.
  var isNameOwnerChanged: Bool {
    strcmp(sender, BusName.bus.text) == 0 && strcmp(interface, BusName.bus.text) == 0
      && strcmp(member, "NameOwnerChanged") == 0
  }

  /// The first argument, if it is a string.
  var argument0: String? {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(message, &iterator) != 0,
      dbus_message_iter_get_arg_type(&iterator) == TypeCode.string
    else { return nil }
    var pointer: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &pointer)
    return pointer.map { String(cString: $0) }
  }
}

extension BusConnection {
  /// Subscribes to signals. Only signals of the rule's sender are delivered, even if another connection sends equal
  /// ones directly.
  ///
  /// Signals that arrive before the bus has reported the owner of a well-known sender are not delivered.
  public func subscribe(_ rule: MatchRule, _ handler: @escaping @Core (SignalMessage) -> Void) -> MatchToken {
    guard isOpen else { return MatchToken {} }
    // The owner is requested first, so that it is known when the first signal arrives.
    var owner: OwnerWatch?
    if let sender = rule.sender, !sender.isUnique, sender != .bus { owner = addOwnerWatch(sender) { _, _ in } }
    let subscription = Subscription(rule, owner: owner, handler)
    subscription.connection = self
    subscriptions.append(subscription)
    dbus_bus_add_match(raw, rule.text, nil)  // without an error to fill in, the call does not wait
    return MatchToken { subscription.connection?.remove(subscription) }
  }

  private func remove(_ subscription: Subscription) {
    subscription.connection = nil
    subscriptions.removeAll { $0 === subscription }
    dbus_bus_remove_match(raw, subscription.rule.text, nil)
    if let owner = subscription.owner { remove(owner) }
  }

  /// True if a subscription waits for this signal.
  func isExpected(_ header: SignalHeader) -> Bool { subscriptions.contains { $0.matches(header) } }

  func receive(signal message: OpaquePointer) {
    // libdbus itself makes this signal; the bus lets no connection send from this path.
    if dbus_message_is_signal(message, "org.freedesktop.DBus.Local", "Disconnected") != 0 { return disconnected() }
    guard let header = SignalHeader(message) else { return }
    if strcmp(header.sender, BusName.bus.text) == 0 { receive(fromBus: header) }
    let matching = subscriptions.filter { $0.matches(header) }
    guard !matching.isEmpty, let signal = content(header) else { return }
    // A handler may end other subscriptions.
    for subscription in matching where subscriptions.contains(where: { $0 === subscription }) {
      subscription.handler(signal)
    }
  }

  func content(_ header: SignalHeader) -> SignalMessage? {
    var reader = MessageReader(limits: replyLimits)
    guard let arguments = try? reader.arguments(of: header.message) else { return nil }
    reader.descriptors.forEach { Glibc.close($0) }
    return SignalMessage(
      sender: BusName(trusted: String(cString: header.sender)),
      path: ObjectPath(trusted: String(cString: header.path)),
      interface: InterfaceName(trusted: String(cString: header.interface)),
      member: MemberName(trusted: String(cString: header.member)), arguments: arguments)
  }
}
