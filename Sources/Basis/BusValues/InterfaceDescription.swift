/// The description of an interface: the single source of dispatch, type checks and introspection data.
public struct InterfaceDescription: Equatable, Sendable {
  /// The name of the interface.
  public var name: InterfaceName
  /// The methods, in the order of the introspection data.
  public var methods: [MethodDescription]
  /// The signals, in the order of the introspection data.
  public var signals: [SignalDescription]
  /// The properties, in the order of the introspection data.
  public var properties: [PropertyDescription]
  /// A description for people who write clients; empty for none.
  public var doc: String

  /// An interface with these parts.
  public init(
    _ name: InterfaceName, methods: [MethodDescription] = [], signals: [SignalDescription] = [],
    properties: [PropertyDescription] = [], doc: String = ""
  ) {
    self.name = name
    self.methods = methods
    self.signals = signals
    self.properties = properties
    self.doc = doc
  }

  /// The method of that name, if there is one.
  public func method(_ name: String) -> MethodDescription? { methods.first { $0.name.text == name } }

  /// The signal of that name, if there is one.
  public func signal(_ name: String) -> SignalDescription? { signals.first { $0.name.text == name } }

  /// The property of that name, if there is one.
  public func property(_ name: String) -> PropertyDescription? { properties.first { $0.name.text == name } }
}

/// An argument of a method or a signal.
public struct ArgumentDescription: Equatable, Sendable {
  /// The name of the argument; empty for none.
  public var name: String
  /// One complete type.
  public var signature: Signature
  /// A description for people who write clients; empty for none.
  public var doc: String

  /// Traps if `signature` is not one complete type.
  public init(_ name: String, _ signature: Signature, doc: String = "") {
    precondition(signature.isSingle, "argument \(name) has not one type: \(signature)")
    self.name = name
    self.signature = signature
    self.doc = doc
  }
}

/// An annotation for programs in the introspection data, such as `org.freedesktop.DBus.Deprecated`.
public struct AnnotationDescription: Equatable, Sendable {
  /// The name of the annotation.
  public var name: InterfaceName
  /// The value of the annotation.
  public var value: String

  /// An annotation with this name and value.
  public init(_ name: InterfaceName, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The method, signal or property should not be used any more.
  public static let deprecated = AnnotationDescription("org.freedesktop.DBus.Deprecated", "true")
  /// The method has no reply.
  public static let noReply = AnnotationDescription("org.freedesktop.DBus.Method.NoReply", "true")
}

/// A method.
public struct MethodDescription: Equatable, Sendable {
  /// The name of the method.
  public var name: MemberName
  /// The arguments of a call.
  public var input: [ArgumentDescription]
  /// The arguments of the reply.
  public var output: [ArgumentDescription]
  /// Annotations for programs.
  public var annotations: [AnnotationDescription]
  /// A description for people who write clients; empty for none.
  public var doc: String

  /// A method with these arguments; overloading by type does not exist.
  public init(
    _ name: MemberName, in input: [ArgumentDescription] = [], out output: [ArgumentDescription] = [],
    annotations: [AnnotationDescription] = [], doc: String = ""
  ) {
    self.name = name
    self.input = input
    self.output = output
    self.annotations = annotations
    self.doc = doc
  }

  /// The signature that a call must have; traps if it is longer than 255 bytes.
  public var inputSignature: Signature { Signature(stringLiteral: input.map(\.signature.text).joined()) }

  /// The signature of the reply; traps if it is longer than 255 bytes.
  public var outputSignature: Signature { Signature(stringLiteral: output.map(\.signature.text).joined()) }
}

/// A signal.
public struct SignalDescription: Equatable, Sendable {
  /// The name of the signal.
  public var name: MemberName
  /// The arguments.
  public var arguments: [ArgumentDescription]
  /// Annotations for programs.
  public var annotations: [AnnotationDescription]
  /// A description for people who write clients; empty for none.
  public var doc: String

  /// A signal with these arguments.
  public init(
    _ name: MemberName, _ arguments: [ArgumentDescription] = [], annotations: [AnnotationDescription] = [],
    doc: String = ""
  ) {
    self.name = name
    self.arguments = arguments
    self.annotations = annotations
    self.doc = doc
  }
}

/// A property.
public struct PropertyDescription: Equatable, Sendable {
  /// The access of clients to a property.
  public enum Access: String, Sendable {
    case read
    case readWrite = "readwrite"
    case write
  }

  /// The way in which clients learn that the value changed (`org.freedesktop.DBus.Property.EmitsChangedSignal`).
  public enum ChangeNotice: String, Sendable {
    /// `PropertiesChanged` with the new value.
    case `true`
    /// `PropertiesChanged` without the value.
    case invalidates
    /// The value never changes while the object exists.
    case const
    /// Changes are not reported.
    case `false`
  }

  /// The name of the property.
  public var name: MemberName
  /// One complete type.
  public var signature: Signature
  /// The access of clients.
  public var access: Access
  /// The way in which clients learn of changes.
  public var emitsChanged: ChangeNotice
  /// Annotations for programs, except the one that declares `emitsChanged`.
  public var annotations: [AnnotationDescription]
  /// A description for people who write clients; empty for none.
  public var doc: String

  /// Traps if `signature` is not one complete type.
  public init(
    _ name: MemberName, _ signature: Signature, access: Access = .read, emitsChanged: ChangeNotice = .true,
    annotations: [AnnotationDescription] = [], doc: String = ""
  ) {
    precondition(signature.isSingle, "property \(name) has not one type: \(signature)")
    self.name = name
    self.signature = signature
    self.access = access
    self.emitsChanged = emitsChanged
    self.annotations = annotations
    self.doc = doc
  }
}
