import Glibc

/// The outermost fields of a model's file: their lengths tell a file that is truncated, or that is no model, while some
/// bytes of it are read.
package enum OnnxOutline {
  /// A model has about ten: its graph, and what tells who made it.
  private static let mostFields = 1_000
  /// `ModelProto.graph`
  private static let graph: UInt64 = 7

  /// Checks an open file of some bytes; its place is left as it is.
  package static func check(_ descriptor: CInt, size: Int) throws(OnnxFault) {
    var (place, hasGraph) = (0, false)
    for _ in 0..<mostFields where place < size {
      var (bytes, header) = ([UInt8](repeating: 0, count: 20), ArraySlice<UInt8>())
      let count = pread(descriptor, &bytes, bytes.count, place)
      guard count > 0 else { throw ProtobufFields.truncated }
      header = bytes[..<count]
      let key = try ProtobufFields.varint(&header)
      guard key >> 3 > 0 else { throw ProtobufFields.another }
      var content = 0
      switch key & 7 {
      case 0: _ = try ProtobufFields.varint(&header)
      case 1: content = 8
      case 2:
        let length = try ProtobufFields.varint(&header)
        guard length <= UInt64(size) else { throw ProtobufFields.truncated }
        content = Int(length)
      case 5: content = 4
      default: throw ProtobufFields.another
      }
      place += header.startIndex + content
      if key == graph << 3 | 2 { hasGraph = true }
    }
    guard place <= size else { throw ProtobufFields.truncated }
    guard place == size else { throw ProtobufFields.another }
    guard hasGraph else { throw .notAModel("it has no graph") }
  }
}
