/// A key of a terminal, or its answer to a question.
package enum Key: Equatable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, backspace, delete, escape
  /// Ctrl-U: deletes the line that is being typed.
  case eraseLine
  /// The answer to OSC 11.
  case ground(Ground)
  /// The answer to DECRQM 2501: the terminal orders right-to-left text and accepts directions.
  case knowsDirections
  /// A key without a meaning here.
  case other
}

/// Reads keys from the bytes that a terminal sends. Pure.
package struct KeyReader {
  /// The beginning of an incomplete character.
  private var rest: [UInt8] = []

  /// A reader before the first byte.
  package init() {}

  /// The greatest length of an answer; longer sequences are ignored.
  private static let longestSequence = 64

  /// Returns the keys in the input. The first two bytes of an escape sequence come together, so an ESC at the end is
  /// the key.
  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    var input = (rest + bytes)[...]
    rest = []
    var keys: [Key] = []
    while let first = input.first {
      switch first {
      case 0x1B:
        let before = input
        if let key = Self.escape(&input) {
          keys.append(key)
        } else if before.count < Self.longestSequence {
          rest = Array(before)
          return keys
        } else {
          input = []
        }
      case 0x0D, 0x0A:
        input.removeFirst()
        keys.append(.enter)
      case 0x7F, 0x08:
        input.removeFirst()
        keys.append(.backspace)
      case 0x15:
        input.removeFirst()
        keys.append(.eraseLine)
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

  /// Takes ESC alone, `ESC [ parameters letter`, `ESC O letter`, or `ESC ] text` up to BEL or ST; `nil` if the rest has
  /// not come yet.
  private static func escape(_ input: inout ArraySlice<UInt8>) -> Key? {
    input.removeFirst()
    if input.first == UInt8(ascii: "]") { return command(&input) }
    guard let kind = input.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else { return .escape }
    input.removeFirst()
    let parameters = input.prefix { !(0x40...0x7E).contains($0) }
    input = input.dropFirst(parameters.count)
    guard let final = input.popFirst() else { return nil }
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      switch String(decoding: parameters, as: UTF8.self) {
      case "3": return .delete
      case "5": return .pageUp
      case "6": return .pageDown
      case "1", "7": return .home
      case "4", "8": return .end
      default: return .other
      }
    case UInt8(ascii: "y"):
      // Ps of DECRPM: 0 is a mode that the terminal does not know, 4 one that it never sets.
      let fields = String(decoding: parameters, as: UTF8.self).split(separator: ";")
      return fields.first == "?2501" && "123".contains(fields.last?.first ?? "0") ? .knowsDirections : .other
    default: return .other
    }
  }

  private static func command(_ input: inout ArraySlice<UInt8>) -> Key? {
    guard let end = input.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return nil }
    let text = String(decoding: input[(input.startIndex + 1)..<end], as: UTF8.self)
    if input[end] == 0x1B, end + 1 == input.endIndex { return nil }
    let isString = input[end] == 0x1B && input[end + 1] == UInt8(ascii: "\\")
    input = input[(isString ? end + 2 : input[end] == 0x07 ? end + 1 : end)...]
    guard text.hasPrefix("11;") else { return .other }
    return Ground(answer: text.dropFirst(3)).map { .ground($0) } ?? .other
  }
}
