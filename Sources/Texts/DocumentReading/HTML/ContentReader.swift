import Documents
import Vocabulary

/// Finds the blocks of an HTML document.
final class ContentReader: MarkupHandler {
  /// An element that contains others.
  struct Container {
    var parent: Int
    var name: String
    /// The meaning of its class and id.
    var hint: NameHint
    /// True if the element, or one that contains it, usually surrounds content.
    var isAround: Bool
  }

  /// An element that is open.
  struct Frame {
    var name: String
    var isBlock: Bool
    var isSilent: Bool
    var preserves: Bool
    var isLink: Bool
    var block: BlockClass
    var level: Int
    var language: String
    var container: Int
    /// True inside of an element that is marked as the content of the page.
    var isContent: Bool
    /// True for a page break; its text is the number of the page.
    var pageBreak: Bool
    /// True inside of a drawing whose texts are read.
    var isDrawing: Bool
    /// The numbers of the items if this is a numbered list.
    var numbering: ListNumbering?
    /// The column of the enclosing cell.
    var column: Int?
    /// The number of columns so far, for a row of a table.
    var columns = 0
  }

  /// Elements nested deeper count as part of the element around them.
  private static let maximumDepth = 256
  private static let maximumContainers = 1 << 20
  /// A longer paragraph is cut. No author writes such a paragraph.
  private static let maximumBlock = 256 << 10

  /// Fragments whose position the owner asks for.
  var anchors: Set<String> = []
  /// Labels of pages, by the fragment at which they begin.
  var pageLabels: [String: String] = [:]
  /// The text of `title` in the document's head.
  private(set) var title = ""
  /// The language of `html` or `body`.
  private(set) var language = ""
  /// The `meta` elements in the document's head; names are in lower case.
  private(set) var statements: [String: String] = [:]
  private(set) var containers = [Container(parent: -1, name: "", hint: .none, isAround: false)]

  /// True for a web page, which has much around its content; false for a part of a book.
  let isPage: Bool
  private let take: (ContentBlock) -> Void
  private(set) var frames: [Frame] = []
  /// The number of open elements beyond the greatest depth.
  private var overflow = 0
  private var isInTitle = false
  /// The drawing that is open.
  var drawing = Drawing()
  var collector = TextCollector()
  /// The text of a page break.
  var pageCollector = TextCollector()
  /// True if the block has text besides the alternative text of a picture.
  var hasOwnText = false
  private var linkBytes = 0
  /// The number of the list item that the next block begins; 0 if it begins none.
  private var ordinal = 0
  /// Pages that begin in the block.
  var pages: [Block.Page] = []
  /// Anchors that still wait for a block.
  private(set) var blockAnchors: [String] = []

  init(isPage: Bool, _ take: @escaping (ContentBlock) -> Void) {
    self.isPage = isPage
    self.take = take
  }

  /// Reads a document and delivers blocks as they are read.
  ///
  /// - Parameter bytes: UTF-8.
  func read(_ bytes: [UInt8], language: String = "") {
    self.language = language
    Markup.read(bytes, as: .html, self)
    finish()
  }

  /// Ends the document.
  func finish() { flush() }

  // MARK: Elements

