import CMarkdown
public import Documents
import Glibc
public import Vocabulary

/// Reads GitHub's Markdown: with tables, footnotes and struck-out text.
public enum MarkdownReader {
  /// Bytes of the largest text.
  public static let maximumSize = 16 << 20

  /// The most lines and marks of a text. Each may take two hundred bytes in the parser, which ends the process if it
  /// gets no memory; a worker has 512 MiB.
  static let mostParts = 1_000_000

  /// Reads a text. A heading of the first level begins a chapter. Front matter is not part of the text; it fills the
  /// description.
  ///
  /// - Parameter bytes: UTF-8.
  public static func read(_ bytes: [UInt8], _ consume: (DocumentPart) -> Void) throws(Trouble) {
    guard bytes.count <= maximumSize else { throw Trouble(.tooLarge, "\(bytes.count) bytes of Markdown") }
    let (front, text) = FrontMatter.cut(from: bytes)
    guard parts(in: text) <= mostParts else {
      throw Trouble(.tooLarge, "more than \(mostParts) lines and marks of Markdown")
    }
    guard let html = html(Array(text)) else { throw Trouble(.unreadable, "no memory for the Markdown") }
    try PageReader.read(content: html, front?.description ?? DocumentDescription(), consume)
  }

  /// An upper limit for the blocks, breaks and marks in a text.
  private static func parts(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { count, byte in
      switch byte {
      case 0x0A, 0x0D: count + 2  // a block, or a break, and the text after it
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\\"),
        UInt8(ascii: "|"):
        count + 1
      default: count
      }
    }
  }

  /// The text as HTML, the parser's own way to describe the parts of a text.
  private static func html(_ bytes: [UInt8]) -> [UInt8]? {
    cmark_gfm_core_extensions_ensure_registered()
    let options = CMARK_OPT_FOOTNOTES | CMARK_OPT_UNSAFE
    guard let parser = cmark_parser_new(options) else { return nil }
    defer { cmark_parser_free(parser) }
    // Tables that would only fill memory are read as lines.
    for name in MarkdownTables.areHarmful(bytes) ? ["strikethrough"] : ["table", "strikethrough"] {
      if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    bytes.withUnsafeBytes { cmark_parser_feed(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
    guard let root = cmark_parser_finish(parser) else { return nil }
    defer { cmark_node_free(root) }
    guard let html = cmark_render_html(root, options, cmark_parser_get_syntax_extensions(parser)) else { return nil }
    defer { free(html) }
    return Array(UnsafeRawBufferPointer(start: html, count: strlen(html)))
  }
}
