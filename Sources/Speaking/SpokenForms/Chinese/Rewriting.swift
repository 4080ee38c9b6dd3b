import Speech

/// A text with the expressions that replace parts of it, in order.
struct Rewriting {
  let scalars: [Unicode.Scalar]
  private let words: [TextSpan]
  /// The word of each scalar; -1 for none.
  private let owners: [Int32]
  private var expressions: [Expression] = []

  init(_ text: String, words: [TextSpan]) {
    scalars = Array(text.unicodeScalars)
    self.words = words
    var owners = [Int32](repeating: -1, count: scalars.count)
    for (index, word) in words.enumerated() {
      for place in word.scalars { owners[place] = Int32(index) }
    }
    self.owners = owners
  }

  mutating func replace(_ expression: Expression) { expressions.append(expression) }

  /// Says the character before `place` once more. Without one, nothing is said.
  ///
  /// - Returns: the end of what is replaced.
  mutating func repeatLast(at place: Int) -> Int {
    var expression = Expression(rule: "repetition-mark", place..<place + 1, "")
    if let last = expressions.last, last.end == place, last.isPinyin || last.rule == expression.rule {
      expression.pieces[0].said = last.pieces[last.pieces.count - 1].said
      expression.isPinyin = last.isPinyin
    } else if place > 0, scalars[place - 1].isHanzi {
      expression.pieces[0].said = String(Character(scalars[place - 1]))
    }
    replace(expression)
    return place + 1
  }

  /// The longest listed word at `place`. The borders of the text's own words are respected: a listed word consists of
  /// whole words or is a part of one, so that 银行长期 does not contain 行长.
  func phrase(at place: Int, _ spelling: any HanziSpelling) -> Expression? {
    guard let syllables = spelling.reading(at: place, in: scalars, where: { isUndivided(place..<$0) }) else {
      return nil
    }
    let pieces = syllables.indices.map { index in
      Expression.Piece(range: place + index..<place + index + 1, said: syllables[index])
    }
    return Expression(rule: "polyphone", pieces: pieces, isPinyin: true)
  }

  private func isUndivided(_ range: Range<Int>) -> Bool {
    !cutsWord(at: range.lowerBound, for: range) && !cutsWord(at: range.upperBound, for: range)
  }

  /// True if a word lies on both sides of `place` and also reaches out of `range` on the other side.
  private func cutsWord(at place: Int, for range: Range<Int>) -> Bool {
    guard place > 0, place < owners.count, owners[place] >= 0, owners[place] == owners[place - 1] else { return false }
    let word = words[Int(owners[place])].scalars
    return word.lowerBound > range.lowerBound || word.upperBound < range.upperBound
  }

  /// The text with all replacements; `nil` if there are none.
  var said: SaidText? {
    guard !expressions.isEmpty else { return nil }
    var writing = Writing(scalars: scalars, pieces: expressions.flatMap(\.pinyinPieces))
    var said = SaidText()
    var place = 0
    for word in words {
      if place < word.scalars.lowerBound { said.say(writing.next(upTo: word.scalars.lowerBound)) }
      // A word that began before, such as the denominator of a fraction, is said already.
      if writing.isWithinPiece(word.scalars) {
        said.sayWithLast(word)
      } else {
        said.say(writing.next(upTo: word.scalars.upperBound), for: word)
      }
      place = word.scalars.upperBound
    }
    if place < scalars.count { said.say(writing.next(upTo: scalars.count)) }
    for expression in expressions { said.note(expression.applied(in: scalars)) }
    return said
  }
}

/// Writes what is said, from the beginning to the end.
private struct Writing {
  let scalars: [Unicode.Scalar]
  let pieces: [(piece: Expression.Piece, isPinyin: Bool)]
  private var place = 0
  private var piece = 0
  /// True if the last thing was pinyin or another word in Latin letters or digits.
  private var isAfterLatin = false

  init(scalars: [Unicode.Scalar], pieces: [(piece: Expression.Piece, isPinyin: Bool)]) {
    (self.scalars, self.pieces) = (scalars, pieces)
  }

  /// True if all of `range` is said with a piece that began before it.
  func isWithinPiece(_ range: Range<Int>) -> Bool { place >= range.upperBound }

  /// Says the characters up to `end`. A piece that goes beyond it is said as a whole.
  mutating func next(upTo end: Int) -> String {
    var text = ""
    while place < end {
      if piece < pieces.count, pieces[piece].piece.range.lowerBound == place {
        let (new, isPinyin) = pieces[piece]
        if isPinyin, isAfterLatin { text += " " }
        text += new.said
        if !new.said.isEmpty { isAfterLatin = isPinyin }
        place = new.range.upperBound
        piece += 1
      } else {
        let scalar = scalars[place]
        let isLatin = scalar.isLatinOrDigit
        // Only after pinyin: other words stand in the text as they are.
        if isLatin, isAfterLatin, piece > 0, pieces[piece - 1].isPinyin,
          pieces[piece - 1].piece.range.upperBound == place
        {
          text += " "
        }
        text.unicodeScalars.append(scalar)
        isAfterLatin = isLatin
        place += 1
      }
    }
    return text
  }
}

extension Expression {
  fileprivate var pinyinPieces: [(piece: Piece, isPinyin: Bool)] { pieces.map { ($0, isPinyin) } }

  fileprivate func applied(in scalars: [Unicode.Scalar]) -> AppliedRule {
    var from = ""
    from.unicodeScalars.append(contentsOf: scalars[start..<end])
    var said = ""
    for piece in pieces { said += said.isEmpty || !isPinyin ? piece.said : " " + piece.said }
    return AppliedRule(rule: rule, from: from, to: said)
  }
}
