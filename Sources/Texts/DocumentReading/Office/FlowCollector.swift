import Documents
import Vocabulary

/// Collects the blocks of a word processor's document: table rows, and paragraphs, which may contain notes and text
/// boxes with further paragraphs.
///
/// Paragraphs that stand inside of another one follow it. A row is one block, except in a table that only arranges
/// text.
final class FlowCollector {
  /// The role of a paragraph, by its style and its place.
  struct Role {
    var kind = BlockClass.paragraph
    /// 1 to 6 for a heading; 0 for other paragraphs and for the title of the document.
    var level = 0
    /// The number of the list item that begins here; 0 for none.
    var ordinal = 0
  }

  private struct Paragraph {
    var role: Role
    var collector = TextCollector()
    var hasOwnText = false
    /// Bytes of text in each language.
    var languages: [String: Int] = [:]
    var following: [ContentBlock] = []
  }

  private enum Frame {
    case paragraph(Paragraph)
    /// The blocks of each cell.
    case row([[ContentBlock]])
  }

  /// A cell with more than one paragraph and more bytes is not data: such a table only arranges text.
  private static let longestCell = 400
  /// A longer row continues in another one.
  private static let mostCells = 1024
  /// A longer paragraph is cut. No author writes such a paragraph.
  private static let maximumParagraph = 256 << 10

  private let take: (ContentBlock) -> Void
  private var frames: [Frame] = []

  init(_ take: @escaping (ContentBlock) -> Void) { self.take = take }

  // MARK: Paragraphs

  func beginParagraph(_ role: Role) { frames.append(.paragraph(Paragraph(role: role))) }

  /// Changes the role of the open paragraph; it may become known only after the beginning.
  func change(_ role: Role) { change { $0.role = role } }

  /// Adds text to the open paragraph. Without one the text is dropped.
  func append(_ text: UnsafeBufferPointer<UInt8>, language: String) {
    change { paragraph in
      let before = paragraph.collector.count
      paragraph.collector.beginLanguage(language)
      paragraph.collector.append(text, preserving: false)
      let added = paragraph.collector.count - before
      guard added > 0 else { return }
      paragraph.hasOwnText = true
      if !language.isEmpty { paragraph.languages[language, default: 0] += added }
    }
    guard case .paragraph(let paragraph) = frames.last, paragraph.collector.count > Self.maximumParagraph else {
      return
    }
    var role = paragraph.role
    role.ordinal = 0
    endParagraph()
    beginParagraph(role)
  }

  func separate() { change { $0.collector.separate() } }

  func endLine() { change { $0.collector.endLine() } }

  /// Adds a figure's alternative text. It is a block of its own kind if the paragraph has no other text.
  func append(alternative text: String) {
    let line = Line.clean(text, limit: 4096)
    guard !line.isEmpty else { return }
    guard case .paragraph = frames.last else {
      return deliver(ContentBlock(Block(text: Array(line.utf8), kind: .figure)))
    }
    change { paragraph in
      paragraph.collector.separate()
      paragraph.collector.append(line.utf8, preserving: false)
      paragraph.collector.separate()
    }
  }

  /// Adds blocks that come after the open paragraph.
  func follow(with blocks: [ContentBlock]) { for block in blocks { deliver(block) } }

  func endParagraph() {
    guard case .paragraph(var paragraph) = frames.last else { return }
    frames.removeLast()
    let language = paragraph.languages.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    let spans = paragraph.collector.takeLanguages(beside: language)
    let text = paragraph.collector.take()
    if !text.isEmpty {
      var kind = paragraph.role.kind
      if !paragraph.hasOwnText { kind = .figure }
      deliver(
        ContentBlock(
          Block(
            text: text, kind: kind, language: language, spans: spans,
            ordinal: kind == .listItem ? paragraph.role.ordinal : 0),
          level: kind == .heading ? paragraph.role.level : 0))
    }
    for block in paragraph.following { deliver(block) }
  }

  // The paragraph is taken out meanwhile, so that its text is never copied.
  private func change(_ body: (inout Paragraph) -> Void) {
    guard case .paragraph(var paragraph) = frames.last else { return }
    frames.removeLast()
    body(&paragraph)
    frames.append(.paragraph(paragraph))
  }

  private func deliver(_ block: ContentBlock) {
    switch frames.popLast() {
    case .none: take(block)
    case .paragraph(var paragraph):
      paragraph.following.append(block)
      frames.append(.paragraph(paragraph))
    case .row(var cells):
      if cells.isEmpty { cells.append([]) }
      cells[cells.count - 1].append(block)
      frames.append(.row(cells))
    }
  }

  // MARK: Tables

  func beginRow() { frames.append(.row([])) }

  func beginCell() {
    guard case .row(var cells) = frames.last else { return }
    if cells.count >= Self.mostCells {
      endRow()
      beginRow()
      return beginCell()
    }
    frames.removeLast()
    cells.append([])
    frames.append(.row(cells))
  }

  func endRow() {
    guard case .row(let cells) = frames.last else { return }
    frames.removeLast()
    let blocks = cells.joined().filter { $0.block.kind != .footnote }
    let isArrangement =
      cells.count == 1 || blocks.contains { $0.block.kind == .heading }
      || cells.contains { $0.count > 1 && $0.reduce(0) { $0 + $1.block.text.count } > Self.longestCell }
    if isArrangement || blocks.isEmpty {
      for block in cells.joined() { deliver(block) }
      return
    }
    var row = TextCollector()
    for (column, cell) in cells.enumerated() {
      for block in cell where block.block.kind != .footnote {
        row.list()
        row.beginCell(column)
        row.append(block.block.text, preserving: true)
      }
    }
    let parts = row.takeCells()
    deliver(
      ContentBlock(Block(text: row.take(), kind: .table, language: blocks[0].block.language, cells: parts)))
    for note in cells.joined() where note.block.kind == .footnote { deliver(note) }
  }

  /// Ends everything that is open when a document breaks off.
  func finish() {
    while let frame = frames.last {
      switch frame {
      case .paragraph: endParagraph()
      case .row: endRow()
      }
    }
  }
}
