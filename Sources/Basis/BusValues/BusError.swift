/// An error on the bus: a name for programs and a message for people.
public struct BusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Follows the grammar of ``InterfaceName``; an invalid name is sent as `org.freedesktop.DBus.Error.Failed`.
  public var name: String
  /// One line of text, or nothing.
  public var message: String

  /// An error with this name and message.
  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// Name and message in one line, for logs.
  public var description: String { message.isEmpty ? name : "\(name): \(message)" }
}

extension BusError {
  /// The names in the specification that services and callers use.
  public enum Name {
    /// An error without a more specific name.
    public static let failed = "org.freedesktop.DBus.Error.Failed"
    /// Arguments of the wrong type, or with values that the method refuses.
    public static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// There is no object at the path.
    public static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    /// The object has no such interface.
    public static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    /// The interface has no such method.
    public static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    /// The interface has no such property.
    public static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The property cannot be set.
    public static let propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
    /// The caller lacks the permission.
    public static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// The operation exists but is not supported here.
    public static let notSupported = "org.freedesktop.DBus.Error.NotSupported"
    /// The message exceeds a limit of the receiver.
    public static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// No answer came, or none can come any more.
    public static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// The connection is gone.
    public static let disconnected = "org.freedesktop.DBus.Error.Disconnected"
    /// The name has no owner, and no service can be started for it.
    public static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// The name has no owner.
    public static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// A reply or signal does not match its description.
    public static let inconsistentMessage = "org.freedesktop.DBus.Error.InconsistentMessage"
    /// A file, such as the socket of a bus, does not exist.
    public static let fileNotFound = "org.freedesktop.DBus.Error.FileNotFound"
    /// A socket exists, but no program listens on it.
    public static let noServer = "org.freedesktop.DBus.Error.NoServer"
  }

  /// `org.freedesktop.DBus.Error.Failed`
  public static func failed(_ message: String) -> BusError { .init(name: Name.failed, message: message) }

  /// `org.freedesktop.DBus.Error.InvalidArgs`
  public static func invalidArguments(_ message: String) -> BusError {
    .init(name: Name.invalidArguments, message: message)
  }

  /// `org.freedesktop.DBus.Error.UnknownObject`
  public static func unknownObject(_ message: String) -> BusError { .init(name: Name.unknownObject, message: message) }

  /// `org.freedesktop.DBus.Error.UnknownInterface`
  public static func unknownInterface(_ message: String) -> BusError {
    .init(name: Name.unknownInterface, message: message)
  }

  /// `org.freedesktop.DBus.Error.UnknownMethod`
  public static func unknownMethod(_ message: String) -> BusError { .init(name: Name.unknownMethod, message: message) }

  /// `org.freedesktop.DBus.Error.UnknownProperty`
  public static func unknownProperty(_ message: String) -> BusError {
    .init(name: Name.unknownProperty, message: message)
  }

  /// `org.freedesktop.DBus.Error.PropertyReadOnly`
  public static func propertyReadOnly(_ message: String) -> BusError {
    .init(name: Name.propertyReadOnly, message: message)
  }

  /// `org.freedesktop.DBus.Error.AccessDenied`
  public static func accessDenied(_ message: String) -> BusError { .init(name: Name.accessDenied, message: message) }

  /// `org.freedesktop.DBus.Error.NotSupported`
  public static func notSupported(_ message: String) -> BusError { .init(name: Name.notSupported, message: message) }

  /// `org.freedesktop.DBus.Error.LimitsExceeded`
  public static func limitsExceeded(_ message: String) -> BusError {
    .init(name: Name.limitsExceeded, message: message)
  }

  /// `org.freedesktop.DBus.Error.NoReply`
  public static func noReply(_ message: String) -> BusError { .init(name: Name.noReply, message: message) }

  /// `org.freedesktop.DBus.Error.Disconnected`
  public static func disconnected(_ message: String) -> BusError { .init(name: Name.disconnected, message: message) }
}
