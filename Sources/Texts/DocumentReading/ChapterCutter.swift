import Documents
import Vocabulary

/// Divides a document into chapters. A heading of the first level begins a chapter; the text before the first heading
/// is a chapter too.
final class ChapterCutter {
  private let title: String
  private let consume: (DocumentPart) -> Void
  private var chapters = 0

  /// - Parameter title: the title of the chapter before the first heading.
  init(title: String, _ consume: @escaping (DocumentPart) -> Void) {
    self.title = title
    self.consume = consume
  }

  /// True if no block has come yet.
  var isEmpty: Bool { chapters == 0 }

  func take(_ block: ContentBlock) {
    let isHeading = block.level == 1 && chapters < Chapter.maximumCount
    if chapters == 0 || isHeading {
      consume(.chapter(ChapterHeading(title: isHeading ? Self.line(block.block) : title)))
      chapters += 1
    }
    consume(.block(block.block))
  }

  /// The text of a block as a title.
  static func line(_ block: Block) -> String {
    Line.clean(String(decoding: block.text, as: UTF8.self), limit: Chapter.maximumTitle)
  }
}
