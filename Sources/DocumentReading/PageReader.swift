import Documents

/// Reads pages of the web, and texts that are turned into such.
public enum PageReader {
  /// Bytes of the largest page.
  public static let maximumSize = 64 << 20

  /// Reads a page: its article, without what is around it.
  ///
  /// - Parameter bytes: UTF-8.
  public static func read(html bytes: [UInt8], _ consume: (DocumentPart) -> Void) throws(DocumentError) {
    var blocks: [ContentBlock] = []
    let content = ContentReader(isPage: true) { blocks.append($0) }
    content.read(bytes)
    let article = Readability(blocks: blocks, containers: content.containers).article()
    let said = content.statements
    tell(
      article.map { blocks[$0] },
      DocumentDescription(
        title: said["og:title"] ?? content.title,
        authors: [said["author"] ?? said["article:author"] ?? ""].filter { !$0.contains("://") },
        language: content.language.isEmpty ? said["og:locale"] ?? "" : content.language,
        date: said["article:published_time"] ?? said["date"] ?? said["dc.date"] ?? "",
        publisher: said["og:site_name"] ?? ""), consume)
    if article.isEmpty { throw DocumentError(.empty, "no text in the page") }
  }

  /// Reads a document that is all content, with its first heading as its title.
  static func read(content bytes: [UInt8], _ consume: (DocumentPart) -> Void) throws(DocumentError) {
    var blocks: [ContentBlock] = []
    ContentReader(isPage: false) { blocks.append($0) }.read(bytes)
    let title = blocks.first { $0.level == 1 }.map { Self.line($0.block) } ?? ""
    tell(blocks, DocumentDescription(title: title), consume)
    if blocks.isEmpty { throw DocumentError(.empty, "no text in it") }
  }

  /// A heading of the first level begins a chapter; what stands before the first one is one, too.
  private static func tell(
    _ blocks: [ContentBlock], _ description: DocumentDescription, _ consume: (DocumentPart) -> Void
  ) {
    consume(.description(description))
    var chapters = 0
    for (index, block) in blocks.enumerated() {
      let isHeading = block.level == 1 && chapters < Chapter.maximumCount
      if index == 0 || isHeading {
        consume(.chapter(ChapterHeading(title: isHeading ? line(block.block) : description.title)))
        chapters += 1
      }
      consume(.block(block.block))
    }
  }

  private static func line(_ block: Block) -> String {
    Line.clean(String(decoding: block.text, as: UTF8.self), limit: Chapter.maximumTitle)
  }
}
