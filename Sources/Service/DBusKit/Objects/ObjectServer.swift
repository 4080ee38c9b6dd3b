import BusValues
import CDBus
import EventLoop
import Glibc

/// Performs calls of clients: finds object, interface and method, checks the types of the arguments, and answers what
/// every object answers alike.
@Core
final class ObjectServer {
  /// Limits for calls.
  var limits = MessageLimits.calls
  /// Limits the rate of calls that may change something; `nil`: no limit.
  var quota: CallQuota?
  private let answers: CallAnswers
  private let standard: StandardCalls
  private var objects = ObjectTree()
  private var holding = CallHolding()
  /// The number of calls that have reached an object and are not answered.
  private(set) var unanswered = 0

  init(_ answers: CallAnswers) {
    self.answers = answers
    standard = StandardCalls(answers: answers)
  }

  /// Makes an object reachable, instead of another one at that path.
  func export(_ object: any ExportedObject, at path: ObjectPath) {
    objects.set(ExportedNode(path: path, object: object, interfaces: object.interfaces))
  }

  /// Removes the object at a path.
  func unexport(_ path: ObjectPath) { objects.remove(path) }

  // MARK: Held calls

  /// The number of held calls.
  var held: Int { holding.count }

  /// Holds calls that may change something.
  func hold() { holding.begin() }

  /// Performs the held calls in order and stops holding.
  func admit(for connection: BusConnection) {
    for message in holding.end() {
      if connection.isOpen { perform(message, for: connection) }
      dbus_message_unref(message)
    }
  }

  /// The link has ended: there are neither objects nor calls any more.
  func end() {
    objects = ObjectTree()
    holding.drop()
  }

  // MARK: Calls

  /// A call has reached an object, which is about to get it.
  func began() { unanswered += 1 }

  /// The object has answered a call.
  func answered() { unanswered -= 1 }

  /// Performs a call, or holds it.
  ///
  /// - Parameter connection: the one that received it, which lasts until the call is answered.
  func perform(_ message: OpaquePointer, for connection: BusConnection) {
    do throws(BusError) {
      try dispatch(message, for: connection)
    } catch {
      answers.fail(message, error)
    }
  }

  private func dispatch(_ message: OpaquePointer, for connection: BusConnection) throws(BusError) {
    // Every call has a path and a member, or libdbus would have refused it.
    guard let path = dbus_message_get_path(message), let name = dbus_message_get_member(message) else { return }
    let interface = dbus_message_get_interface(message)
    let node = objects[path]
    let method =
      if let node { try node.method(name, in: interface) } else { try pathMethod(name, in: interface, at: path) }
    guard strcmp(dbus_message_get_signature(message), method.inputSignature) == 0 else {
      throw .invalidArguments(
        "\(method.interface).\(method.name) takes \"\(method.inputSignature)\", not "
          + "\"\(String(cString: dbus_message_get_signature(message)))\"")
    }
    if method.handler.changesSomething, holding.takes(message) { return }
    if method.handler.changesSomething, let quota,
      !quota.admits(dbus_message_get_sender(message).map { String(cString: $0) } ?? "")
    {
      throw .limitsExceeded("too many calls in too short a time")
    }
    switch method.handler {
    case .get: if let node { try standard.get(message, node) }
    case .set: if let node { try standard.set(message, node, limits) }
    case .getAll: if let node { try standard.getAll(message, node) }
    case .introspect: answers.reply(to: message, [.string(objects.document(at: String(cString: path), node))])
    case .ping: answers.reply(to: message, [])
    case .machineID: try standard.machineID(message)
    case .object:
      guard let node else { return }
      var reader = MessageReader(limits: limits)
      let arguments = try reader.arguments(of: message)
      let call = IncomingCall(
        message, on: connection, at: node.path, of: method, arguments: arguments, descriptors: reader.descriptors)
      node.object.handle(call)
    }
  }

  /// The methods of a path without an object: Peer everywhere, Introspectable above objects and at the root.
  private func pathMethod(
    _ name: UnsafePointer<CChar>, in interface: UnsafePointer<CChar>?, at path: UnsafePointer<CChar>
  ) throws(BusError) -> ExportedMethod {
    let peer = ExportedInterface.peer
    if interface.map({ strcmp($0, peer.description.name.text) == 0 }) ?? true, let method = peer.methods[name] {
      return method
    }
    let introspectable = ExportedInterface.introspectable
    if interface.map({ strcmp($0, introspectable.description.name.text) == 0 }) ?? true,
      let method = introspectable.methods[name],
      strcmp(path, "/") == 0 || !objects.children(of: String(cString: path)).isEmpty
    {
      return method
    }
    throw .unknownObject("there is no object at \(String(cString: path))")
  }
}

extension ExportedNode {
  fileprivate func method(
    _ name: UnsafePointer<CChar>, in interface: UnsafePointer<CChar>?
  ) throws(BusError) -> ExportedMethod {
    guard let interface else {
      if let method = method(name) { return method }
      throw .unknownMethod("\(path) has no method \(String(cString: name))")
    }
    guard let found = self[interface] else {
      throw .unknownInterface("\(path) has no interface \(String(cString: interface))")
    }
    guard let method = found.methods[name] else {
      throw .unknownMethod("\(found.description.name) has no method \(String(cString: name))")
    }
    return method
  }
}
