/// Limits the number of attributes of an element.
///
/// libxml2 (up to 2.11) compares each attribute with all before it and cannot be interrupted meanwhile: a hundred
/// thousand attributes take minutes. Attributes beyond the limit are therefore overwritten with spaces before libxml2
/// reads the document. No real document has so many.
enum AttributeLimit {
  /// Attributes of an element.
  static let maximum = 256

  /// Returns the document with spaces in place of the attributes beyond the limit; unchanged if no element exceeds it.
  static func enforce(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var start = 0
    while let open = bytes.firstTag(from: start) {
      start = end(ofTagAt: open, in: bytes) { range in
        for index in range { result[index] = 0x20 }
      }
    }
    return result
  }

  /// Walks over the attributes as libxml2 does: a `<` between them ends nothing, and a quote counts only after a `=`.
  /// Text in a comment or a script may be taken for a tag. That does no harm, because no word that contains a `<` is
  /// changed.
  ///
  /// - Parameter blank: receives the range of each attribute beyond the limit.
  /// - Returns: the end of the tag.
  private static func end(ofTagAt open: Int, in bytes: [UInt8], blank: (Range<Int>) -> Void) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var index = open + 1
      while index < bytes.count, !bytes[index].endsWord { index += 1 }
      var count = 0
      while index < bytes.count, bytes[index] != greater {
        if bytes[index] <= 0x20 {
          index += 1
          continue
        }
        let attribute = endOfAttribute(at: index, in: bytes)
        count += 1
        if count > maximum, !bytes[index..<attribute].contains(less) {
          // The end of an empty element, of a comment and the like stays.
          let end = bytes[index..<attribute].lastIndex { !"/-]?".utf8.contains($0) }.map { $0 + 1 } ?? index
          blank(index..<end)
        }
        index = attribute
      }
      return index
    }
  }

  /// The end of an attribute: after its name, and after its value if it has one.
  private static func endOfAttribute(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var index = start
    while index < bytes.count, !bytes[index].endsWord, bytes[index] != equals { index += 1 }
    var value = index
    while value < bytes.count, bytes[value] <= 0x20 { value += 1 }
    guard value < bytes.count, bytes[value] == equals else { return max(index, start + 1) }
    value += 1
    while value < bytes.count, bytes[value] <= 0x20 { value += 1 }
    guard value < bytes.count else { return value }
    guard bytes[value] == 0x22 || bytes[value] == 0x27 else {
      while value < bytes.count, !bytes[value].endsWord { value += 1 }
      return value
    }
    return bytes[(value + 1)...].firstIndex(of: bytes[value]).map { $0 + 1 } ?? bytes.count
  }

  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")
  private static let equals = UInt8(ascii: "=")
}

extension UInt8 {
  fileprivate var endsWord: Bool { self <= 0x20 || self == UInt8(ascii: ">") }

  /// True if an element's name may begin with this byte.
  fileprivate var beginsName: Bool { self >= 0x3A && self != UInt8(ascii: "<") && self != UInt8(ascii: "?") }
}

extension [UInt8] {
  /// The next `<` that a name follows.
  fileprivate func firstTag(from start: Int) -> Int? {
    withUnsafeBufferPointer { bytes in
      var start = start
      while let found = bytes[start...].firstIndex(of: UInt8(ascii: "<")) {
        if found + 1 < bytes.count, bytes[found + 1].beginsName { return found }
        start = found + 1
      }
      return nil
    }
  }
}
