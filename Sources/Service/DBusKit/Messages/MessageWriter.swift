import BusValues
import CDBus
import Glibc

/// Writes values into a message. Values for which libdbus or the bus would end the connection are refused before.
enum MessageWriter {
  /// Far below the 64 MiB of an array and the 128 MiB of a message that the specification allows.
  private static let maximumBytes = 32 << 20
  /// The specification's 64, minus a margin for readers that count differently.
  private static let maximumDepth = 60

  /// Appends `values`, of any types.
  ///
  /// - Parameter descriptors: the descriptors to which `.descriptor` values refer by index; the message gets
  ///   duplicates.
  static func append(
    _ values: [BusValue], to message: OpaquePointer, descriptors: [CInt] = []
  ) throws(BusError) {
    guard !values.isEmpty else { return }
    for value in values where !value.conforms(to: value.signature) {
      throw .invalidArguments("a value is not of the type that it declares")
    }
    if values.count > 1, Signature(values.map(\.signature.text).joined()) == nil {
      throw .invalidArguments("the arguments' signature is too long")
    }
    try appendConforming(values, to: message, descriptors: descriptors)
  }

  /// Appends values that are known to have the types they declare.
  static func appendConforming(
    _ values: [BusValue], to message: OpaquePointer, descriptors: [CInt] = []
  ) throws(BusError) {
    var bytes = 0
    for value in values { try measure(value, &bytes, depth: 0, descriptors: descriptors.count) }
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(message, &iterator)
    for value in values where !write(value, &iterator, descriptors) {
      throw .limitsExceeded("a descriptor could not be sent")
    }
  }

  /// Appends one variant with a value that is known to have the type `type`.
  static func append(variant value: BusValue, of type: Signature, to message: OpaquePointer) throws(BusError) {
    var bytes = 0
    try measure(value, &bytes, depth: 1, descriptors: 0)
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(message, &iterator)
    _ = container(TypeCode.variant, type.text, &iterator) { write(value, &$0, []) }  // has no descriptors to fail with
  }

  private static func measure(
    _ value: BusValue, _ bytes: inout Int, depth: Int, descriptors: Int
  ) throws(BusError) {
    bytes += 16  // the least that any fixed value, length or padding takes
    switch value {
    case .string(let text): bytes += text.utf8.count
    case .objectPath(let path): bytes += path.text.utf8.count
    case .signature(let signature): bytes += signature.text.utf8.count
    case .descriptor(let index):
      if index >= descriptors { throw .invalidArguments("a value names a descriptor that is not there") }
    case .array(_, let elements), .structure(let elements):
      for element in elements { try measure(element, &bytes, depth: depth + 1, descriptors: descriptors) }
    case .dictionary(_, _, let entries):
      for entry in entries {
        try measure(entry.key, &bytes, depth: depth + 2, descriptors: descriptors)
        try measure(entry.value, &bytes, depth: depth + 2, descriptors: descriptors)
      }
    case .variant(let content): try measure(content, &bytes, depth: depth + 1, descriptors: descriptors)
    default: break
    }
    if bytes > maximumBytes || depth > maximumDepth { throw .limitsExceeded("the message would be too large") }
  }

  /// - Returns: false if no descriptor is free for a duplicate; nothing else can fail.
  private static func write(_ value: BusValue, _ iterator: inout DBusMessageIter, _ descriptors: [CInt]) -> Bool {
    switch value {
    case .byte(let number): return fixed(TypeCode.byte, number, &iterator)
    case .bool(let value): return fixed(TypeCode.bool, dbus_bool_t(value ? 1 : 0), &iterator)
    case .int16(let number): return fixed(TypeCode.int16, number, &iterator)
    case .uint16(let number): return fixed(TypeCode.uint16, number, &iterator)
    case .int32(let number): return fixed(TypeCode.int32, number, &iterator)
    case .uint32(let number): return fixed(TypeCode.uint32, number, &iterator)
    case .int64(let number): return fixed(TypeCode.int64, number, &iterator)
    case .uint64(let number): return fixed(TypeCode.uint64, number, &iterator)
    case .double(let number): return fixed(TypeCode.double, number, &iterator)
    case .string(let text): return string(TypeCode.string, text, &iterator)
    case .objectPath(let path): return string(TypeCode.objectPath, path.text, &iterator)
    case .signature(let signature): return string(TypeCode.signature, signature.text, &iterator)
    case .descriptor(let index): return fixed(TypeCode.descriptor, descriptors[Int(index)], &iterator)
    case .array(let element, let elements):
      return container(TypeCode.array, element.text, &iterator) { inner in
        elements.allSatisfy { write($0, &inner, descriptors) }
      }
    case .dictionary(let key, let value, let entries):
      return container(TypeCode.array, "{" + key.text + value.text + "}", &iterator) { inner in
        entries.allSatisfy { entry in
          container(TypeCode.entry, nil, &inner) { pair in
            write(entry.key, &pair, descriptors) && write(entry.value, &pair, descriptors)
          }
        }
      }
    case .structure(let fields):
      return container(TypeCode.structure, nil, &iterator) { inner in
        fields.allSatisfy { write($0, &inner, descriptors) }
      }
    case .variant(let content):
      return container(TypeCode.variant, content.signature.text, &iterator) { write(content, &$0, descriptors) }
    }
  }

  private static func fixed<T: BitwiseCopyable>(_ code: CInt, _ value: T, _ iterator: inout DBusMessageIter) -> Bool {
    withUnsafePointer(to: value) { dbus_message_iter_append_basic(&iterator, code, $0) != 0 }
  }

  private static func string(_ code: CInt, _ text: String, _ iterator: inout DBusMessageIter) -> Bool {
    let written: Bool? = text.withCString { pointer in
      // libdbus would read the text only up to a NUL.
      guard strlen(pointer) == text.utf8.count else { return nil }
      return withUnsafePointer(to: pointer) { dbus_message_iter_append_basic(&iterator, code, $0) != 0 }
    }
    return written ?? string(code, String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }), &iterator)
  }

  private static func container(
    _ code: CInt, _ signature: String?, _ iterator: inout DBusMessageIter, _ body: (inout DBusMessageIter) -> Bool
  ) -> Bool {
    var inner = DBusMessageIter()
    guard dbus_message_iter_open_container(&iterator, code, signature, &inner) != 0 else { return false }
    guard body(&inner) else {
      dbus_message_iter_abandon_container(&iterator, &inner)
      return false
    }
    return dbus_message_iter_close_container(&iterator, &inner) != 0
  }
}
