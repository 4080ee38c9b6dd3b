import Documents

/// Hands on the blocks of a word processor's document, with its description before them. That needs the first block:
/// few people fill in the title, but most write one.
final class OfficeOutput {
  private let metadata: OfficeMetadata
  /// Of the document's default style.
  private let language: String
  private let consume: (DocumentPart) -> Void
  private var cutter: ChapterCutter?

  init(_ metadata: OfficeMetadata, language: String, _ consume: @escaping (DocumentPart) -> Void) {
    self.metadata = metadata
    self.language = language
    self.consume = consume
  }

  /// Whether nothing has come yet.
  var isEmpty: Bool { cutter == nil }

  func take(_ block: ContentBlock) {
    if cutter == nil {
      // The default style's language is that of the program, as a rule; the text's own is better.
      let own = block.block.language
      let title = block.block.kind == .heading ? ChapterCutter.line(block.block) : ""
      let description = metadata.description(title: title, language: own.isEmpty ? language : own)
      consume(.description(description))
      cutter = ChapterCutter(title: description.title, consume)
    }
    cutter?.take(block)
  }

  /// Where the document breaks off, what was read of it counts.
  func finish(isWhole: Bool, _ name: String) throws(DocumentError) {
    let error = DocumentError(.damaged, "\(name) cannot be read to its end")
    if isEmpty { throw isWhole ? DocumentError(.empty, "no text in the document") : error }
    if !isWhole { consume(.failed(error)) }
  }
}
