import Documents
import Vocabulary

/// Reads text documents of LibreOffice and related programs (ODT).
final class OpenDocumentReader: MarkupHandler {
  /// Elements that are not spoken: deleted text, comments, programs, indices, ruby readings.
  private static let silent: Set<String> = [
    "tracked-changes", "annotation", "forms", "note-citation", "table-of-content", "alphabetical-index",
    "illustration-index", "table-index", "object-index", "user-index", "ruby-text", "event-listeners", "binary-data",
    "sequence-decls", "variable-decls", "user-field-decls", "hidden-text", "page-variable-set",
  ]

  /// Elements that contain others; white space between those is only layout of the file.
  private static let structure: Set<String> = [
    "note", "note-body", "frame", "text-box", "list", "list-item", "list-header", "table", "table-row", "table-cell",
    "section", "image", "object", "body", "text",
  ]

  private let styles: OpenDocumentStyles
  private let flow: FlowCollector
  /// For each open element, true if its text belongs to the paragraph.
  private var takesText: [Bool] = []
  private var isInText = false
  /// The number of open elements within a silent one, that one included.
  private var silence = 0
  private var listItems = 0
  private var lists = OpenDocumentLists()
  private var notes = 0
  /// The languages of the open paragraph and spans.
  private var languages: [ScriptLanguages] = []
  /// The names of the open frames.
  private var frames: [String] = []
  private var isInAlternative = false

  private init(_ styles: OpenDocumentStyles, _ flow: FlowCollector) {
    self.styles = styles
    self.flow = flow
  }

  /// True if an archive of this type is a text document.
  static func isText(_ mimetype: String) -> Bool {
    mimetype.hasPrefix("application/vnd.oasis.opendocument.text")
      || mimetype.hasPrefix("application/vnd.sun.xml.writer")
  }

  static func read(_ archive: Archive, _ consume: @escaping (DocumentPart) -> Void) throws(Trouble) {
    if archive.contains("META-INF/manifest.xml") {
      let isLocked = LockFinder.isLocked(try archive.read("META-INF/manifest.xml", limit: 16 << 20))
      if isLocked { throw Trouble(.encrypted, "the document needs a password") }
    }
    let styles = OpenDocumentStyles()
    if archive.contains("styles.xml") {
      Markup.read(try archive.read("styles.xml"), as: .xml, StyleReader(styles))
    }
    let metadata = OfficeMetadata.read(archive.contains("meta.xml") ? try archive.read("meta.xml") : [])
    let output = OfficeOutput(metadata, language: styles.language, consume)
    let flow = FlowCollector { output.take($0) }
    let isWhole = Markup.read(try archive.read("content.xml"), as: .xml, OpenDocumentReader(styles, flow))
    flow.finish()
    try output.finish(isWhole: isWhole, "content.xml")
  }

  // MARK: Elements

  func start(_ name: String, _ attributes: MarkupAttributes) {
    if silence > 0 {
      silence += 1
      return
    }
    if !isInText {
      isInText = name == "body"
      return styles.start(name, attributes)
    }
    if Self.silent.contains(name) || name == "section" && attributes.local("display") == "none" {
      silence = 1
      return
    }
    takesText.append(!Self.structure.contains(name))
    switch name {
    case "p", "h": startParagraph(name, attributes)
    case "span":
      let style = attributes.local("style-name")
      if styles.isHidden(style) { return hide() }
      languages.append(styles.languages(of: style).within(languages.last ?? ScriptLanguages()))
    case "s", "tab": flow.separate()
    case "line-break": flow.endLine()
    case "list": lists.begin(attributes, styles)
    case "list-item":
      listItems += 1
      lists.beginItem(attributes)
    case "note-body": notes += 1
    case "table-row": flow.beginRow()
    case "table-cell": flow.beginCell()
    case "frame": frames.append("")
    case "title", "desc":
      isInAlternative = !frames.isEmpty
      if let before = frames.last, !before.isEmpty { frames[frames.count - 1] += ". " }
    default: break
    }
  }

  /// Silences the element that has just begun.
  private func hide() {
    takesText.removeLast()
    silence = 1
  }

  private func startParagraph(_ name: String, _ attributes: MarkupAttributes) {
    let style = attributes.local("style-name")
    if styles.isHidden(style) { return hide() }
    languages.append(styles.languages(ofParagraph: style))
    var role = styles.role(of: style) ?? .init(kind: listItems > 0 ? .listItem : .paragraph)
    if name == "h" {
      let level = attributes.local("outline-level").flatMap { Int($0) } ?? max(role.level, 1)
      role = .init(kind: .heading, level: min(max(level, 1), 6))
    }
    if notes > 0 { role = .init(kind: .footnote) } else { role.ordinal = lists.takeNumber() }
    flow.beginParagraph(role)
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isInText, silence == 0, takesText.last == true else { return }
    if isInAlternative {
      if let length = frames.last?.utf8.count, length < 4096 {
        frames[frames.count - 1] += String(decoding: bytes, as: UTF8.self)
      }
      return
    }
    if let languages = languages.last { flow.append(bytes, language: languages.language(of: bytes)) }
  }

  func end(_ name: String) {
    if silence > 0 {
      silence -= 1
      return
    }
    guard isInText else { return styles.end(name) }
    if !takesText.isEmpty { takesText.removeLast() }
    switch name {
    case "body": isInText = false
    case "p", "h":
      if !languages.isEmpty { languages.removeLast() }
      flow.endParagraph()
    case "span": if !languages.isEmpty { languages.removeLast() }
    case "list": lists.end()
    case "list-item": listItems -= 1
    case "note-body": notes -= 1
    case "table-row": flow.endRow()
    case "frame": if let alternative = frames.popLast() { flow.append(alternative: alternative) }
    case "title", "desc": isInAlternative = false
    default: break
    }
  }
}

/// Reads `styles.xml`.
private final class StyleReader: MarkupHandler {
  private let styles: OpenDocumentStyles

  init(_ styles: OpenDocumentStyles) { self.styles = styles }

  func start(_ name: String, _ attributes: MarkupAttributes) { styles.start(name, attributes) }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  func end(_ name: String) { styles.end(name) }
}

/// Reads `META-INF/manifest.xml` and finds whether anything is encrypted.
private final class LockFinder: MarkupHandler {
  private var isLocked = false

  static func isLocked(_ bytes: [UInt8]) -> Bool {
    let finder = LockFinder()
    Markup.read(bytes, as: .xml, finder)
    return finder.isLocked
  }

  func start(_ name: String, _ attributes: MarkupAttributes) { if name == "encryption-data" { isLocked = true } }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  func end(_ name: String) {}
}
