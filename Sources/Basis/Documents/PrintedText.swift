/// Removes from a program's output the parts for terminals and printers: colours and other sequences of ISO 6429,
/// window titles and links, overstruck letters (`man`), lines that are written over (progress bars), and control
/// characters. Line ends, tabs and form feeds stay. Text that has none of them is unchanged.
///
/// Every text passes here on its way in: those of files and pipes, of calls, of notifications and announcements. Places
/// in a text count in what is left.
///
/// It works in pieces, on UTF-8 and other encodings that contain ASCII. Other encodings, such as UTF-16 and
/// ISO-2022-JP, pass unchanged. Pure.
public struct PrintedText {
  /// The largest number of bytes of a line that are held back, as a later character may overstrike one of them.
  private static let longestHeld = 4096
  /// The number of bytes that stay held back if there are more.
  private static let kept = 64
  /// The most columns that one sequence goes to the right, where it writes blanks.
  private static let mostColumns = 500

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
    /// After a carriage return, which may be the first half of a line end.
    case carriageReturn
  }

  /// The meaning of a carriage return without a line feed.
  private enum Returns {
    /// It ends lines in texts that have no line feeds, and goes back to the beginning of the line in others.
    case unknown
    case endLines, goBack
  }

  private var state = State.text
  /// The current line, from its first byte that has not been passed on.
  private var line: [UInt8] = []
  /// The place of the next character; after a backspace, it is before the end of the line.
  private var cursor = 0
  /// The first byte of the present line in ``line``. It is kept, since a text may go back at each of its bytes.
  private var beginning = 0
  /// The place of the first column: ``beginning``, or that after a carriage return whose meaning is not known.
  private var leftmost = 0
  /// The incomplete character that overstrikes another one.
  private var striking: [UInt8] = []
  private var isRaw: Bool?
  private var returns = Returns.unknown
  /// True if ``line`` has carriage returns whose meaning is not known.
  private var isUndecided = false
  /// The parameters of the sequence that is being read.
  private var parameters: [UInt8] = []
  /// True while nothing was taken out, so that nothing needs to be held back.
  public private(set) var isPlain = true

  /// Begins a text.
  public init() {}

  /// Cleans a whole text.
  public static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    var text = PrintedText()
    var output: [UInt8] = []
    var rest = bytes[...]
    // What is held back stays short, so that the time for a text grows with its length alone.
    while !rest.isEmpty {
      output += text.take(rest.prefix(longestHeld))
      rest = rest.dropFirst(longestHeld)
    }
    return output + text.flush()
  }

  /// Cleans a whole text.
  public static func cleaned(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F || $0 == 0xC2 }) else { return text }
    let bytes = Array(text.utf8)
    return isNeeded(for: bytes) ? String(decoding: cleaned(bytes), as: UTF8.self) : text
  }

  /// True if a text holds something that ``cleaned(_:)`` takes out.
  public static func isNeeded(for bytes: [UInt8]) -> Bool {
    guard !isRaw(bytes[...]) else { return false }
    var previous: UInt8 = 0
    var isReturned = false
    var isFed = false
    for byte in bytes {
      if previous == 0x0D, byte != 0x0A { isReturned = true }
      if byte == 0x0A { isFed = true }
      if isReturned && isFed { return true }
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
  public mutating func take(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    let isRaw = self.isRaw ?? Self.isRaw(bytes)
    self.isRaw = isRaw
    if isRaw { return Array(bytes) }
    var output: [UInt8] = []
    if state == .text && cursor == line.count && striking.isEmpty && !isUndecided && !Self.isSpecial(bytes) {
      if let feed = bytes.lastIndex(of: 0x0A) {
        returns = .goBack
        beginning = line.count + feed - bytes.startIndex + 1
        leftmost = beginning
      }
      line += bytes
      cursor = line.count
    } else {
      for byte in bytes { take(byte) }
    }
    output += line[..<beginning]
    drop(beginning)
    if line.count > Self.longestHeld { giveOut(line.count - Self.kept, &output) }
    return output
  }

  /// Returns the bytes that were held back; nothing more comes for now.
  public mutating func flush() -> [UInt8] {
    var output: [UInt8] = []
    if state == .carriageReturn {
      state = .text
      endLine(with: [0x0D])
    }
    giveOut(line.count, &output)
    return output
  }

  /// Removes bytes that are passed on.
  private mutating func drop(_ count: Int) {
    line.removeFirst(count)
    cursor = max(0, cursor - count)
    beginning = max(0, beginning - count)
    leftmost = max(0, leftmost - count)
  }

  private mutating func giveOut(_ count: Int, _ output: inout [UInt8]) {
    if isUndecided {
      // Nobody waits for a line feed that may never come.
      isUndecided = false
      returns = .endLines
      leftmost = beginning
    }
    // A character is not split.
    var count = count
    while count < line.count, count > 0, line[count] & 0xC0 == 0x80 { count -= 1 }
    output += line[..<count]
    drop(count)
  }

  private static func isRaw(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(4096).contains(0)
      || isShifted(bytes.prefix(4096))
  }

  /// True for ISO-2022: its sequences choose among sets of characters.
  private static func isShifted(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.dropLast(2).contains { bytes[$0] == 0x1B && bytes[$0 + 1] == 0x24 && 0x28...0x43 ~= bytes[$0 + 2] }
  }

  /// True if bytes have more than text.
  private static func isSpecial(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if isSpecial(byte) || previous == 0x0D && byte != 0x0A { return true }
      previous = byte
    }
    return previous == 0x0D
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
    case .sequence:
      if (0x20...0x3F).contains(byte) {
        if parameters.count < 16 { parameters.append(byte) }
      } else {
        if (0x40...0x7E).contains(byte) { perform(byte) }
        parameters = []
        leave(byte, isPart: (0x40...0x7E).contains(byte))
      }
    case .carriageReturn:
      state = .text
      switch byte {
      case 0x0A: endLine(with: [0x0D, 0x0A])
      // Several of them are one, as the translation of line ends may write them.
      case 0x0D: state = .carriageReturn
      default:
        goBack()
        take(byte)
      }
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
      stepBack()
    case 0x0A: endLine(with: [byte])
    case 0x0D:
      finishStriking()
      state = .carriageReturn
    case 0x0C:
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

  // MARK: Lines that are written over

  private mutating func endLine(with end: [UInt8]) {
    finishStriking()
    if end.last == 0x0A {
      if isUndecided { overwrite() }
      returns = .goBack
    }
    line += end
    cursor = line.count
    guard end.last == 0x0A else { return }
    beginning = cursor
    leftmost = cursor
  }

  /// A carriage return without a line feed.
  private mutating func goBack() {
    switch returns {
    case .endLines: endLine(with: [0x0D])
    case .goBack:
      isPlain = false
      cursor = beginning
    case .unknown:
      // The next line feed shows what it was.
      endLine(with: [0x0D])
      isUndecided = true
      leftmost = cursor
    }
  }

  /// Writes the parts of the held line over each other that carriage returns divide.
  private mutating func overwrite() {
    isUndecided = false
    isPlain = false
    returns = .goBack
    let parts = line.split(separator: 0x0D, omittingEmptySubsequences: false)
    line = []
    (cursor, beginning, leftmost) = (0, 0, 0)
    for part in parts {
      cursor = 0
      for byte in part { write(byte) }
      finishStriking()
    }
  }

  /// Performs those sequences that change what is seen of the present line; there are others in plenty.
  private mutating func perform(_ command: UInt8) {
    finishStriking()
    let number = String(validating: parameters.prefix(4), as: UTF8.self).flatMap { Int($0) }
    let start = leftmost
    switch command {
    case UInt8(ascii: "K"):
      switch number ?? 0 {
      case 0: line.removeSubrange(max(start, cursor)...)
      case 2:
        line.removeSubrange(start...)
        cursor = line.count
      default: break
      }
    case UInt8(ascii: "G"):
      cursor = start
      move(max(number ?? 1, 1) - 1)
    case UInt8(ascii: "C"): move(max(number ?? 1, 1))
    case UInt8(ascii: "D"):
      var count = max(number ?? 1, 1)
      while count > 0, cursor > start {
        stepBack()
        count -= 1
      }
    default: break
    }
  }

  private mutating func stepBack() {
    guard cursor > leftmost else { return }
    cursor -= 1
    while cursor > leftmost, line[cursor] & 0xC0 == 0x80 { cursor -= 1 }
  }

  /// Moves to the right, and writes blanks where there is nothing.
  private mutating func move(_ count: Int) {
    for _ in 0..<min(count, Self.mostColumns) {
      if cursor >= line.count {
        line.append(0x20)
        cursor = line.count
      } else {
        cursor += 1
        while cursor < line.count, line[cursor] & 0xC0 == 0x80 { cursor += 1 }
      }
    }
  }
}
