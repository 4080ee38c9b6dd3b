/// A key of a terminal.
enum Key: Equatable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, backspace, escape
  /// A key that means nothing here.
  case other
}

/// Makes keys of the bytes that a terminal sends. Pure.
struct KeyReader {
  /// The beginning of a character whose rest has not come.
  private var rest: [UInt8] = []

  /// The keys in what has come; an escape sequence comes in one piece, so that an ESC at the end is the key.
  mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    var input = (rest + bytes)[...]
    rest = []
    var keys: [Key] = []
    while let first = input.first {
      switch first {
      case 0x1B: keys.append(Self.escape(&input))
      case 0x0D, 0x0A:
        input.removeFirst()
        keys.append(.enter)
      case 0x7F, 0x08:
        input.removeFirst()
        keys.append(.backspace)
      case 0..<0x20:
        input.removeFirst()
        keys.append(.other)
      default:
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard input.count >= length else {
          rest = Array(input)
          return keys
        }
        let text = String(decoding: input.prefix(length), as: UTF8.self)
        input.removeFirst(length)
        keys.append(text.count == 1 && text != "\u{FFFD}" ? .character(Character(text)) : .other)
      }
    }
    return keys
  }

  /// ESC alone, or `ESC [ parameters letter`, or `ESC O letter`.
  private static func escape(_ input: inout ArraySlice<UInt8>) -> Key {
    input.removeFirst()
    guard let kind = input.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else { return .escape }
    input.removeFirst()
    let parameters = input.prefix { !(0x40...0x7E).contains($0) }
    input = input.dropFirst(parameters.count)
    guard let final = input.popFirst() else { return .other }
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      switch String(decoding: parameters, as: UTF8.self) {
      case "5": return .pageUp
      case "6": return .pageDown
      case "1", "7": return .home
      case "4", "8": return .end
      default: return .other
      }
    default: return .other
    }
  }
}
