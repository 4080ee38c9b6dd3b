import Documents
import Vocabulary

/// A block as it stands in a page, with the facts that help to tell content from its surroundings.
struct ContentBlock {
  var block: Block
  /// 1 to 6 for a heading, 0 for other blocks.
  var level: Int
  /// Bytes of its text that are inside of links.
  var linkBytes: Int
  /// The container that it stands in, an index into ``ContentReader/containers``.
  var container: Int
  /// Fragments that name this block, among those that were asked for.
  var anchors: [String]

  /// - Parameter container: 0 if the document consists of content only.
  init(_ block: Block, level: Int = 0, linkBytes: Int = 0, container: Int = 0, anchors: [String] = []) {
    self.block = block
    self.level = level
    self.linkBytes = linkBytes
    self.container = container
    self.anchors = anchors
  }
}

extension [ContentBlock] {
  /// The first among the highest headings, which serves as the title of a document without one; empty if there is no
  /// heading.
  var firstHeading: String {
    let headings = self.lazy.filter { $0.block.kind == .heading }
    return headings.min { $0.level < $1.level }.map { ChapterCutter.line($0.block) } ?? ""
  }
}
