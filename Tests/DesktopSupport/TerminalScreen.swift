/// The screen of a terminal, as far as full-screen programs use it.
///
/// It supports text with wide and combining characters, line feeds, and these escape sequences: absolute cursor
/// movements and deletions, styles, and the modes of full-screen programs.
public struct TerminalScreen: Sendable {
  /// A character in its cell; the right half of a wide one is empty.
  public struct Cell: Equatable, Sendable {
    /// The character.
    public var text = " "
    /// The effective SGR numbers, as they were written.
    public var style = ""
  }

  /// Columns and rows.
  public private(set) var size: (columns: Int, rows: Int)
  /// The rows from top to bottom.
  public private(set) var rows: [[Cell]]
  /// True if the cursor is visible.
  public private(set) var isCursorVisible = true
  /// True if a program uses the alternate screen.
  public private(set) var isAlternate = false
  /// True if text continues in the next row at the right edge.
  public private(set) var wraps = true
  /// The number of rows that were wider than the screen, for programs that promise none.
  public private(set) var overflows = 0
  /// True from a change of the size until the program erases the screen: what it writes meanwhile is for the former
  /// size.
  public private(set) var isResized = false
  private var main: [[Cell]] = []
  private var cursor = (row: 0, column: 0)
  private var mainCursor = (row: 0, column: 0)
  private var style = ""
  /// The bytes of an incomplete sequence or character.
  private var rest: [UInt8] = []

  /// An empty screen.
  public init(columns: Int, rows: Int) {
    size = (columns, rows)
    self.rows = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// The text of each row without trailing blanks.
  public var lines: [String] {
    rows.map { row in
      let text = row.map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The text in matching styles, in reading order; rows are separated by a space.
  public func text(where isWanted: (String) -> Bool) -> String {
    let parts = rows.compactMap { row -> String? in
      let text = row.filter { isWanted($0.style) }.map(\.text).joined()
      return text.isEmpty ? nil : text
    }
    return parts.joined(separator: " ")
  }

  /// Changes the size, as when a window is resized. The contents are cleared.
  public mutating func resize(columns: Int, rows: Int) {
    size = (columns, rows)
    isResized = true
    self.rows = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    main = main.isEmpty ? [] : self.rows
    cursor = (0, 0)
    mainCursor = (0, 0)
  }

  /// Processes a program's output.
  public mutating func write(_ bytes: some Sequence<UInt8>) {
    var input = (rest + bytes)[...]
    rest = []
    while let first = input.first {
      let before = input
      let isWhole = first == 0x1B ? escape(&input) : character(&input)
      guard isWhole else {
        rest = Array(before)
        return
      }
    }
  }

  // MARK: Text

  private mutating func character(_ input: inout ArraySlice<UInt8>) -> Bool {
    let first = input[input.startIndex]
    switch first {
    case 0x0D: cursor.column = 0
    case 0x0A: lineFeed()
    case 0x08: cursor.column = max(0, cursor.column - 1)
    case 0..<0x20: break
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let rest = input.prefix(length).dropFirst()
      // An incomplete character shows nothing.
      guard rest.allSatisfy({ $0 & 0xC0 == 0x80 }) else {
        input = input.dropFirst()
        return true
      }
      guard input.count >= length else { return false }
      put(String(decoding: input.prefix(length), as: UTF8.self))
      input = input.dropFirst(length)
      return true
    }
    input = input.dropFirst()
    return true
  }

  private mutating func put(_ text: String) {
    let width = Self.width(text.unicodeScalars.first!)
    if width == 0 {
      // A combining character belongs to the one before.
      if cursor.column > 0 { rows[cursor.row][cursor.column - 1].text += text }
      return
    }
    if cursor.column + width > size.columns {
      if !isResized { overflows += 1 }
      guard wraps else { return }
      cursor.column = 0
      lineFeed()
    }
    rows[cursor.row][cursor.column] = Cell(text: text, style: style)
    if width == 2 { rows[cursor.row][cursor.column + 1] = Cell(text: "", style: style) }
    cursor.column += width
  }

  private mutating func lineFeed() {
    guard cursor.row == size.rows - 1 else { return cursor.row += 1 }
    rows.removeFirst()
    rows.append(Array(repeating: Cell(), count: size.columns))
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  // MARK: Sequences

  private mutating func escape(_ input: inout ArraySlice<UInt8>) -> Bool {
    guard input.count > 1 else { return false }
    if input[input.startIndex + 1] == UInt8(ascii: "]") { return command(&input) }
    guard input[input.startIndex + 1] == UInt8(ascii: "[") else {
      input = input.dropFirst(2)
      return true
    }
    let parameters = input.dropFirst(2)
    guard let end = parameters.firstIndex(where: { (0x40...0x7E).contains($0) || $0 == 0x1B || $0 == 0x18 }) else {
      return false
    }
    // CAN or another sequence cancels this one.
    guard input[end] >= 0x40 else {
      input = input[end...]
      return true
    }
    let text = String(decoding: input[(input.startIndex + 2)..<end], as: UTF8.self)
    perform(Character(UnicodeScalar(input[end])), text)
    input = input[(end + 1)...]
    return true
  }

  /// An operating system command up to BEL or ST; it shows nothing.
  private func command(_ input: inout ArraySlice<UInt8>) -> Bool {
    guard let end = input.dropFirst(2).firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return false }
    guard input[end] == 0x1B else {
      input = input[(end + 1)...]
      return true
    }
    guard end + 1 < input.endIndex else { return false }
    input = input[(input[end + 1] == UInt8(ascii: "\\") ? end + 2 : end)...]
    return true
  }

  private mutating func perform(_ letter: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    func number(_ index: Int, _ standard: Int) -> Int { index < numbers.count ? numbers[index] ?? standard : standard }
    switch letter {
    case "H":
      cursor = (min(max(number(0, 1), 1), size.rows) - 1, min(max(number(1, 1), 1), size.columns) - 1)
    case "A": cursor.row = max(0, cursor.row - number(0, 1))
    case "J" where number(0, 0) == 2:
      rows = Array(repeating: Self.blank(size.columns), count: size.rows)
      isResized = false
    case "J":
      rows[cursor.row].replaceSubrange(cursor.column..., with: Self.blank(size.columns - cursor.column))
      for row in (cursor.row + 1)..<max(size.rows, cursor.row + 1) { rows[row] = Self.blank(size.columns) }
    case "K": rows[cursor.row].replaceSubrange(cursor.column..., with: Self.blank(size.columns - cursor.column))
    case "m": style = parameters == "0" ? "" : parameters
    case "h", "l": setMode(parameters, letter == "h")
    default: break
    }
  }

  private static func blank(_ count: Int) -> [Cell] { Array(repeating: Cell(), count: max(0, count)) }

  private mutating func setMode(_ mode: String, _ isOn: Bool) {
    switch mode {
    case "?25": isCursorVisible = isOn
    case "?7": wraps = isOn
    case "?1049" where isOn != isAlternate:
      isAlternate = isOn
      if isOn {
        main = rows
        mainCursor = cursor
        rows = Array(repeating: Self.blank(size.columns), count: size.rows)
      } else {
        rows = main
        cursor = mainCursor
        main = []
      }
    default: break
    }
  }
}
