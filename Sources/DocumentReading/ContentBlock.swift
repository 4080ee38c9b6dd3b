import Documents

/// A block as it stands in a page, with what helps to tell content from what is around it.
struct ContentBlock {
  var block: Block
  /// 1 to 6 for a heading.
  var level: Int
  /// Bytes of its text that are links.
  var linkBytes: Int
  /// Which container it stands in, see ``ContentReader/containers``.
  var container: Int
  /// Fragments that name it, of those that were asked for.
  var anchors: [String]

  /// - Parameter container: 0 where the document has nothing but content.
  init(_ block: Block, level: Int = 0, linkBytes: Int = 0, container: Int = 0, anchors: [String] = []) {
    self.block = block
    self.level = level
    self.linkBytes = linkBytes
    self.container = container
    self.anchors = anchors
  }
}

extension [ContentBlock] {
  /// The first of the highest headings among them, which is what a document without a title is called; empty where there
  /// is none.
  var firstHeading: String {
    let headings = self.lazy.filter { $0.block.kind == .heading }
    return headings.min { $0.level < $1.level }.map { ChapterCutter.line($0.block) } ?? ""
  }
}
