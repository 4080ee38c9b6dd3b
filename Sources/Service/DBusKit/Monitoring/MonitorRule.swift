public import BusValues

/// A filter for messages between other connections. `nil` matches anything.
public struct MonitorRule: Equatable, Sendable {
  /// The kind of a message.
  public enum Kind: String, Sendable {
    /// A call of a method.
    case call = "method_call"
    /// The results of a method.
    case reply = "method_return"
    /// The failure of a method.
    case error
    /// A signal.
    case signal
  }

  /// The kind.
  public var kind: Kind
  /// The sender. The bus compares a well-known name with its present owner.
  public var sender: BusName?
  /// The interface.
  public var interface: InterfaceName?
  /// The method or signal.
  public var member: MemberName?
  /// The first argument, if it is a string without an apostrophe.
  public var argument0: String?

  /// A rule with these conditions; a message must meet all of them.
  public init(
    _ kind: Kind, sender: BusName? = nil, interface: InterfaceName? = nil, member: MemberName? = nil,
    argument0: String? = nil
  ) {
    self.kind = kind
    self.sender = sender
    self.interface = interface
    self.member = member
    self.argument0 = argument0
  }

  /// The rule in the syntax of the bus.
  var text: String {
    let parts = [
      ("type", kind.rawValue), ("sender", sender?.text), ("interface", interface?.text), ("member", member?.text),
      ("arg0", argument0),
    ]
    return parts.compactMap { key, value in value.map { "\(key)='\($0)'" } }.joined(separator: ",")
  }
}
