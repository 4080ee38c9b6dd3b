/// A text as it is said: its runs, which cover it in order.
///
/// It stands between the text and the engine: the rules of languages write it, in the spelling that the engine reads.
public struct SpokenForm: Equatable, Sendable {
  /// In the order of the text.
  public var runs: [SpokenRun]

  /// A form of these runs.
  public init(_ runs: [SpokenRun]) { self.runs = runs }
}

/// A run of a text as it is said.
public struct SpokenRun: Equatable, Sendable {
  /// The way in which it is said.
  public var attributes: RunAttributes
  /// The said text, with the rules that changed it; its words are relative to ``origin``.
  public var said: SaidText
  /// The place of the run in the text; only its start counts.
  public var origin: TextSpan
  /// The marks in the run, in order.
  public var marks: [PlacedMark]

  /// A run that begins at `origin`.
  public init(_ attributes: RunAttributes, _ said: SaidText, origin: TextSpan, marks: [PlacedMark] = []) {
    (self.attributes, self.said, self.origin, self.marks) = (attributes, said, origin, marks)
  }

  /// True if there is a silence before it, or a mark in it.
  public var isPoint: Bool { !marks.isEmpty || attributes.pauseBefore != .zero }

  /// True if that is all.
  public var isSilent: Bool { said.bytes.isEmpty && isPoint }

  /// A word's place in the text.
  public func word(_ index: Int) -> TextSpan { said.words[index].span.shifted(by: origin) }

  /// The run from the first of some words to the word after the last one, or to the end. There must be a word. The
  /// silence before the run belongs to its first word, and a mark to the word behind it, or to the last one.
  public func cut(to range: Range<Int>) -> SpokenRun {
    let start = said.words[range.lowerBound].span.utf8.lowerBound
    let marks = marks.compactMap { mark -> PlacedMark? in
      let word = said.words.partitioningIndex { $0.span.utf8.lowerBound >= mark.utf8 }
      guard range.contains(min(word, said.words.count - 1)) else { return nil }
      return PlacedMark(number: mark.number, utf8: max(mark.utf8 - start, 0))
    }
    var attributes = attributes
    if range.lowerBound > 0 { attributes.pauseBefore = .zero }
    return SpokenRun(attributes, said.cut(to: range), origin: word(range.lowerBound), marks: marks)
  }
}

/// A mark of a text, and its place in a run.
public struct PlacedMark: Hashable, Sendable {
  /// Its number among the marks of the text, from 0.
  public var number: Int
  /// Bytes of the text from the start of the run.
  public var utf8: Int

  /// The mark `number` of a text.
  public init(number: Int, utf8: Int) { (self.number, self.utf8) = (number, utf8) }
}
