public import BusValues

/// A call of a method of another connection.
public struct BusCall: Sendable {
  /// The receiver; a unique name reaches exactly that connection, a well-known one its current owner.
  public var destination: BusName
  /// The object of the receiver.
  public var path: ObjectPath
  /// The interface; `nil` lets the receiver find the method by its name.
  public var interface: InterfaceName?
  /// The method.
  public var member: MemberName
  /// Values of any types; the receiver checks them.
  public var arguments: [BusValue]
  /// The descriptors to which `.descriptor` values refer by index. They are duplicated when the call is made, and stay
  /// the caller's.
  public var descriptors: [CInt]
  /// The required signature of the reply, if it is to be checked.
  public var replySignature: Signature?

  /// A call with these parts.
  public init(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName,
    _ arguments: [BusValue] = [], descriptors: [CInt] = [], expecting replySignature: Signature? = nil
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.descriptors = descriptors
    self.replySignature = replySignature
  }
}

extension BusCall {
  /// A call of the bus itself.
  static func bus(_ member: MemberName, _ arguments: [BusValue], _ reply: Signature) -> BusCall {
    BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments, expecting: reply)
  }
}
