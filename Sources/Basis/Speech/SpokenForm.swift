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

  /// A run that begins at `origin`.
  public init(_ attributes: RunAttributes, _ said: SaidText, origin: TextSpan) {
    (self.attributes, self.said, self.origin) = (attributes, said, origin)
  }

  /// A word's place in the text.
  public func word(_ index: Int) -> TextSpan { said.words[index].span.shifted(by: origin) }

  /// The run from the first of some words to the word after the last one, or to the end. There must be a word.
  public func cut(to range: Range<Int>) -> SpokenRun {
    SpokenRun(attributes, said.cut(to: range), origin: word(range.lowerBound))
  }
}
