import AloudAPI
import BusValues
import Documents

/// Shows a text with its words as they are heard.
///
/// On a terminal the sentence being heard stands there whole, the word lit, and is painted over in place; elsewhere the
/// text flows out word by word, as if it were typed. Offsets are bytes of UTF-8. Pure: what to write is returned.
struct Karaoke {
  private let text: [UInt8]
  private let isPainted: Bool
  private let isMovable: Bool
  /// Asked again for each sentence, since windows change.
  private let width: () -> Int

  /// What has been shown for good, or is part of the sentence that stands there now.
  private var reached = 0
  private var sentence: Range<Int>?
  /// Rows that the cursor is below the first row of the standing sentence.
  private var rowsBelow = 0

  /// - Parameter isMovable: whether the cursor can go back, else the text flows.
  init(text: [UInt8], isPainted: Bool, isMovable: Bool, width: @escaping () -> Int) {
    self.text = text
    self.isPainted = isPainted
    self.isMovable = isMovable
    self.width = width
  }

  /// A sentence begins to be heard.
  mutating func sentence(_ span: TextSpan) -> String {
    guard let range = range(span) else { return "" }
    guard isMovable else {
      // Heard again after a jump back: on a line of its own.
      let again = range.lowerBound < reached ? "\n" : gap(to: range.lowerBound)
      reached = range.lowerBound
      return again
    }
    var output = finishStanding()
    output += range.lowerBound < reached ? "\n" : blankLine(between: reached, and: range.lowerBound)
    sentence = range
    reached = range.upperBound
    return output + paint(word: nil)
  }

  /// A word begins to be heard.
  mutating func word(_ span: TextSpan) -> String {
    guard let range = range(span) else { return "" }
    guard isMovable else {
      if range.lowerBound < reached {
        reached = range.upperBound
        return " " + string(range)
      }
      let output = gap(to: range.lowerBound) + string(range)
      reached = range.upperBound
      return output
    }
    // A jump into the middle of a sentence that was not announced: what is heard stands alone.
    if sentence?.contains(range.lowerBound) != true {
      let output = finishStanding()
      sentence = range
      reached = range.upperBound
      return output + paint(word: range)
    }
    return erase() + paint(word: range)
  }

  /// The end: what was still unspoken of the text (its last full stop) and a line feed.
  mutating func finish(wasWhole: Bool) -> String {
    guard isMovable else {
      defer { reached = text.count }
      guard wasWhole, reached > 0, reached < text.count else { return reached > 0 ? "\n" : "" }
      let rest = Self.trimmed(string(reached..<text.count))
      return rest + "\n"
    }
    return finishStanding()
  }

  // MARK: Painting

  /// The standing sentence as it stays, and the cursor below it.
  private mutating func finishStanding() -> String {
    guard sentence != nil else { return "" }
    let output = erase() + paint(word: nil, isOver: true) + "\n"
    sentence = nil
    rowsBelow = 0
    return output
  }

  private func erase() -> String {
    "\r" + (rowsBelow > 0 ? "\u{1B}[\(rowsBelow)A" : "") + "\u{1B}[J"
  }

  private mutating func paint(word: Range<Int>?, isOver: Bool = false) -> String {
    guard let sentence else { return "" }
    let columns = max(8, width() - 1)
    let lit = word ?? sentence.lowerBound..<sentence.lowerBound
    var output = ""
    var column = 0
    rowsBelow = 0
    for token in tokens(of: sentence) {
      let cells = token.isSpace ? 1 : TextWidth.cells(string(token.range))
      if column + cells > columns, column > 0 {
        output += "\n"
        column = 0
        rowsBelow += 1
      }
      if token.isSpace {
        // None at the start of a row.
        guard column > 0 else { continue }
        output += " "
      } else {
        output += isOver ? string(token.range) : styled(token.range, lit: lit)
      }
      column += cells
    }
    return output
  }

  /// Words and the spaces between them; a row may end between any two.
  private func tokens(of sentence: Range<Int>) -> [(range: Range<Int>, isSpace: Bool)] {
    var tokens: [(range: Range<Int>, isSpace: Bool)] = []
    var end = sentence.lowerBound
    var joins = false
    for character in String(decoding: text[sentence], as: UTF8.self) {
      let start = end
      end = min(end + character.utf8.count, sentence.upperBound)
      let isSpace = character.isWhitespace
      // East Asian text has no spaces: a row may end behind every wide character.
      if joins, let last = tokens.last, last.isSpace == isSpace {
        tokens[tokens.count - 1].range = last.range.lowerBound..<end
      } else {
        tokens.append((start..<end, isSpace))
      }
      joins = isSpace || TextWidth.cells(character) < 2
    }
    return tokens
  }

  /// A word before, in or behind the lit one, or partly.
  private func styled(_ range: Range<Int>, lit: Range<Int>) -> String {
    let before = range.lowerBound..<min(max(lit.lowerBound, range.lowerBound), range.upperBound)
    let after = min(max(lit.upperBound, range.lowerBound), range.upperBound)..<range.upperBound
    let within = before.upperBound..<max(before.upperBound, after.lowerBound)
    var output = string(before)
    // Underlining is no colour and stays where NO_COLOR is set.
    if !within.isEmpty {
      output += isPainted ? "\u{1B}[1;7m\(string(within))\u{1B}[0m" : "\u{1B}[4m\(string(within))\u{1B}[24m"
    }
    if !after.isEmpty { output += isPainted ? "\u{1B}[2m\(string(after))\u{1B}[0m" : string(after) }
    return output
  }

  // MARK: Text

  private func range(_ span: TextSpan) -> Range<Int>? {
    let start = Int(span.start)
    let end = start + Int(span.length)
    return end > start && end <= text.count ? start..<end : nil
  }

  private func string(_ range: Range<Int>) -> String {
    // Control characters in a text must not command the terminal.
    var result = ""
    for character in String(decoding: text[range], as: UTF8.self) {
      if character.unicodeScalars.allSatisfy({ Line.isPrintable($0) }) {
        result.append(character)
      } else if character.isWhitespace {
        result.append(character.isNewline ? "\n" : " ")
      } else {
        result.append("\u{FFFD}")
      }
    }
    return result
  }

  private mutating func gap(to start: Int) -> String {
    defer { reached = max(reached, start) }
    return reached < start ? string(reached..<start) : ""
  }

  /// An empty line where the text has one between two sentences.
  private func blankLine(between end: Int, and start: Int) -> String {
    guard end > 0, end < start else { return "" }
    var feeds = 0
    for byte in text[end..<start] where byte == UInt8(ascii: "\n") { feeds += 1 }
    return feeds > 1 ? "\n" : ""
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
