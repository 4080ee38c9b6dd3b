/// The fields of a message in the wire format of Protocol Buffers, one after the other.
struct ProtobufFields {
  /// A field.
  struct Field {
    var number: Int
    /// The content of a string, of bytes, or of a message.
    var content: ArraySlice<UInt8>?
    /// The value of a number.
    var value: Int?
    /// The field with its header.
    var bytes: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next field; `nil` at the end.
  mutating func next() throws(OnnxFault) -> Field? {
    guard !rest.isEmpty else { return nil }
    let whole = rest
    let key = try varint()
    // A file of zeros would be as many fields.
    guard key >> 3 > 0 else { throw Self.another }
    var field = Field(number: Int(key >> 3), content: nil, value: nil, bytes: [])
    switch key & 7 {
    case 0: field.value = Int(truncatingIfNeeded: try varint())
    case 1: try skip(8)
    case 2:
      let count = try varint()
      guard count <= UInt64(rest.count) else { throw Self.truncated }
      field.content = rest.prefix(Int(count))
      rest = rest.dropFirst(Int(count))
    case 5: try skip(4)
    default: throw Self.another
    }
    field.bytes = whole.prefix(rest.startIndex - whole.startIndex)
    return field
  }

  static let truncated = OnnxFault.notAModel("it is truncated, or no model in the format of ONNX")
  static let another = OnnxFault.notAModel("it is no model in the format of ONNX")

  private mutating func skip(_ count: Int) throws(OnnxFault) {
    guard rest.count >= count else { throw Self.truncated }
    rest = rest.dropFirst(count)
  }

  private mutating func varint() throws(OnnxFault) -> UInt64 { try Self.varint(&rest) }

  /// A number of variable length, which is removed from the bytes.
  static func varint(_ bytes: inout ArraySlice<UInt8>) throws(OnnxFault) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { throw truncated }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw truncated
  }

  /// The header of a field with content.
  static func header(_ number: Int, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for start in [UInt64(number) << 3 | 2, UInt64(count)] {
      var value = start
      while value >= 0x80 {
        bytes.append(UInt8(value & 0x7F) | 0x80)
        value >>= 7
      }
      bytes.append(UInt8(value))
    }
    return bytes
  }

  /// A field with content.
  static func field(_ number: Int, _ content: ArraySlice<UInt8>) -> [UInt8] {
    header(number, count: content.count) + content
  }
}
