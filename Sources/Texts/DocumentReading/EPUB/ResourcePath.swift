/// A reference from one part of a book to another.
struct ResourcePath: Equatable {
  /// The name of the other part in the archive.
  var path: String
  /// The place in that part; empty for its beginning.
  var fragment: String

  /// - Parameter base: the name of the part in which the reference stands.
  /// - Returns: `nil` if it leads out of the book.
  init?(_ reference: String, from base: String) {
    let reference = reference.drop(while: \.isWhitespace)
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, !first.contains(":"), !first.hasPrefix("/") else { return nil }
    fragment = parts.count > 1 ? Self.decode(parts[1]) : ""
    let plain = Self.decode(first.prefix { $0 != "?" })
    if plain.isEmpty {
      path = base
      return
    }
    var names = base.split(separator: "/").dropLast().map { String($0) }
    for name in plain.split(separator: "/") {
      switch name {
      case ".": break
      case "..":
        guard names.popLast() != nil else { return nil }
      default: names.append(String(name))
      }
    }
    path = names.joined(separator: "/")
  }

  /// Decodes percent escapes such as `%20`, once.
  private static func decode(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value != 0
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