  func start(_ name: String, _ attributes: MarkupAttributes) {
    if frames.count == Self.maximumDepth {
      overflow += 1
      return
    }
    var frame =
      frames.last
      ?? Frame(
        name: name, isBlock: false, isSilent: false, preserves: false, isLink: false, block: .paragraph, level: 0,
        language: LanguageTag.clean(language), container: 0, isContent: false, pageBreak: false, isDrawing: false)
    frame.name = name
    frame.numbering = nil
    frame.columns = 0
    if name == "table" { frame.column = nil }
    frame.isBlock = ElementRules.blocks.contains(name)
    if frame.isBlock && !frame.isSilent { flush() }
    if let language = attributes.language {
      frame.language = LanguageTag.clean(language)
      if name == "html" || name == "body" { self.language = frame.language }
    }
    note(attributes)
    enter(&frame, attributes)
    switch name {
    case "title": isInTitle = frames.contains { $0.name == "head" }
    case "svg" where frames.last?.isDrawing != true: beginDrawing(&frame, attributes)
    case "text" where frame.isDrawing: beginDrawnText(&frame, attributes)
    case "tspan": beginDrawnLine(attributes)
    case "meta": noteStatement(attributes)
    case "ol", "ul", "menu", "dir": frame.numbering = name == "ol" ? ListNumbering(attributes) : nil
    case "li": ordinal = number(attributes)
    case "br": collector.endLine()
    case "img", "image", "math": alternative(name == "math" ? attributes["alttext"] : attributes["alt"], frame)
    case "td", "th":
      collector.list()
      beginCell(&frame, attributes)
    default: break
    }
    frames.append(frame)
  }

  func end(_ name: String) {
    if overflow > 0 {
      overflow -= 1
      return
    }
    // An end tag without a start tag closes nothing.
    guard let index = frames.lastIndex(where: { $0.name == name }) else { return }
    while frames.count > index + 1 { endLast() }
    endLast()
  }

  private func endLast() {
    let frame = frames.removeLast()
    if frame.name == "title" { isInTitle = false }
    if frame.name == "svg" && !drawing.isHidden { alternative(drawing.name, frame) }
    if frame.name == "text" && frame.isDrawing { endDrawnText() }
    if frame.pageBreak && frames.last?.pageBreak != true { endPageBreak(frame) }
    if frame.isBlock && !frame.isSilent { flush(frame) }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if isInTitle && title.utf8.count < 4096 {
      title += String(decoding: bytes, as: UTF8.self)
      return
    }
    guard let frame = frames.last else { return }
    if frame.name == "title" || frame.name == "desc", drawing.name.utf8.count < 4096 {
      drawing.name += String(decoding: bytes, as: UTF8.self)
    }
    if frame.pageBreak {
      if pageCollector.count < 256 { pageCollector.append(bytes, preserving: false) }
      return
    }
    guard !frame.isSilent else { return }
    let before = collector.count
    collector.beginLanguage(frame.language)
    collector.append(bytes, preserving: frame.preserves)
    if collector.count > before { hasOwnText = true }
    if frame.isLink { linkBytes += collector.count - before }
    if collector.count > Self.maximumBlock { flush() }
  }

  private func enter(_ frame: inout Frame, _ attributes: MarkupAttributes) {
    let name = frame.name
    if name == "pre" { frame.preserves = true }
    if name == "a" { frame.isLink = true }
    if let level = ElementRules.headingLevel(name) { frame.level = level }
    let own = ElementRules.blockClass(name, attributes)
    frame.block = ElementRules.combine(frame.block, own)
    if name == "main" || name == "article" || attributes.has("main", in: "role")
      || attributes["itemprop"] == "articleBody"
    {
      frame.isContent = true
    }
    // The alternative content of an object is read in a book. On a page it only says that the browser lacks something.
    let isSilent = ElementRules.silent.contains(name) && (name != "object" || isPage)
    if ElementRules.notDrawn.contains(name) { frame.isDrawing = false }
    if frame.isDrawing && (name == "title" || name == "desc") { frame.isSilent = true }
    if name == "head" || isSilent || name == "math" { frame.isSilent = true }
    if !attributes.isEmpty {
      if ElementRules.isHidden(attributes) && own != .footnote { frame.isSilent = true }
      if ElementRules.isNoteReference(attributes) { frame.isSilent = true }
      if ElementRules.isPageBreak(attributes) { beginPageBreak(&frame, attributes) }
    }
    if isPage {
      if ElementRules.aroundContent.contains(name) && (!frame.isContent || name != "header") { frame.isSilent = true }
      if let role = attributes["role"], ElementRules.rolesAroundContent.contains(role) { frame.isSilent = true }
      if frame.isBlock || name == "td" || name == "th" { enterContainer(&frame, attributes) }
    }
  }

