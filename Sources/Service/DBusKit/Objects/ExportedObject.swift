public import BusValues
public import EventLoop

/// An object that clients reach at an object path.
///
/// Every request has been checked against ``interfaces`` before it reaches the object. DBusKit answers
/// `org.freedesktop.DBus.Peer`, `.Introspectable` and `.Properties` itself.
@Core
public protocol ExportedObject: AnyObject {
  /// The object's interfaces; read once, by ``BusConnection/export(_:at:)``.
  var interfaces: [InterfaceDescription] { get }

  /// Performs a call whose arguments have the types that the method declares, and answers it, now or later.
  func handle(_ call: IncomingCall)

  /// The value of a readable property, of its declared type; an error goes to the caller.
  func value(of property: String, in interface: String) throws(BusError) -> BusValue

  /// Sets a writable property to a value of its declared type. The empty reply follows when this returns, so signals
  /// sent here come before it.
  func set(_ property: String, in interface: String, to value: BusValue) throws(BusError)
}

extension ExportedObject {
  /// For objects without properties.
  public func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    throw .unknownProperty("there is no property \(property)")
  }

  /// For objects without writable properties.
  public func set(_ property: String, in interface: String, to value: BusValue) throws(BusError) {
    throw .propertyReadOnly("the property \(property) cannot be set")
  }
}
