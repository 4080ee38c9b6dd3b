public import BusValues
import CDBus
import EventLoop
import Glibc

// Dispatches calls of clients: finds object, interface and method, checks the types of the arguments, and answers.

extension BusConnection {
  /// Makes `object` reachable at `path` until ``unexport(_:)``; replaces an object at that path.
  public func export(_ object: any ExportedObject, at path: ObjectPath) {
    objects.set(ExportedNode(path: path, object: object, interfaces: object.interfaces))
  }

  /// Removes the object at `path`. Calls of it that are being performed can still be answered.
  public func unexport(_ path: ObjectPath) { objects.remove(path) }

  func receive(call message: OpaquePointer) {
    do throws(BusError) {
      try dispatch(message)
    } catch {
      fail(message, error)
    }
  }

  private func dispatch(_ message: OpaquePointer) throws(BusError) {
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
    if method.handler.changesSomething, let callQuota,
      !callQuota.admits(dbus_message_get_sender(message).map { String(cString: $0) } ?? "")
    {
      throw .limitsExceeded("too many calls in too short a time")
    }
    switch method.handler {
    case .get: if let node { try get(message, node) }
    case .set: if let node { try set(message, node) }
    case .getAll: if let node { try getAll(message, node) }
    case .introspect: introspect(message, String(cString: path), node)
    case .ping: reply(to: message, [])
    case .machineID: reply(to: message, [.string(try machineID())])
    case .object:
      guard let node else { return }
      var reader = MessageReader(limits: callLimits)
      let arguments = try reader.arguments(of: message)
      let call = IncomingCall(
        message, on: self, at: node.path, of: method, arguments: arguments, descriptors: reader.descriptors)
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

  // MARK: Answers

  func reply(to call: OpaquePointer, descriptors: [CInt] = [], _ values: [BusValue]) {
    reply(to: call) { message throws(BusError) in
      try MessageWriter.appendConforming(values, to: message, descriptors: descriptors)
    }
  }

  /// Sends the return message that `fill` has filled, or the error that it throws.
  func reply(to call: OpaquePointer, _ fill: (OpaquePointer) throws(BusError) -> Void) {
    guard isOpen, dbus_message_get_no_reply(call) == 0 else { return }
    guard let message = dbus_message_new_method_return(call) else { fatalError("out of memory") }
    defer { dbus_message_unref(message) }
    do throws(BusError) {
      try fill(message)
      dbus_connection_send(raw, message, nil)
    } catch {
      fail(call, error)
    }
  }

  func fail(_ call: OpaquePointer, _ error: BusError) {
    guard isOpen, dbus_message_get_no_reply(call) == 0 else { return }
    let name = InterfaceName(error.name)?.text ?? BusError.Name.failed
    // libdbus would read the text only up to a NUL.
    guard let message = dbus_message_new_error(call, name, error.message) else { fatalError("out of memory") }
    dbus_connection_send(raw, message, nil)
    dbus_message_unref(message)
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
