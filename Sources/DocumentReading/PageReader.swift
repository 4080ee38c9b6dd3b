public import Documents

/// Reads pages of the web, and texts that are turned into such.
public enum PageReader {
  /// Bytes of the largest page.
  public static let maximumSize = 64 << 20

  /// Reads a page: its article, without what is around it. Blocks come while it is read, as soon as it is sure where
  /// its article is.
  ///
  /// - Parameter bytes: UTF-8.
  public static func read(html bytes: [UInt8], _ consume: (DocumentPart) -> Void) throws(DocumentError) {
    try withoutActuallyEscaping(consume) { consume throws(DocumentError) in
      let article = Article(consume)
      article.read(bytes)
      if article.isEmpty { throw DocumentError(.empty, "no text in the page") }
    }
  }

  /// Reads a document that is all content.
  ///
  /// - Parameter said: what it says about itself; the first of its highest headings is its title where it names none.
  static func read(
    content bytes: [UInt8], _ said: DocumentDescription, _ consume: (DocumentPart) -> Void
  ) throws(DocumentError) {
    var blocks: [ContentBlock] = []
    ContentReader(isPage: false) { blocks.append($0) }.read(bytes)
    if blocks.isEmpty { throw DocumentError(.empty, "no text in it") }
    var said = said
    if said.title.isEmpty { said.title = blocks.firstHeading }
    consume(.description(said))
    withoutActuallyEscaping(consume) { consume in
      let cutter = ChapterCutter(title: said.title, consume)
      for block in blocks { cutter.take(block) }
    }
  }
}

/// The article of a page while it is read.
private final class Article {
  /// So much text of a page shows where its article is; a page that has less is looked at as a whole.
  private static let sample = 64 << 10

  private let consume: (DocumentPart) -> Void
  /// Those that nobody has judged yet.
  private var waiting: [ContentBlock] = []
  private var length = 0
  private var needed = sample
  private var readability: Readability?
  private var cutter: ChapterCutter?
  private var reader: ContentReader?

  init(_ consume: @escaping (DocumentPart) -> Void) { self.consume = consume }

  var isEmpty: Bool { cutter?.isEmpty ?? true }

  func read(_ bytes: [UInt8]) {
    let reader = ContentReader(isPage: true) { [self] block in take(block) }
    self.reader = reader
    reader.read(bytes)
    if readability == nil { tell(Readability(blocks: waiting, containers: reader.containers)) }
    self.reader = nil
  }

  private func take(_ block: ContentBlock) {
    guard let containers = reader?.containers else { return }
    if let readability {
      if readability.isContent(block, containers) { cutter?.take(block) }
      return
    }
    waiting.append(block)
    length += block.block.text.count
    guard length >= needed else { return }
    let choice = Readability(blocks: waiting, containers: containers)
    // Where there is nothing but links, the article may come yet.
    if choice.isSure { tell(choice) } else { needed *= 2 }
  }

  private func tell(_ choice: Readability) {
    guard let reader else { return }
    readability = choice
    let said = reader.statements
    let content = waiting.filter { choice.isContent($0, reader.containers) }
    let title =
      [said["og:title"], said["dc.title"], reader.title].lazy.compactMap(\.self)
      .first { !$0.allSatisfy(\.isWhitespace) } ?? content.firstHeading
    consume(
      .description(
        DocumentDescription(
          title: title,
          authors: [said["author"] ?? said["dc.creator"] ?? said["article:author"] ?? ""].filter {
            !$0.holds("://")
          },
          language: reader.language.isEmpty ? said["og:locale"] ?? "" : reader.language,
          date: said["article:published_time"] ?? said["date"] ?? said["dc.date"] ?? "",
          publisher: said["og:site_name"] ?? "")))
    let cutter = ChapterCutter(title: title, consume)
    self.cutter = cutter
    for block in content { cutter.take(block) }
    waiting = []
  }
}
