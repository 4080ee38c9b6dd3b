/// Finds the encoding that an XML or HTML document declares.
public enum MarkupEncoding {
  /// The encoding that the first bytes declare, in an XML declaration or a `meta` element; `nil` if they declare none.
  public static func declared(in bytes: some Sequence<UInt8>) -> String? {
    let head = bytes.prefix(2048).map { $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) }
    for key in ["charset=", "encoding="] {
      guard let start = head.firstIndex(of: Array(key.utf8)) else { continue }
      let value = head[(start + key.utf8.count)...].drop { $0 == 0x22 || $0 == 0x27 || $0 == 0x20 }
        .prefix { $0 > 0x20 && $0 < 0x7F && !"\"';>?/".utf8.contains($0) }
      if (2...40).contains(value.count) { return String(decoding: value, as: UTF8.self) }
    }
    return nil
  }

  /// True if the first character that is not white space begins markup, in any encoding.
  public static func isMarkup(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.prefix(512).first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
  }
}

extension [UInt8] {
  fileprivate func firstIndex(of part: [UInt8]) -> Int? {
    guard count >= part.count else { return nil }
    return (0...count - part.count).first { self[$0...].starts(with: part) }
  }
}
