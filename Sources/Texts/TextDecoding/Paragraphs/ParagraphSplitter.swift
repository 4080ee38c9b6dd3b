/// A part of a plain text, in the order in which paragraphs are found.
public enum ParagraphPart: Equatable, Sendable {
  /// Text of a paragraph. It may end within a multi-byte character at the end of a piece of the file.
  case text(ArraySlice<UInt8>)
  /// A number of bytes of line ends and of spaces at the beginning of a line.
  case spaces(Int)
  /// The paragraph ends here; the text that follows belongs to another one. `isChapter` is true if the heading is
  /// evidently that of a chapter.
  case end(isHeading: Bool, isChapter: Bool)
}

/// Finds the paragraphs of a text that comes piece by piece.
///
/// A blank line or a form feed ends a paragraph. A single line end ends it if the next line is a list item or indented
/// further. It also does so if the lines do not look wrapped: they are shorter than 40 characters, or some line of the
/// paragraph is longer than 120. The parts together cover all bytes of the text one for one, so that offsets are kept.
/// They do not depend on how the text is divided into pieces, except for ``endPiece(_:)``.
public struct ParagraphSplitter: Sendable {
  private static let shortestWrapped = 40
  private static let longestWrapped = 120
  private static let longestHeading = 60
  /// Enough bytes to recognise `100. ` and an indentation.
  private static let lookahead = 8

  /// The first characters of a line after its indentation, held until its paragraph is decided.
  private var head: [UInt8] = []
  private var isInHead = true
  private var headIndentation = 0
  /// Line ends since the last character; a carriage return with a line feed counts once.
  private var lineEnds = 0
  /// White space that has not been delivered.
  private var pendingSpaces = 0
  private var lastWasReturn = false

  /// The current line: its characters after the indentation, of which a long line counts only the first ones; the
  /// indentation; the last byte that is not a space.
  private var length = 0
  private var indentation = 0
  private var lastCharacter: UInt8 = 0
  /// The current paragraph.
  private var lines = 0
  private var hasLongLine = false
  private var followsBlankLine = true
  /// The beginning of the paragraph's first line.
  private var opening: [UInt8] = []

  /// A splitter before the first byte of a text.
  public init() {}

  /// Takes the next bytes of the text.
  public mutating func split(_ bytes: ArraySlice<UInt8>, _ part: (ParagraphPart) -> Void) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte.isLineEnd {
        endLine(byte, part)
        index += 1
      } else if isInHead {
        lastWasReturn = false
        if head.isEmpty && byte.isBlank {
          headIndentation += 1
          pendingSpaces += 1
        } else {
          head.append(byte)
          if head.count == Self.lookahead { beginLine(part) }
        }
        index += 1
      } else {
        let end = bytes.startIndex + Self.endOfLine(bytes.span, from: index - bytes.startIndex)
        write(bytes[index..<end], part)
        index = end
      }
    }
  }

  /// True within a paragraph that has not ended.
  public var isWithinParagraph: Bool { lines > 0 || !head.isEmpty }

  /// The writer pauses: the paragraph ends here, even within a line.
  public mutating func endPiece(_ part: (ParagraphPart) -> Void) {
    if !head.isEmpty { beginLine(part) }
    if lines > 0 { endParagraph(part) }
    isInHead = true
    headIndentation = 0
  }

  /// Ends the text.
  public mutating func finish(_ part: (ParagraphPart) -> Void) {
    if !head.isEmpty { beginLine(part) }
    if lines > 0 { endParagraph(part) }
    writeSpaces(part)
  }

  // MARK: Lines

  private mutating func endLine(_ byte: UInt8, _ part: (ParagraphPart) -> Void) {
    // A line that is shorter than the lookahead is decided at its end.
    if !head.isEmpty { beginLine(part) }
    pendingSpaces += 1
    if byte == 0x0A && lastWasReturn {
      lastWasReturn = false
      return
    }
    lastWasReturn = byte == 0x0D
    lineEnds += byte == 0x0C ? 2 : 1
    isInHead = true
    headIndentation = 0
    if lines > 0 && (lineEnds >= 2 || isLastLine) {
      endParagraph(part)
    } else if lineEnds >= 2 {
      followsBlankLine = true
    }
  }

  /// True if the paragraph ends with this line, whatever follows. The text of a writer who writes line by line into a
  /// pipe is then spoken at the end of each line.
  private var isLastLine: Bool {
    (hasLongLine || length < Self.shortestWrapped) && !couldBeHeading
  }

  /// Decides to which paragraph the line in `head` belongs, and delivers it.
  private mutating func beginLine(_ part: (ParagraphPart) -> Void) {
    if lines > 0 && !continues(headIndentation) { endParagraph(part) }
    writeSpaces(part)
    lines += 1
    indentation = headIndentation
    length = 0
    lineEnds = 0
    isInHead = false
    let line = head[...]
    head = []
    write(line, part)
  }

  private func continues(_ newIndentation: Int) -> Bool {
    guard lineEnds < 2, !hasLongLine, length >= Self.shortestWrapped, newIndentation <= indentation + 1 else {
      return false
    }
    return !Self.isItem(head[...])
  }

  /// `- `, `* `, `+ `, `• `, `1. `, `1) `.
  private static func isItem(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: [0xE2, 0x80, 0xA2]) { return true }
    guard let first = line.first else { return false }
    if "-*+".utf8.contains(first) { return line.dropFirst().first == 0x20 }
    let rest = line.drop { (0x30...0x39).contains($0) }
    guard rest.count < line.count, rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")") else {
      return false
    }
    return rest.dropFirst().first == 0x20
  }

  private mutating func write(_ bytes: ArraySlice<UInt8>, _ part: (ParagraphPart) -> Void) {
    lastWasReturn = false
    // No rule needs to know how much longer a line is.
    for byte in bytes where byte & 0xC0 != 0x80 {
      length += 1
      if length > Self.longestWrapped { break }
    }
    if lines == 1 { opening += bytes.prefix(Self.longestHeading - min(opening.count, Self.longestHeading)) }
    if length > Self.longestWrapped { hasLongLine = true }
    if let last = bytes.last(where: { !$0.isBlank }) { lastCharacter = last }
    if !bytes.isEmpty { part(.text(bytes)) }
  }

  /// The next line end, or the end of the bytes.
  private static func endOfLine(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var place = start
    // Eight bytes at once as long as none of them is 0x0D or below: such a byte, and no other, borrows.
    while place + 8 <= bytes.count {
      let eight = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard (eight &- 0x0E0E_0E0E_0E0E_0E0E) & ~eight & 0x8080_8080_8080_8080 == 0 else { break }
      place += 8
    }
    while place < bytes.count, !bytes[place].isLineEnd { place += 1 }
    return place
  }

  private mutating func writeSpaces(_ part: (ParagraphPart) -> Void) {
    if pendingSpaces > 0 { part(.spaces(pendingSpaces)) }
    pendingSpaces = 0
  }

  private mutating func endParagraph(_ part: (ParagraphPart) -> Void) {
    let isHeading = couldBeHeading && lineEnds >= 2
    part(.end(isHeading: isHeading, isChapter: isHeading && ChapterLine.isEvident(opening)))
    opening = []
    followsBlankLine = lineEnds >= 2
    lines = 0
    hasLongLine = false
  }

  /// True if the paragraph becomes a heading when a blank line follows.
  private var couldBeHeading: Bool {
    lines == 1 && followsBlankLine && length <= Self.longestHeading
      && (!".!?:;,".utf8.contains(lastCharacter) || ChapterLine.isEvident(opening))
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }

  fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D || self == 0x0C }
}
