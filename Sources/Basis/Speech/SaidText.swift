/// A text as the engine says it, with the places of its words in the original and in what is said.
public struct SaidText: Equatable, Sendable {
  /// The text for the engine (UTF-8), without U+0000.
  public private(set) var bytes: [UInt8] = []
  /// The words, in the order of the original. They do not overlap in it, and their places in what is said never go
  /// back.
  public private(set) var words: [SaidWord] = []
  /// The rules that were applied, in the order of the text, each only once.
  public private(set) var rules: [AppliedRule] = []
  /// Unicode scalars of ``bytes``.
  public private(set) var scalarCount = 0

  /// A text of which nothing is said yet.
  public init() {}

  /// A text that is said as it is written.
  ///
  /// - Parameters:
  ///   - text: UTF-8 without U+0000.
  ///   - words: its words, in order.
  public init(written text: [UInt8], words: [TextSpan]) {
    bytes = text
    scalarCount = text.count { $0 & 0xC0 != 0x80 }
    self.words = words.map { SaidWord(span: $0, said: $0.scalars) }
  }

  /// Appends a part to what is said.
  ///
  /// - Parameters:
  ///   - part: the part, without U+0000; empty for a word of which nothing is said.
  ///   - word: the word of the original that is said by this part, after the words before; `nil` if the part is no
  ///     word.
  public mutating func say(_ part: String, for word: TextSpan? = nil) {
    let start = scalarCount
    bytes.append(contentsOf: part.utf8)
    scalarCount += part.unicodeScalars.count
    if let word { words.append(SaidWord(span: word, said: start..<scalarCount)) }
  }

  /// Adds a word that is said together with the word before.
  public mutating func sayWithLast(_ word: TextSpan) {
    words.append(SaidWord(span: word, said: words.last?.said ?? scalarCount..<scalarCount))
  }

  /// The part from the first of some words to the word after the last one, or to the end; the words become relative to
  /// the first one. There must be a word. The rules stay behind.
  public func cut(to range: Range<Int>) -> SaidText {
    let (first, place) = (words[range.lowerBound].span, words[range.lowerBound].said.lowerBound)
    let end = range.upperBound < words.count ? words[range.upperBound].said.lowerBound : scalarCount
    var part = SaidText()
    part.bytes = Array(bytes[byte(place)..<byte(end)])
    part.scalarCount = end - place
    part.words = words[range].map { word in
      SaidWord(
        span: word.span.relative(to: first.start),
        said: word.said.lowerBound - place..<word.said.upperBound - place)
    }
    return part
  }

  /// The bytes of some Unicode scalars from the start.
  private func byte(_ scalars: Int) -> Int {
    var seen = 0
    return bytes.firstIndex { byte in
      if byte & 0xC0 != 0x80 { seen += 1 }
      return seen > scalars
    } ?? bytes.count
  }

  /// Notes a rule that was applied.
  public mutating func note(_ rule: AppliedRule) {
    if !rules.contains(rule) { rules.append(rule) }
  }
}

/// A word of a text, and the place where it is said.
public struct SaidWord: Hashable, Sendable {
  /// The word in the original.
  public var span: TextSpan
  /// The Unicode scalars of the said text that are said for it. Empty, or that of the word before, if nothing of its
  /// own is said.
  public var said: Range<Int>

  /// The word `span`, which is said at `said`.
  public init(span: TextSpan, said: Range<Int>) { (self.span, self.said) = (span, said) }
}