  private func enterContainer(_ frame: inout Frame, _ attributes: MarkupAttributes) {
    guard containers.count < Self.maximumContainers else { return }
    let hint = attributes.isEmpty ? .none : NameHint([attributes.bytes("class"), attributes.bytes("id")])
    let isAround = hint == .unlikely && !ElementRules.neverAround.contains(frame.name)
    containers.append(
      Container(
        parent: frame.container, name: frame.name, hint: hint,
        isAround: isAround || containers[frame.container].isAround))
    frame.container = containers.count - 1
  }

  private func note(_ attributes: MarkupAttributes) {
    guard !anchors.isEmpty || !pageLabels.isEmpty, let id = attributes["id"] ?? attributes["name"] else { return }
    if anchors.contains(id) { blockAnchors.append(id) }
    if let label = pageLabels[id] { addPage(label) }
  }

  private func noteStatement(_ attributes: MarkupAttributes) {
    guard statements.count < 64, let name = attributes["name"] ?? attributes["property"],
      let content = attributes["content"]
    else { return }
    if statements[name.lowercased()] == nil { statements[name.lowercased()] = content }
  }

  /// A picture within text is a part of the text; a picture by itself is a block.
  private func alternative(_ text: String?, _ frame: Frame) {
    guard let text, !text.isEmpty, !frame.isSilent || ["math", "svg"].contains(frame.name),
      frames.last?.isSilent != true
    else {
      return
    }
    if frame.name == "math" { hasOwnText = true }
    collector.separate()
    collector.append(text.utf8.prefix(4096), preserving: false)
    collector.separate()
  }

  /// The number of the item that begins in the innermost list; 0 if the list has no numbers.
  private func number(_ attributes: MarkupAttributes) -> Int {
    guard let list = frames.lastIndex(where: { ["ol", "ul", "menu", "dir"].contains($0.name) }) else { return 0 }
    return frames[list].numbering?.next(attributes) ?? 0
  }

  /// Begins a cell. A cell that spans several rows does not shift the cells of the rows below it.
  private func beginCell(_ frame: inout Frame, _ attributes: MarkupAttributes) {
    guard !frame.isSilent, let row = frames.lastIndex(where: { $0.name == "tr" || $0.name == "table" }),
      frames[row].name == "tr"
    else { return }
    frame.column = frames[row].columns
    collector.beginCell(frames[row].columns)
    frames[row].columns += min(max(attributes["colspan"].flatMap { Int($0) } ?? 1, 1), TableCell.mostColumns)
  }

  // MARK: Blocks

  /// - Parameter ended: the element that ends here; `nil` stands for the innermost open one.
  func flush(_ ended: Frame? = nil) {
    let frame = ended ?? frames.last
    let cells = collector.takeCells()
    let language = frame?.language ?? ""
    let spans = collector.takeLanguages(beside: language)
    let text = collector.take()
    defer {
      // A cell may hold several blocks.
      if let column = frames.last?.column { collector.beginCell(column) }
      hasOwnText = false
      linkBytes = 0
    }
    // Pages and anchors without text belong to the next block.
    guard !text.isEmpty else { return }
    var kind = frame?.block ?? .paragraph
    if !hasOwnText { kind = .figure }
    if ended?.pageBreak == true { kind = .pageNumber }
    let block = Block(
      text: text, kind: kind, language: language, spans: spans,
      pages: pages.map { Block.Page(label: $0.label, offset: min($0.offset, text.count)) },
      ordinal: kind == .listItem ? ordinal : 0, cells: kind == .table ? cells : [])
    pages = []
    ordinal = 0
    let content = ContentBlock(
      block, level: kind == .heading ? frame?.level ?? 0 : 0, linkBytes: linkBytes,
      container: frame?.container ?? 0, anchors: blockAnchors)
    blockAnchors = []
    take(content)
  }
}
