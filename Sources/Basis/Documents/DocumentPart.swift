public import Speech
public import Vocabulary

/// The parts of a document in reading order. The first one is the description; blocks belong to chapters.
public enum DocumentPart: Equatable, Sendable {
  /// The document's metadata, once.
  case description(DocumentDescription)
  /// The picture on the cover.
  case cover(CoverImage)
  /// The next block begins a chapter.
  case chapter(ChapterHeading)
  /// The current chapter ends early because of an error.
  case failed(Trouble)
  /// The next block.
  case block(Block)
}

/// A chapter without its place in the text. The place is known to the code that counts the text.
public struct ChapterHeading: Equatable, Sendable {
  /// Empty if the chapter has none.
  public var title: String
  /// Nesting depth, from 0 on.
  public var level: Int
  /// The number in the table of contents, such as `2.3`.
  public var number: String
  /// BCP 47; empty if it is the document's language.
  public var language: String
  /// The beginning in the original.
  public var anchor: String

  /// A chapter that begins with the next block.
  public init(title: String, level: Int = 0, number: String = "", language: String = "", anchor: String = "") {
    self.title = title
    self.level = level
    self.number = number
    self.language = language
    self.anchor = anchor
  }
}

extension ChapterHeading {
  /// The heading of a chapter directly after `part`, a heading without text of its own: the part's title is put in
  /// front of that of its first chapter.
  public func within(_ part: ChapterHeading?) -> ChapterHeading {
    guard let part, !part.title.isEmpty, part.level < level else { return self }
    var heading = self
    heading.title = "\(part.title) · \(title)"
    return heading
  }
}

/// A paragraph, or another unit of text in its place.
public struct Block: Equatable, Sendable {
  /// The label of a printed page and its position in the block.
  public struct Page: Equatable, Sendable {
    /// The printed label.
    public var label: String
    /// Bytes of the block before the page.
    public var offset: Int

    /// A page that begins `offset` bytes after the block's start.
    public init(label: String, offset: Int) {
      self.label = label
      self.offset = offset
    }
  }

  /// UTF-8, never empty, without white space around it. Every line end in it is intended by the author.
  public var text: [UInt8]
  /// The class of the block.
  public var kind: BlockClass
  /// BCP 47; empty if it is the document's language.
  public var language: String
  /// The parts that the document declares to be in another language, in order, in bytes of the block.
  public var spans: [LanguageSpan]
  /// Pages that begin in the block.
  public var pages: [Page]
  /// The number of the list item that begins with the block, from 1 on; 0 if no numbered item does.
  public var ordinal: Int
  /// The cells of a table's row in bytes of the text, or the cell of which the block is a paragraph. Empty cells are
  /// left out.
  public var cells: [TableCell]
  /// The time of the block by the document's own clock, with its words in bytes of the block; `nil` if it has none. A
  /// short block with a time is one sentence.
  public var time: SentenceTime?

  /// A block of text that has been cleaned.
  public init(
    text: [UInt8], kind: BlockClass = .paragraph, language: String = "", spans: [LanguageSpan] = [],
    pages: [Page] = [], ordinal: Int = 0, cells: [TableCell] = [], time: SentenceTime? = nil
  ) {
    self.text = text
    self.kind = kind
    self.language = language
    self.spans = spans
    self.pages = pages
    self.ordinal = ordinal
    self.cells = cells
    self.time = time
  }
}
