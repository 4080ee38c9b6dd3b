import Glibc
import OnnxRuntime

/// The outermost fields of a model's file: their lengths tell a file that is truncated, or that is no model, while some
/// bytes of it are read.
enum ModelOutline {
  /// A model has about ten: its graph, and what tells who made it.
  private static let mostFields = 1_000
  /// `ModelProto.graph`
  private static let graph: UInt64 = 7

  /// Checks a file of some size.
  static func check(_ descriptor: CInt, size: Int) throws(OnnxFault) {
    var (place, hasGraph) = (0, false)
    for _ in 0..<mostFields where place < size {
      var (bytes, header) = ([UInt8](repeating: 0, count: 20), ArraySlice<UInt8>())
      let count = pread(descriptor, &bytes, bytes.count, place)
      guard count > 0 else { throw truncated }
      header = bytes[..<count]
      let key = try number(&header)
      guard key >> 3 > 0 else { throw another }
      var content = 0
      switch key & 7 {
      case 0: _ = try number(&header)
      case 1: content = 8
      case 2:
        let length = try number(&header)
        guard length <= UInt64(size) else { throw truncated }
        content = Int(length)
      case 5: content = 4
      default: throw another
      }
      place += header.startIndex + content
      if key == graph << 3 | 2 { hasGraph = true }
    }
    guard place <= size else { throw truncated }
    guard place == size else { throw another }
    guard hasGraph else { throw .notAModel("it has no graph") }
  }

  private static let truncated = OnnxFault.notAModel("it is truncated, or no model in the format of ONNX")
  private static let another = OnnxFault.notAModel("it is no model in the format of ONNX")

  /// A number of variable length, which is removed from the bytes.
  private static func number(_ bytes: inout ArraySlice<UInt8>) throws(OnnxFault) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { throw truncated }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw another
  }
}
