public import Speech

/// A sentence of a document: what is spoken in one breath, and the finest place that a document is cut at.
public struct SentenceRecord: Hashable, Sendable {
  /// What is special about a sentence.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits, as `Wire` sends them.
    public let rawValue: UInt8
    /// Flags from their bits; unknown bits are kept.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The last sentence of its block.
    public static let endsParagraph = Flags(rawValue: 1)
    /// A piece of a sentence that was too long for one utterance; its rest follows as the next record.
    public static let continues = Flags(rawValue: 4)
  }

  /// The sentence in the document's text, without white space around it.
  public var span: TextSpan
  /// What is special about it.
  public var flags: Flags
  /// What it is part of.
  public var block: BlockClass
  /// The number of the list's item that begins with it, from 1 on; 0 where no numbered one does. It is shown, not
  /// spoken.
  public var ordinal: UInt16

  /// A sentence at a place of the document.
  public init(span: TextSpan, flags: Flags = [], block: BlockClass = .paragraph, ordinal: UInt16 = 0) {
    self.span = span
    self.flags = flags
    self.block = block
    self.ordinal = ordinal
  }
}

/// What a block of a document is: it decides whether and how it is spoken.
public enum BlockClass: UInt8, Sendable, CaseIterable {
  case paragraph = 0
  case heading = 1
  case listItem = 2
  case quote = 3
  /// A row of a table.
  case table = 4
  case code = 5
  case footnote = 6
  /// The number of a printed page, where it stands in the text by itself.
  case pageNumber = 7
  /// What stands for a figure: its alternative text.
  case figure = 8
}
