public import Speech
public import Vocabulary

/// A sentence of a document: the unit that is spoken in one breath, and the smallest unit at which a document is cut.
public struct SentenceRecord: Hashable, Sendable {
  /// Special properties of a sentence.
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

  /// The most cells of one sentence.
  public static let mostCells = TableCell.mostColumns
  /// The most parts of one sentence in another language.
  public static let mostRuns = 255

  /// The sentence in the document's text, without white space around it.
  public var span: TextSpan
  /// The special properties.
  public var flags: Flags
  /// The class of the block around it.
  public var block: BlockClass
  /// The number of the list item that begins with the sentence, from 1 on; 0 if no numbered item does. It is shown, not
  /// spoken.
  public var ordinal: UInt16
  /// The cells of a table's row in this sentence, in order, in bytes of the sentence. The reader added the text between
  /// two cells for the listener.
  public var cells: [TableCell]
  /// The parts in another language than the sentence, in order, in bytes of the sentence; at most ``mostRuns``.
  public var runs: [LanguageSpan]

  /// A sentence at a place of the document.
  public init(
    span: TextSpan, flags: Flags = [], block: BlockClass = .paragraph, ordinal: UInt16 = 0, cells: [TableCell] = [],
    runs: [LanguageSpan] = []
  ) {
    self.span = span
    self.flags = flags
    self.block = block
    self.ordinal = ordinal
    self.cells = cells
    self.runs = runs
  }
}
