import Documents
import Vocabulary

/// Delivers the blocks of a word processor's document after its description. The description needs the first heading:
/// few people fill in the title, but most write one.
final class OfficeOutput {
  /// A heading after so many blocks is not the document's title.
  private static let sample = 32

  private let metadata: OfficeMetadata
  /// The language of the document's default style.
  private let language: String
  private let consume: (DocumentPart) -> Void
  private var cutter: ChapterCutter?
  /// Blocks that wait for the description.
  private var waiting: [ContentBlock] = []

  init(_ metadata: OfficeMetadata, language: String, _ consume: @escaping (DocumentPart) -> Void) {
    self.metadata = metadata
    self.language = language
    self.consume = consume
  }

  func take(_ block: ContentBlock) {
    if let cutter { return cutter.take(block) }
    waiting.append(block)
    if block.block.kind == .heading || !metadata.title.isEmpty || waiting.count == Self.sample { tell() }
  }

  private func tell() {
    guard let first = waiting.first else { return }
    // The default style's language is usually that of the program; the text's own language is better.
    let own = first.block.language
    let description = metadata.description(
      title: waiting.firstHeading, language: own.isEmpty ? language : own)
    consume(.description(description))
    let cutter = ChapterCutter(title: description.title, consume)
    self.cutter = cutter
    for block in waiting { cutter.take(block) }
    waiting = []
  }

  /// Ends the document. If it breaks off, the blocks before that place count.
  func finish(isWhole: Bool, _ name: String) throws(Trouble) {
    let error = Trouble(.damaged, "\(name) cannot be read to its end")
    if cutter == nil { tell() }
    if cutter == nil { throw isWhole ? Trouble(.empty, "no text in the document") : error }
    if !isWhole { consume(.failed(error)) }
  }
}
