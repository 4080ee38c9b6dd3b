/// What a document is made of, in the order of reading. The first one is the description; blocks come in chapters.
public enum DocumentPart: Equatable, Sendable {
  /// What the document says about itself, once.
  case description(DocumentDescription)
  /// The picture on it.
  case cover(CoverImage)
  /// The next block begins a chapter.
  case chapter(ChapterHeading)
  /// The chapter that began last ends before its time.
  case failed(DocumentError)
  /// The next block.
  case block(Block)
}

/// A chapter without its place, which whoever counts the text knows.
public struct ChapterHeading: Equatable, Sendable {
  /// Empty where it has none.
  public var title: String
  /// How deep it is nested, from 0 on.
  public var level: Int
  /// Its place in the table of contents, as `2.3`.
  public var number: String
  /// BCP 47; empty where it is the document's.
  public var language: String
  /// Where it begins in the original.
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
  /// The same directly behind the heading of a part, where that has no text of its own: it gives its title to its first
  /// chapter.
  public func within(_ part: ChapterHeading?) -> ChapterHeading {
    guard let part, !part.title.isEmpty, part.level < level else { return self }
    var heading = self
    heading.title = "\(part.title) · \(title)"
    return heading
  }
}

/// A paragraph, or what stands in its place.
public struct Block: Equatable, Sendable {
  /// The number of a printed page, and where in the block it begins, in bytes.
  public struct Page: Equatable, Sendable {
    /// What is printed on it.
    public var label: String
    /// Bytes of the block before it.
    public var offset: Int

    /// A page that begins so many bytes behind the block's start.
    public init(label: String, offset: Int) {
      self.label = label
      self.offset = offset
    }
  }

  /// UTF-8, never empty, without white space around it; a line end is one that the author wanted.
  public var text: [UInt8]
  /// What it is.
  public var kind: BlockClass
  /// BCP 47; empty where it is the document's.
  public var language: String
  /// Pages that begin in it.
  public var pages: [Page]
  /// The number of the list's item that begins with it, from 1 on; 0 where no numbered one does.
  public var ordinal: Int

  /// A block of text that has been cleaned.
  public init(
    text: [UInt8], kind: BlockClass = .paragraph, language: String = "", pages: [Page] = [], ordinal: Int = 0
  ) {
    self.text = text
    self.kind = kind
    self.language = language
    self.pages = pages
    self.ordinal = ordinal
  }
}
