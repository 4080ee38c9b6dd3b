import BusValues
import CDBus
import EventLoop
import Glibc

/// Reads the arguments of one message.
///
/// Types are checked before values are read, because libdbus ends the process otherwise. Descriptors are duplicated and
/// belong to the code that takes ``descriptors``. After an error there are none.
struct MessageReader {
  private var left: MessageLimits
  private(set) var descriptors: [CInt] = []
  /// Bytes; a longer string is cut.
  var longestText: Int?
  /// Decides by the key which entries of dictionaries with string keys are read.
  var keeps: ((String) -> Bool)?

  init(limits: MessageLimits) { left = limits }

  mutating func arguments(of message: OpaquePointer) throws(BusError) -> [BusValue] {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
    do {
      return try sequence(&iterator)
    } catch {
      descriptors.forEach { BlockingWork.closeDescriptor($0) }
      descriptors = []
      throw error
    }
  }

  /// The values from the iterator's place to the end of its container.
  private mutating func sequence(
    _ iterator: inout DBusMessageIter, of type: Signature? = nil
  ) throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while true {
      let code = dbus_message_iter_get_arg_type(&iterator)
      if code == TypeCode.end { return values }
      values.append(try value(code, &iterator, type: type))
      dbus_message_iter_next(&iterator)
    }
  }

  /// - Parameter type: the value's type, if the container around it declares it; only containers need it.
  private mutating func value(
    _ code: CInt, _ iterator: inout DBusMessageIter, type: Signature?
  ) throws(BusError) -> BusValue {
    left.values -= 1
    if left.values < 0 { throw .limitsExceeded("too many values in one message") }
    switch code {
    case TypeCode.byte: return .byte(fixed(&iterator, 0))
    case TypeCode.bool: return .bool(fixed(&iterator, dbus_bool_t(0)) != 0)
    case TypeCode.int16: return .int16(fixed(&iterator, 0))
    case TypeCode.uint16: return .uint16(fixed(&iterator, 0))
    case TypeCode.int32: return .int32(fixed(&iterator, 0))
    case TypeCode.uint32: return .uint32(fixed(&iterator, 0))
    case TypeCode.int64: return .int64(fixed(&iterator, 0))
    case TypeCode.uint64: return .uint64(fixed(&iterator, 0))
    case TypeCode.double: return .double(fixed(&iterator, 0))
    case TypeCode.string: return .string(try text(&iterator))
    case TypeCode.objectPath: return .objectPath(ObjectPath(trusted: try text(&iterator)))
    case TypeCode.signature: return .signature(Signature(trusted: try text(&iterator)))
    case TypeCode.descriptor: return .descriptor(try descriptor(&iterator))
    case TypeCode.array: return try array(&iterator, type: type)
    case TypeCode.structure:
      var fields = inside(&iterator)
      return .structure(try sequence(&fields))
    case TypeCode.variant:
      var content = inside(&iterator)
      return .variant(try value(dbus_message_iter_get_arg_type(&content), &content, type: nil))
    default:
      throw BusError(name: BusError.Name.inconsistentMessage, message: "a value of no known type")
    }
  }

  private mutating func array(_ iterator: inout DBusMessageIter, type: Signature?) throws(BusError) -> BusValue {
    let type = (type ?? Self.signature(&iterator)).text
    var elements = inside(&iterator)
    guard dbus_message_iter_get_element_type(&iterator) == TypeCode.entry else {
      let element = Signature(trusted: String(type.dropFirst()))
      return .array(of: element, try sequence(&elements, of: element))
    }
    // The type is "a{" key value "}", and the key is one letter.
    let inner = type.dropFirst(2).dropLast()
    let keyType = Signature(trusted: String(inner.prefix(1)))
    let valueType = Signature(trusted: String(inner.dropFirst()))
    var entries: [BusEntry] = []
    while dbus_message_iter_get_arg_type(&elements) == TypeCode.entry {
      var pair = inside(&elements)
      let key = try value(dbus_message_iter_get_arg_type(&pair), &pair, type: keyType)
      if let keeps, let name = key.asString, !keeps(name) {
        dbus_message_iter_next(&elements)
        continue
      }
      dbus_message_iter_next(&pair)
      entries.append(BusEntry(key, try value(dbus_message_iter_get_arg_type(&pair), &pair, type: valueType)))
      dbus_message_iter_next(&elements)
    }
    return .dictionary(key: keyType, value: valueType, entries)
  }

  private func inside(_ iterator: inout DBusMessageIter) -> DBusMessageIter {
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    return inner
  }

  /// Reads a value of the type of `zero`; the caller has checked the type code.
  private func fixed<T: BitwiseCopyable>(_ iterator: inout DBusMessageIter, _ zero: T) -> T {
    var value = zero
    dbus_message_iter_get_basic(&iterator, &value)
    return value
  }

  private mutating func text(_ iterator: inout DBusMessageIter) throws(BusError) -> String {
    var pointer: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &pointer)
    guard let pointer else { return "" }
    let count = strlen(pointer)
    if let longestText, count > longestText { return try beginning(of: pointer, longestText) }
    left.textBytes -= count
    if left.textBytes < 0 { throw .limitsExceeded("too much text in one message") }
    return String(cString: pointer)
  }

  /// The first characters of a text, which is valid UTF-8 as all texts of the bus are.
  private mutating func beginning(of pointer: UnsafePointer<CChar>, _ most: Int) throws(BusError) -> String {
    left.textBytes -= most
    if left.textBytes < 0 { throw .limitsExceeded("too much text in one message") }
    var end = most
    while end > 0, UInt8(bitPattern: pointer[end]) & 0xC0 == 0x80 { end -= 1 }
    let bytes = UnsafeBufferPointer(start: pointer, count: end).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func descriptor(_ iterator: inout DBusMessageIter) throws(BusError) -> UInt32 {
    if descriptors.count >= left.descriptors { throw .limitsExceeded("too many descriptors in one message") }
    var descriptor: CInt = -1
    dbus_message_iter_get_basic(&iterator, &descriptor)
    // libdbus duplicates it. That fails if the process has no free descriptor, or the message has none of that index.
    guard descriptor >= 0 else { throw .limitsExceeded("the descriptor could not be received") }
    descriptors.append(descriptor)
    return UInt32(descriptors.count - 1)
  }

  private static func signature(_ iterator: inout DBusMessageIter) -> Signature {
    guard let pointer = dbus_message_iter_get_signature(&iterator) else { fatalError("out of memory") }
    defer { dbus_free(pointer) }
    return Signature(trusted: String(cString: pointer))
  }
}
