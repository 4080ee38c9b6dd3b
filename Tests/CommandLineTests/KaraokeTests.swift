import AloudAPI
import Testing

@testable import aloud

@Suite(.timeLimit(.minutes(3)))
struct KaraokeTests {
  private func span(_ text: String, _ part: String, from: Int = 0) -> TextSpan {
    let all = Array(text.utf8)
    let wanted = Array(part.utf8)
    let start = (from...all.count - wanted.count).first { Array(all[$0..<$0 + wanted.count]) == wanted }!
    return TextSpan(start: UInt32(start), length: UInt32(wanted.count))
  }

  private func karaoke(_ text: String, isMovable: Bool, isPainted: Bool = true, width: Int = 80) -> Karaoke {
    Karaoke(text: Array(text.utf8), isPainted: isPainted, isMovable: isMovable) { width }
  }

  @Test func onAPipeTheTextFlowsAsItIsHeard() {
    let text = "Hello, wide world.\nSecond line."
    var display = karaoke(text, isMovable: false)
    var output = display.sentence(span(text, "Hello, wide world."))
    for word in ["Hello", "wide", "world"] { output += display.word(span(text, word)) }
    #expect(output == "Hello, wide world")
    output += display.sentence(span(text, "Second line."))
    #expect(output == "Hello, wide world.\n")
    for word in ["Second", "line"] { output += display.word(span(text, word)) }
    output += display.finish(wasWhole: true)
    #expect(output == text + "\n")
  }

  @Test func aCancelledTextEndsWhereItWasHeard() {
    let text = "Hello, wide world."
    var display = karaoke(text, isMovable: false)
    var output = display.sentence(span(text, text))
    output += display.word(span(text, "Hello"))
    #expect(output + display.finish(wasWhole: false) == "Hello\n")
  }

  /// What a terminal of `width` columns shows after `output`, without styles.
  private func screen(_ output: String, width: Int = 200) -> [String] {
    var rows = [""]
    var row = 0
    var column = 0
    var rest = Substring(output)
    while let character = rest.first {
      rest = rest.dropFirst()
      switch character {
      case "\n":
        row += 1
        column = 0
        if row == rows.count { rows.append("") }
      case "\r": column = 0
      case "\u{1B}":
        let code = rest.dropFirst().prefix { $0.isNumber || $0 == ";" }
        let letter = rest.dropFirst(1 + code.count).first
        rest = rest.dropFirst(2 + code.count)
        if letter == "A" { row -= Int(code)! }
        if letter == "J" {
          rows.removeSubrange((row + 1)...)
          rows[row] = String(rows[row].prefix(column))
        }
      default:
        rows[row] = String(rows[row].prefix(column)) + String(character)
        column += 1
      }
    }
    return rows
  }

  @Test func onATerminalTheSentenceIsPaintedOverInPlace_S3_11() {
    let text = "One two three four five.\n\nSix seven."
    var display = karaoke(text, isMovable: true, width: 12)
    var output = display.sentence(span(text, "One two three four five."))
    for word in ["One", "two", "three", "four", "five"] { output += display.word(span(text, word)) }
    #expect(screen(output) == ["One two ", "three four ", "five."])
    #expect(output.contains("\u{1B}[1;7mthree\u{1B}[0m"))
    output += display.sentence(span(text, "Six seven."))
    output += display.word(span(text, "seven"))
    output += display.finish(wasWhole: true)
    #expect(screen(output) == ["One two ", "three four ", "five.", "", "Six seven.", ""])
  }

  @Test func withoutColoursTheWordIsUnderlined() {
    let text = "One two."
    var display = karaoke(text, isMovable: true, isPainted: false)
    _ = display.sentence(span(text, text))
    #expect(display.word(span(text, "two")).contains("\u{1B}[4mtwo\u{1B}[24m."))
  }

  @Test func wideTextIsBrokenBetweenItsCharacters_S3_05() {
    let text = "今日はとても良い天気です。"
    var display = karaoke(text, isMovable: true, width: 11)
    let output = display.sentence(span(text, text)) + display.word(span(text, "天気"))
    #expect(screen(output) == ["今日はとて", "も良い天気", "です。"])
  }

  @Test func offsetsOutsideTheTextAreIgnored() {
    var display = karaoke("abc", isMovable: true)
    #expect(display.word(TextSpan(start: 2, length: 9)) == "" && display.sentence(TextSpan(start: 9, length: 1)) == "")
    #expect(display.word(TextSpan(start: 1, length: 0)) == "" && display.finish(wasWhole: true) == "")
  }

  @Test func controlCharactersDoNotReachTheTerminal() {
    let text = "a\u{1B}[2Jb"
    var display = karaoke(text, isMovable: false)
    #expect(!display.word(span(text, text)).contains("\u{1B}"))
  }
}
