public import BusValues

/// A filter for signals of a subscription. `nil` matches anything.
public struct MatchRule: Equatable, Sendable {
  /// The sender. A well-known name stands for its current owner, which DBusKit tracks.
  public var sender: BusName?
  /// The object that sends the signal.
  public var path: ObjectPath?
  /// A path; signals of the objects at it and below match.
  public var pathNamespace: ObjectPath?
  /// The interface of the signal.
  public var interface: InterfaceName?
  /// The name of the signal.
  public var member: MemberName?
  /// The first argument, if it is a string.
  public var argument0: String?
  /// The first argument, if it is a bus name: this one or one below it.
  public var argument0Namespace: String?

  /// A rule with these conditions; a signal must meet all of them.
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

  /// The rule in the syntax of the bus.
  var text: String {
    var parts = ["type='signal'"]
    func add(_ key: String, _ value: String?) {
      // In that syntax an apostrophe ends the quotation, and a backslash outside of one escapes an apostrophe.
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

/// A received signal. Its descriptors have been closed.
public struct SignalMessage: Equatable, Sendable {
  /// The unique name of the sender, or the bus.
  public var sender: BusName
  /// The object that sent it.
  public var path: ObjectPath
  /// The interface of the signal.
  public var interface: InterfaceName
  /// The name of the signal.
  public var member: MemberName
  /// The arguments, of any types.
  public var arguments: [BusValue]
}
