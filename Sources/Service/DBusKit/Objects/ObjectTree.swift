import BusValues
import EventLoop

/// The exported objects by path.
struct ObjectTree {
  private var nodes = NameTable<ExportedNode>()
  /// Introspection data by path, made on first use. They take a hundred times as long as any other answer, and stay the
  /// same until an object is exported or removed.
  private var documents: [String: String] = [:]

  subscript(path: UnsafePointer<CChar>) -> ExportedNode? { nodes[path] }

  mutating func set(_ node: ExportedNode) {
    documents = [:]
    nodes.set(node.path.text, node)
  }

  mutating func remove(_ path: ObjectPath) {
    documents = [:]
    nodes.remove(path.text)
  }

  /// The introspection data of a path with an object, or above one.
  @Core mutating func document(at path: String, _ node: ExportedNode?) -> String {
    if let known = documents[path] { return known }
    let interfaces = node?.interfaces ?? [.peer, .introspectable]
    let document = Introspection.document(interfaces: interfaces.map(\.description), children: children(of: path))
    documents[path] = document
    return document
  }

  /// The names of the nodes directly below `path`, in order: exported ones and those on the way to one.
  func children(of path: String) -> [String] {
    let prefix = path == "/" ? "/" : path + "/"
    var names: Set<String> = []
    for node in nodes.values where node.path.text.hasPrefix(prefix) && node.path.text != path {
      names.insert(String(node.path.text.dropFirst(prefix.count).prefix { $0 != "/" }))
    }
    return names.sorted()
  }
}

/// One exported object, prepared for dispatch.
@Core
final class ExportedNode {
  nonisolated let path: ObjectPath
  let object: any ExportedObject
  let interfaces: [ExportedInterface]
  private var byName = NameTable<ExportedInterface>()

  init(path: ObjectPath, object: any ExportedObject, interfaces: [InterfaceDescription]) {
    self.path = path
    self.object = object
    self.interfaces = interfaces.map { ExportedInterface($0) } + ExportedInterface.standard
    for interface in self.interfaces { byName.set(interface.description.name.text, interface) }
  }

  subscript(interface: UnsafePointer<CChar>) -> ExportedInterface? { byName[interface] }

  /// The first method of that name, for calls that name no interface.
  func method(_ name: UnsafePointer<CChar>) -> ExportedMethod? {
    for interface in interfaces { if let method = interface.methods[name] { return method } }
    return nil
  }
}

/// One interface of an object, prepared for dispatch.
struct ExportedInterface: Sendable {
  let description: InterfaceDescription
  private(set) var methods = NameTable<ExportedMethod>()
  private(set) var properties = NameTable<ExportedProperty>()

  init(_ description: InterfaceDescription, _ handler: (String) -> ExportedMethod.Handler = { _ in .object }) {
    self.description = description
    let interface = description.name.text
    for method in description.methods {
      methods.set(method.name.text, ExportedMethod(method, interface: interface, handler(method.name.text)))
    }
    for property in description.properties {
      properties.set(property.name.text, ExportedProperty(property, interface: interface))
    }
  }

  static let peer = ExportedInterface(.peer) { $0 == "Ping" ? .ping : .machineID }
  static let introspectable = ExportedInterface(.introspectable) { _ in .introspect }
  static let properties = ExportedInterface(.properties) { $0 == "Get" ? .get : $0 == "Set" ? .set : .getAll }

  /// The interfaces of every object, in the order of the introspection data.
  static let standard = [peer, introspectable, properties]
}

/// One method, prepared for dispatch.
final class ExportedMethod: Sendable {
  /// The code that performs the calls.
  enum Handler: Sendable {
    case object, ping, machineID, introspect, get, set, getAll

    /// True if the call may change something or cost much: this module does not answer it by itself.
    var changesSomething: Bool { self == .object || self == .set }
  }

  let interface: String
  let name: String
  let handler: Handler
  /// The signature that a call must have.
  let inputSignature: String
  let output: [Signature]

  init(_ description: MethodDescription, interface: String, _ handler: Handler) {
    self.interface = interface
    self.name = description.name.text
    self.handler = handler
    inputSignature = description.inputSignature.text
    output = description.output.map(\.signature)
  }
}

/// One property, prepared for dispatch.
final class ExportedProperty: Sendable {
  let interface: String
  let name: String
  let signature: Signature
  let isReadable: Bool
  let isWritable: Bool

  init(_ description: PropertyDescription, interface: String) {
    self.interface = interface
    name = description.name.text
    signature = description.signature
    isReadable = description.access != .write
    isWritable = description.access != .read
  }
}
