import BusValues
import CDBus
import EventLoop
import Glibc

/// Properties, and the identity of the machine, which are the same for all objects. The arguments have been checked
/// against the signature.
@Core
struct StandardCalls {
  /// The way of the answers.
  let answers: CallAnswers

  /// Answers `Get` directly, without values for the names: it is the most frequent call.
  func get(_ message: OpaquePointer, _ node: ExportedNode) throws(BusError) {
    var iterator = DBusMessageIter()
    dbus_message_iter_init(message, &iterator)
    let interface = Self.string(&iterator)
    dbus_message_iter_next(&iterator)
    let property = try node.property(Self.string(&iterator), in: interface)
    guard property.isReadable else { throw .accessDenied("the property \(property.name) cannot be read") }
    let value = try node.object.value(of: property.name, in: property.interface)
    guard value.conforms(to: property.signature) else {
      throw .failed("the property \(property.name) has a value of another type than it declares")
    }
    answers.reply(to: message) { answer throws(BusError) in
      try MessageWriter.append(variant: value, of: property.signature, to: answer)
    }
  }

  /// Sets a property.
  func set(_ message: OpaquePointer, _ node: ExportedNode, _ limits: MessageLimits) throws(BusError) {
    var reader = MessageReader(limits: limits)
    let arguments = try reader.arguments(of: message)
    // No property uses descriptors.
    defer { reader.descriptors.forEach { Glibc.close($0) } }
    guard arguments.count == 3, let interface = arguments[0].asString, let name = arguments[1].asString,
      let value = arguments[2].asVariant
    else { return }
    let property = try node.property(name, in: interface)
    guard property.isWritable else { throw .propertyReadOnly("the property \(property.name) cannot be set") }
    // Clients often send a round number as an integer.
    let converted = property.signature == .double ? value.asNumber.map { BusValue.double($0) } ?? value : value
    guard converted.signature == property.signature else {
      throw .invalidArguments("the property \(property.name) is \"\(property.signature)\", not \"\(value.signature)\"")
    }
    try node.object.set(property.name, in: property.interface, to: converted)
    answers.reply(to: message, [])
  }

  /// Answers with the readable properties of an interface, or of all.
  func getAll(_ message: OpaquePointer, _ node: ExportedNode) throws(BusError) {
    var iterator = DBusMessageIter()
    dbus_message_iter_init(message, &iterator)
    let name = Self.string(&iterator)
    var interfaces = node.interfaces
    if name.pointee != 0 {
      guard let interface = node[name] else {
        throw .unknownInterface("\(node.path) has no interface \(String(cString: name))")
      }
      interfaces = [interface]
    }
    var entries: [(String, BusValue)] = []
    for property in interfaces.flatMap(\.properties.values) where property.isReadable {
      // A property without a value at the moment does not hide the others.
      guard let value = try? node.object.value(of: property.name, in: property.interface),
        value.conforms(to: property.signature), !entries.contains(where: { $0.0 == property.name })
      else { continue }
      entries.append((property.name, value))
    }
    answers.reply(to: message, [.vardict(ordered: entries)])
  }

  /// Answers with the identity of this machine.
  func machineID(_ message: OpaquePointer) throws(BusError) {
    guard let id = dbus_try_get_local_machine_id(nil) else { throw .failed("this machine has no id") }
    defer { dbus_free(id) }
    answers.reply(to: message, [.string(String(cString: id))])
  }

  /// The string at the iterator; the signature guarantees one. It is borrowed until the message is released.
  private static func string(_ iterator: inout DBusMessageIter) -> UnsafePointer<CChar> {
    var pointer: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &pointer)
    return pointer!
  }
}

extension ExportedNode {
  /// The property with that name; without an interface, the first one.
  fileprivate func property(
    _ name: UnsafePointer<CChar>, in interface: UnsafePointer<CChar>
  ) throws(BusError) -> ExportedProperty {
    if interface.pointee == 0 {
      for interface in interfaces { if let property = interface.properties[name] { return property } }
      throw .unknownProperty("\(path) has no property \(String(cString: name))")
    }
    guard let found = self[interface] else {
      throw .unknownInterface("\(path) has no interface \(String(cString: interface))")
    }
    guard let property = found.properties[name] else {
      throw .unknownProperty("\(found.description.name) has no property \(String(cString: name))")
    }
    return property
  }
}
