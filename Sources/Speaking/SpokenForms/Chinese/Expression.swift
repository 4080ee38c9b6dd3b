/// A part of a text with what is said for it.
struct Expression {
  /// A piece of the part, which is said as a whole.
  struct Piece {
    /// Unicode scalars of the text.
    var range: Range<Int>
    var said: String
  }

  /// The name of the rule, for the explanation.
  var rule: String
  /// The pieces in order, without gaps; not empty.
  var pieces: [Piece]
  /// True for pinyin, whose syllables are divided by spaces.
  var isPinyin = false

  var start: Int { pieces[0].range.lowerBound }
  var end: Int { pieces[pieces.count - 1].range.upperBound }

  init(rule: String, pieces: [Piece], isPinyin: Bool = false) {
    (self.rule, self.pieces, self.isPinyin) = (rule, pieces, isPinyin)
  }

  /// An expression of one piece.
  init(rule: String, _ range: Range<Int>, _ said: String) {
    self.init(rule: rule, pieces: [Piece(range: range, said: said)])
  }
}
