/// Paths and names of files as text.
///
/// To the system a name is bytes in no encoding. Here it is UTF-8, and each byte that is no part of it becomes a character
/// of its own, from a private range of Unicode: so every name is a `String`, and ``bytes(_:)`` gives back what the system
/// knows, whatever that is. What the range itself would be in a name is written the same way, byte by byte.
public enum FileName {
  /// The byte `b` is U+10FE00 + `b`.
  private static let base: UInt32 = 0x10_FE00
  private static let range: ClosedRange<UInt32> = base + 0x80...base + 0xFF

  /// Whether a character stands for a byte that is not UTF-8.
  public static func isByte(_ scalar: Unicode.Scalar) -> Bool { range.contains(scalar.value) }

  /// A name as the system has it, without a NUL at its end.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isByte) { return text }
    var text = String.UnicodeScalarView()
    func escape(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { if let scalar = Unicode.Scalar(base + UInt32(byte)) { text.append(scalar) } }
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      var parser = UTF8.ForwardParser()
      var iterator = rest.makeIterator()
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        if isByte(scalar) { escape(rest.prefix(encoded.count)) } else { text.append(scalar) }
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        escape(rest.prefix(length))
        rest = rest.dropFirst(length)
      case .emptyInput: rest = []
      }
    }
    return String(text)
  }

  /// The bytes of a name that ``text(_:)`` has made, or of any other text as UTF-8.
  public static func bytes(_ text: some StringProtocol) -> [UInt8] {
    guard text.unicodeScalars.contains(where: isByte) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      isByte(scalar) ? [UInt8(scalar.value - base)] : Array(UTF8.encode(scalar) ?? .init())
    }
  }

  /// The same for calls of the system, with a NUL at the end.
  public static func cString(_ text: some StringProtocol) -> [CChar] {
    bytes(text).map { CChar(bitPattern: $0) } + [0]
  }
}
