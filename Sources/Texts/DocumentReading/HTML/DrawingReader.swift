/// Reads a drawing (SVG) that is a whole part of a book: its texts, its title and its description.
///
/// Each of them becomes a paragraph of a page, which is read like any other.
final class DrawingReader: MarkupHandler {
  private static let texts: Set<String> = ["text", "title", "desc"]

  private let page: ContentReader
  private var depth = 0
  private var isSilent = 0

  private init(_ page: ContentReader) { self.page = page }

  /// - Parameter bytes: UTF-8.
  static func read(_ bytes: [UInt8], _ page: ContentReader) {
    Markup.read(bytes, as: .xml, DrawingReader(page))
    page.finish()
  }

  func start(_ name: String, _ attributes: MarkupAttributes) {
    if name == "style" || name == "script" { isSilent += 1 }
    if depth > 0 || Self.texts.contains(name) { depth += 1 }
    page.start(pageName(name), attributes)
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) { if depth > 0 && isSilent == 0 { page.text(bytes) } }

  func end(_ name: String) {
    if name == "style" || name == "script" { isSilent -= 1 }
    page.end(pageName(name))
    if depth > 0 { depth -= 1 }
  }

  private func pageName(_ name: String) -> String { depth == 1 ? "p" : name == "tspan" ? name : "g" }
}
