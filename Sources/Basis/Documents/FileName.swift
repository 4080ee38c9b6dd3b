/// Conversion of paths and file names between bytes and text.
///
/// To the system a name is bytes without an encoding. Here a name is read as UTF-8, and each byte that is not valid
/// UTF-8 becomes one character from a private range of Unicode. Every name is therefore a `String`, and ``bytes(_:)``
/// gives back the system's bytes exactly. Characters of that private range in a name are escaped in the same way, byte
/// by byte.
public enum FileName {
  /// The byte `b` becomes U+10FE00 + `b`.
  private static let base: UInt32 = 0x10_FE00
  private static let range: ClosedRange<UInt32> = base + 0x80...base + 0xFF

  /// True if a character stands for a byte that is not UTF-8.
  public static func isByte(_ scalar: Unicode.Scalar) -> Bool { range.contains(scalar.value) }

  /// Converts a name from the system, given without its final NUL.
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

  /// The last part of a path, the file's name; a path without parts, such as `/`, stays as it is. A combining mark at
  /// the beginning of a name does not hide the slash before it.
  public static func last(of path: String) -> String {
    path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? path
  }

  /// A file's name without its ending, whatever that is; a name such as `.profile` stays as it is.
  public static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
  }

  /// A file's name as the title of a text without one: without its ending. A name whose last part is no ending, such as
  /// `Dr.No` or `.profile`, stays as it is.
  public static func title(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    let ending = name[name.index(after: dot)...]
    let isEnding =
      (1...8).contains(ending.count) && ending.first?.isLetter == true
      && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && (ending == ending.lowercased() || ending == ending.uppercased())
    return isEnding ? String(name[..<dot]) : name
  }

  /// The bytes of a name made by ``text(_:)``, or of any other text as UTF-8.
  public static func bytes(_ text: some StringProtocol) -> [UInt8] {
    guard text.unicodeScalars.contains(where: isByte) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      isByte(scalar) ? [UInt8(scalar.value - base)] : Array(UTF8.encode(scalar) ?? .init())
    }
  }

  /// The same bytes for system calls, with a NUL at the end.
  public static func cString(_ text: some StringProtocol) -> [CChar] {
    bytes(text).map { CChar(bitPattern: $0) } + [0]
  }
}
