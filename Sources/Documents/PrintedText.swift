/// Removes from a program's output the parts for terminals and printers: colours and other sequences of ISO 6429,
/// window titles, overstruck letters (`man`), and control characters. Line ends, tabs and form feeds stay.
///
/// It works in pieces, on UTF-8 and other encodings that contain ASCII. Other encodings, such as UTF-16, pass
/// unchanged. Pure.
struct PrintedText {
  /// The largest number of bytes of a line that are held back, as a later character may overstrike one of them.
  private static let longestHeld = 4096
  /// The number of bytes that stay held back if there are more.
  private static let kept = 64

  private enum State {
    case text
    /// After ESC.
    case escape
    /// After ESC and bytes that select a character set.
    case intermediate
    /// Within `ESC [ …`.
    case sequence
    /// Within `ESC ] …` and similar strings, which end with BEL or `ESC \`.
    case string
    case stringEscape
    /// After the first byte of a control character in UTF-8.
    case control
  }

  private var state = State.text
  /// The current line, from its first byte that has not been passed on.
  private var line: [UInt8] = []
  /// The place of the next character; after a backspace, it is before the end of the line.
  private var cursor = 0
  /// The incomplete character that overstrikes another one.
  private var striking: [UInt8] = []
  private var isRaw: Bool?

  /// Cleans a whole text.
  static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    var text = PrintedText()
    return text.take(bytes[...]) + text.flush()
  }

  /// True if a text holds something that ``cleaned(_:)`` takes out.
  static func isNeeded(for bytes: [UInt8]) -> Bool {
    guard !isRaw(bytes[...]) else { return false }
    var previous: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x09, 0x0A, 0x0C, 0x0D: break
      case 0..<0x20, 0x7F: return true
      // A control character has two bytes.
      case 0x80..<0xA0 where previous == 0xC2: return true
      default: break
      }
      previous = byte
    }
    return false
  }

  /// Adds bytes and returns the clean ones; the output may lag behind by the current line.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    let isRaw = self.isRaw ?? Self.isRaw(bytes)
    self.isRaw = isRaw
    if isRaw { return Array(bytes) }
    var output: [UInt8] = []
    if state == .text && cursor == line.count && striking.isEmpty && !bytes.contains(where: Self.isSpecial) {
      line += bytes
      cursor = line.count
    } else {
      for byte in bytes { take(byte) }
    }
    let end = (line.lastIndex(of: 0x0A) ?? -1) + 1
    output += line[..<end]
    line.removeFirst(end)
    cursor = max(0, cursor - end)
    if line.count > Self.longestHeld { giveOut(line.count - Self.kept, &output) }
    return output
  }

  /// Returns the bytes that were held back; nothing more comes for now.
  mutating func flush() -> [UInt8] {
    var output: [UInt8] = []
    giveOut(line.count, &output)
    return output
  }

  private mutating func giveOut(_ count: Int, _ output: inout [UInt8]) {
    // A character is not split.
    var count = count
    while count < line.count, count > 0, line[count] & 0xC0 == 0x80 { count -= 1 }
    output += line[..<count]
    line.removeFirst(count)
    cursor = max(0, cursor - count)
  }

  private static func isRaw(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(4096).contains(0)
  }

  /// True for a byte that may be more than text.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0C, 0x0D: false
    case 0..<0x20, 0x7F, 0xC2: true
    default: false
    }
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .text: takeText(byte)
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .sequence
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
        state = .string
      case 0x20...0x2F: state = .intermediate
      case 0x1B: break
      default: leave(byte, isPart: (0x30...0x7E).contains(byte))
      }
    case .intermediate: if !(0x20...0x2F).contains(byte) { leave(byte, isPart: (0x30...0x7E).contains(byte)) }
    case .sequence: if !(0x20...0x3F).contains(byte) { leave(byte, isPart: (0x40...0x7E).contains(byte)) }
    case .string:
      switch byte {
      case 0x07: state = .text
      case 0x1B: state = .stringEscape
      // The string has no end.
      case 0x0A: leave(byte, isPart: false)
      default: break
      }
    case .stringEscape: if byte == UInt8(ascii: "\\") { state = .text } else { resume(.escape, byte) }
    case .control:
      switch byte {
      case 0x9B: state = .sequence
      case 0x9D, 0x90, 0x98, 0x9E, 0x9F: state = .string
      case 0x80..<0xA0: state = .text
      default:
        state = .text
        write(0xC2)
        take(byte)
      }
    }
  }

  private mutating func resume(_ state: State, _ byte: UInt8) {
    self.state = state
    take(byte)
  }

  /// Ends a sequence: with this byte, or before it if it cannot be the end.
  private mutating func leave(_ byte: UInt8, isPart: Bool) {
    state = .text
    if !isPart { take(byte) }
  }

  private mutating func takeText(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0xC2: state = .control
    case 0x08:
      finishStriking()
      guard cursor > 0 else { return }
      cursor -= 1
      while cursor > 0, line[cursor] & 0xC0 == 0x80 { cursor -= 1 }
    case 0x0A, 0x0D, 0x0C:
      finishStriking()
      cursor = line.count
      write(byte)
    // A NUL after the beginning: it is not text, and the service reports that.
    case 0, 0x09: write(byte)
    case 0..<0x20, 0x7F: break
    default: write(byte)
    }
  }

  private mutating func write(_ byte: UInt8) {
    guard cursor < line.count || !striking.isEmpty else {
      line.append(byte)
      cursor = line.count
      return
    }
    striking.append(byte)
    let width = striking[0] < 0xC0 ? 1 : striking[0] < 0xE0 ? 2 : striking[0] < 0xF0 ? 3 : 4
    if striking.count >= width { finishStriking() }
  }

  /// An overstruck or underlined letter stays; any other character takes its place.
  private mutating func finishStriking() {
    guard !striking.isEmpty else { return }
    var end = min(cursor + 1, line.count)
    while end < line.count, line[end] & 0xC0 == 0x80 { end += 1 }
    let isLine = striking == [UInt8(ascii: "_")] && cursor < end
    if !isLine { line.replaceSubrange(cursor..<end, with: striking) }
    cursor = isLine ? end : cursor + striking.count
    striking = []
  }
}
