import BusValues
import EventLoop
import Glibc

/// A rule with its handler, and the means to recognise the rule's sender.
@Core
final class Subscription {
  let rule: MatchRule
  let handler: @Core (SignalMessage) -> Void
  /// The watch of the rule's sender if that is a well-known name.
  let owner: OwnerWatch?
  /// Set while the table contains the subscription. See ``PendingCall`` for the reason why it is not weak.
  unowned var table: Subscriptions?

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
