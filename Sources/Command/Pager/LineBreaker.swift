import AloudAPI
import CommandOutput

/// Fills rows with the words of a block.
struct LineBreaker {
  /// A piece of text that stays together in one row.
  struct Token: Equatable {
    var utf8: Range<Int>
    var cells: Int
    var kind: Kind

    enum Kind: Equatable { case word, space, lineEnd }
  }

  private let width: Int
  private let indent: Int
  private let isHeading: Bool
  private let isRightToLeft: Bool
  /// The mark of the next row.
  private var mark: String
  private var lines: [TextLayout.Row] = []
  private var line: TextLayout.Row
  private var column = 0
  private var isSpaceDue = false

  /// Returns the rows of the sentences in one block.
  static func rows(
    of sentences: [SentenceEntry], _ block: ClosedRange<Int>, block kind: String, width: Int, bullet: String
  ) -> [TextLayout.Row] {
    let isSetIn = ["quote", "code", "footnote"].contains(kind)
    var mark = ""
    // In plain text, the text itself contains the mark.
    if kind == "list-item", width >= 20, !LineBullet.begins(sentences[block.lowerBound].text) {
      mark = (sentences[block.lowerBound].ordinal.map { "\($0)." } ?? bullet) + " "
    }
    let indent = !mark.isEmpty ? TextWidth.cells(mark) : isSetIn && width >= 20 ? 2 : 0
    let isRightToLeft = TextDirection.isRightToLeft(sentences[block].lazy.map(\.text))
    var breaker = LineBreaker(
      width: width, indent: indent, mark: mark, isHeading: kind == "heading", isRightToLeft: isRightToLeft)
    for index in block {
      // If the text has no space between two sentences, as in Chinese, the screen shows none either.
      if index > block.lowerBound {
        let before = sentences[index - 1].range.utf8
        if before.start + before.length < sentences[index].range.utf8.start { breaker.isSpaceDue = true }
      }
      for token in tokens(of: sentences[index].text, keepsLines: kind == "code") {
        breaker.add(token, of: index, text: sentences[index].text)
      }
    }
    return breaker.finish()
  }

  init(width: Int, indent: Int = 0, mark: String = "", isHeading: Bool = false, isRightToLeft: Bool = false) {
    self.width = width
    self.indent = indent
    self.mark = mark
    self.isHeading = isHeading
    self.isRightToLeft = isRightToLeft
    line = TextLayout.Row(indent: indent, mark: mark, isHeading: isHeading, isRightToLeft: isRightToLeft)
    column = indent
  }

  /// Returns the rows and ends the block.
  mutating func finish() -> [TextLayout.Row] {
    endLine()
    return lines
  }

  /// Puts a space before the next word unless it begins a row.
  mutating func space() { isSpaceDue = true }

  /// Adds a piece of a sentence, in bytes of the sentence.
  mutating func add(_ piece: Range<Int>, of sentence: Int, text: String) {
    let bytes = Array(text.utf8)[piece]
    for var token in Self.tokens(of: String(decoding: bytes, as: UTF8.self)) {
      token.utf8 = token.utf8.lowerBound + piece.lowerBound..<token.utf8.upperBound + piece.lowerBound
      add(token, of: sentence, text: text)
    }
  }

  mutating func endLine() {
    if !line.isBlank {
      line.cells = column
      lines.append(line)
      mark = ""
    }
    line = TextLayout.Row(indent: indent, mark: mark, isHeading: isHeading, isRightToLeft: isRightToLeft)
    column = indent
    isSpaceDue = false
  }

  private mutating func add(_ token: Token, of sentence: Int, text: String) {
    switch token.kind {
    case .space: isSpaceDue = true
    case .lineEnd: endLine()
    case .word:
      let isSpaced = isSpaceDue && !line.isBlank
      if column + token.cells + (isSpaced ? 1 : 0) <= width { return put(token, sentence, isSpaced) }
      if !line.isBlank { endLine() }
      guard column + token.cells > width else { return put(token, sentence, false) }
      // A word that is longer than a row is broken between characters.
      for piece in Self.characters(of: token, in: text) {
        if column + piece.cells > width, !line.isBlank { endLine() }
        put(piece, sentence, false)
      }
    }
  }

  private mutating func put(_ token: Token, _ sentence: Int, _ isSpaced: Bool) {
    isSpaceDue = false
    column += token.cells + (isSpaced ? 1 : 0)
    if let last = line.segments.last, last.sentence == sentence, last.utf8.upperBound == token.utf8.lowerBound {
      line.segments[line.segments.count - 1].utf8 = last.utf8.lowerBound..<token.utf8.upperBound
    } else {
      line.segments.append(TextLayout.Segment(sentence: sentence, utf8: token.utf8, isSpaced: isSpaced))
    }
  }

  // MARK: Tokens

  /// Spaces at which no row ends.
  private static let firmSpaces: Set<Character> = ["\u{A0}", "\u{2007}", "\u{202F}"]

  /// Returns a sentence's words, each with its punctuation, and the white space between them.
  static func tokens(of text: String, keepsLines: Bool = false) -> [Token] {
    let places = LineBreaks.places(in: text)
    var tokens: [Token] = []
    var end = 0
    for character in text {
      let range = end..<end + character.utf8.count
      end = range.upperBound
      if character.isWhitespace, !firmSpaces.contains(character) {
        let isLineEnd = keepsLines && character.isNewline
        if isLineEnd || tokens.last?.kind == .word {
          tokens.append(Token(utf8: range, cells: 0, kind: isLineEnd ? .lineEnd : .space))
        }
        continue
      }
      let cells = TextWidth.cells(character)
      if let last = tokens.last, last.kind == .word, !places[range.lowerBound] {
        tokens[tokens.count - 1].utf8 = last.utf8.lowerBound..<range.upperBound
        tokens[tokens.count - 1].cells += cells
      } else {
        tokens.append(Token(utf8: range, cells: cells, kind: .word))
      }
    }
    return tokens
  }

  private static func characters(of token: Token, in text: String) -> [Token] {
    let bytes = Array(text.utf8)[token.utf8]
    var end = token.utf8.lowerBound
    return String(decoding: bytes, as: UTF8.self).map { character in
      let range = end..<min(end + character.utf8.count, token.utf8.upperBound)
      end = range.upperBound
      return Token(utf8: range, cells: TextWidth.cells(character), kind: .word)
    }
  }
}
