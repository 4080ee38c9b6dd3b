/// What an interface offers: the one source of dispatch, of type checks and of the introspection data.
public struct InterfaceDescription: Equatable, Sendable {
  /// The name of the interface.
  public var name: InterfaceName
  /// The methods, in the order of the introspection data.
  public var methods: [MethodDescription]
  /// The signals, in the order of the introspection data.
  public var signals: [SignalDescription]
  /// The properties, in the order of the introspection data.
  public var properties: [PropertyDescription]
  /// For people who write clients; empty for none.
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
  /// What people call it; empty for none.
  public var name: String
  /// One complete type.
  public var signature: Signature
  /// For people who write clients; empty for none.
  public var doc: String

  /// Traps when `signature` is not one complete type.
  public init(_ name: String, _ signature: Signature, doc: String = "") {
    precondition(signature.isSingle, "argument \(name) has not one type: \(signature)")
    self.name = name
    self.signature = signature
    self.doc = doc
  }
}

/// A note for programs in the introspection data, such as `org.freedesktop.DBus.Deprecated`.
public struct AnnotationDescription: Equatable, Sendable {
  /// The name of the note.
  public var name: InterfaceName
  /// What it says.
  public var value: String

  /// A note with this name and value.
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
  /// What a caller gives.
  public var input: [ArgumentDescription]
  /// What the reply holds.
  public var output: [ArgumentDescription]
  /// Notes for programs.
  public var annotations: [AnnotationDescription]
  /// For people who write clients; empty for none.
  public var doc: String

  /// A method with these arguments; overloads by type do not exist.
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

  /// The signature that a call must have; traps when it would be longer than 255 bytes.
  public var inputSignature: Signature { Signature(stringLiteral: input.map(\.signature.text).joined()) }

  /// The signature of the reply; traps when it would be longer than 255 bytes.
  public var outputSignature: Signature { Signature(stringLiteral: output.map(\.signature.text).joined()) }
}

/// A signal.
public struct SignalDescription: Equatable, Sendable {
  /// The name of the signal.
  public var name: MemberName
  /// What it carries.
  public var arguments: [ArgumentDescription]
  /// Notes for programs.
  public var annotations: [AnnotationDescription]
  /// For people who write clients; empty for none.
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
  /// What clients may do with a property.
  public enum Access: String, Sendable {
    case read
    case readWrite = "readwrite"
    case write
  }

  /// How clients learn that the value changed (`org.freedesktop.DBus.Property.EmitsChangedSignal`).
  public enum ChangeNotice: String, Sendable {
    /// `PropertiesChanged` with the new value.
    case `true`
    /// `PropertiesChanged` without the value.
    case invalidates
    /// The value never changes while the object exists.
    case const
    /// Not at all.
    case `false`
  }

  /// The name of the property.
  public var name: MemberName
  /// One complete type.
  public var signature: Signature
  /// What clients may do.
  public var access: Access
  /// How clients learn of changes.
  public var emitsChanged: ChangeNotice
  /// Notes for programs, besides the one that says how changes are told.
  public var annotations: [AnnotationDescription]
  /// For people who write clients; empty for none.
  public var doc: String

  /// Traps when `signature` is not one complete type.
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
