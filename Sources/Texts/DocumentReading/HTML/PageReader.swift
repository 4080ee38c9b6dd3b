public import Documents
public import Vocabulary

/// Reads web pages, and texts that are converted to HTML.
public enum PageReader {
  /// Bytes of the largest page.
  public static let maximumSize = 64 << 20

  /// Reads a page: its article, without the surroundings. Blocks come as soon as the place of the article is certain.
  ///
  /// - Parameter bytes: UTF-8.
  public static func read(html bytes: [UInt8], _ consume: (DocumentPart) -> Void) throws(Trouble) {
    try withoutActuallyEscaping(consume) { consume throws(Trouble) in
      let article = Article(consume)
      article.read(bytes)
      if article.isEmpty { throw Trouble(.empty, "no text in the page") }
    }
  }

  /// Reads a document that is content only.
  ///
  /// - Parameter said: its description. The first of its highest headings becomes the title if the description has
  ///   none.
  static func read(
    content bytes: [UInt8], _ said: DocumentDescription, _ consume: (DocumentPart) -> Void
  ) throws(Trouble) {
    var blocks: [ContentBlock] = []
    ContentReader(isPage: false) { blocks.append($0) }.read(bytes)
    if blocks.isEmpty { throw Trouble(.empty, "no text in it") }
    var said = said
    if said.title.isEmpty { said.title = blocks.firstHeading }
    consume(.description(said))
    withoutActuallyEscaping(consume) { consume in
      let cutter = ChapterCutter(title: said.title, consume)
      for block in blocks { cutter.take(block) }
    }
  }
}

/// The article of a page that is being read.
private final class Article {
  /// So many bytes of text show the place of the article. A shorter page is judged as a whole.
  private static let sample = 64 << 10

  private let consume: (DocumentPart) -> Void
  /// Blocks that have not been judged yet.
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
    // If there are only links so far, the article may still come.
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
