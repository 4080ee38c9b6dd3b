public import BusValues

/// Which signals a subscription wants. What is `nil` may be anything.
public struct MatchRule: Equatable, Sendable {
  /// Who sends them. A well-known name stands for its owner of the moment, whom the kit keeps track of.
  public var sender: BusName?
  /// Of which object they are.
  public var path: ObjectPath?
  /// The path or one below it.
  public var pathNamespace: ObjectPath?
  /// Of which interface they are.
  public var interface: InterfaceName?
  /// Which of its signals.
  public var member: MemberName?
  /// The first argument, a string.
  public var argument0: String?
  /// The first argument, a bus name: this one or one below it.
  public var argument0Namespace: String?

  /// A rule with these conditions, which must all hold.
  public init(
    sender: BusName? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil,
    interface: InterfaceName? = nil, member: MemberName? = nil, argument0: String? = nil,
    argument0Namespace: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.pathNamespace = pathNamespace
    self.interface = interface
    self.member = member
    self.argument0 = argument0
    self.argument0Namespace = argument0Namespace
  }

  /// The rule as the bus reads it.
  var text: String {
    var parts = ["type='signal'"]
    func add(_ key: String, _ value: String?) {
      // In the bus's grammar an apostrophe ends the quotation, and a backslash outside of one escapes it.
      guard let value else { return }
      let quoted = value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      parts.append(key + "='" + quoted + "'")
    }
    add("sender", sender?.text)
    add("path", path?.text)
    add("path_namespace", pathNamespace?.text)
    add("interface", interface?.text)
    add("member", member?.text)
    add("arg0", argument0)
    add("arg0namespace", argument0Namespace)
    return parts.joined(separator: ",")
  }
}

/// A signal that arrived. Descriptors in it have been closed.
public struct SignalMessage: Equatable, Sendable {
  /// The unique name of the sender, or the bus.
  public var sender: BusName
  /// The object that it is of.
  public var path: ObjectPath
  /// The interface that it is of.
  public var interface: InterfaceName
  /// Its name.
  public var member: MemberName
  /// What it carries, of any types.
  public var arguments: [BusValue]
}
