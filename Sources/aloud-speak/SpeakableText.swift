/// A text in the form that the engine gets. Spaces replace line ends and control characters; they have the same width
/// in every unit, so that offsets are kept.
struct SpeakableText {
  private(set) var bytes: [UInt8]
  let string: String

  /// `nil` if the bytes are not UTF-8.
  init?(_ text: [UInt8]) {
    var bytes = text
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0..<0x20, 0x7F: bytes[index] = 0x20
      // U+0080…U+009F become the no-break space.
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0: bytes[index + 1] = 0xA0
      // U+2028 (line separator) and U+2029 (paragraph separator) become U+2003, a space.
      case 0xE2
      where index + 2 < bytes.count && bytes[index + 1] == 0x80
        && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9):
        bytes[index + 2] = 0x83
      default: break
      }
      index += 1
    }
    // The original is checked: a replacement must not turn an incomplete character into a whole one.
    guard String(validating: text, as: UTF8.self) != nil, let string = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    self.bytes = bytes
    self.string = string
  }
}
