import Documents
import Vocabulary

/// Receives the text of a Word document, or that of its notes.
final class WordContent: MarkupHandler {
  /// Elements that are not spoken: text that was deleted or moved away, earlier formatting, replacements for old
  /// programs, field instructions, ruby readings.
  private static let silent: Set<String> = [
    "del", "moveFrom", "Fallback", "instrText", "delText", "delInstrText", "rt", "pPrChange", "rPrChange",
    "tblPrChange", "tcPrChange", "trPrChange", "sectPrChange", "numberingChange", "tblGridChange",
  ]

  /// The known facts about the open paragraph.
  private struct Paragraph {
    var style = ""
    /// The identifier of its list if the paragraph names one; 0 for none.
    var list: String?
    var listLevel: Int?
    var outlineLevel: Int?
    var languages = ScriptLanguages()
    var isHidden = false
  }

  /// Called when a note begins, with its number, and with `nil` for an element that is not a real note.
  var onNote: ((String?) -> Void)?

  private let styles: WordStyles
  private let numbering: WordNumbering
  private let flow: FlowCollector
  private let notes: [String: [ContentBlock]]
  private var silence = 0
  private var paragraphs: [Paragraph] = []
  /// The properties that are being read. Those of a run stand alone; those of a paragraph mark stand inside the
  /// paragraph's.
  private var properties: [String] = []
  private var runLanguages = ScriptLanguages()
  private var isRunHidden = false
  private var isInText = false
  private var isContents = false

  /// - Parameter notes: the notes by kind and number, such as `footnote 2`.
  init(_ styles: WordStyles, _ numbering: WordNumbering, _ flow: FlowCollector, notes: [String: [ContentBlock]]) {
    self.styles = styles
    self.numbering = numbering
    self.flow = flow
    self.notes = notes
  }

  // MARK: Elements

  func start(_ name: String, _ attributes: MarkupAttributes) {
    if silence > 0 || Self.silent.contains(name) {
      silence += 1
      return
    }
    if name == "docPr" {
      flow.append(alternative: attributes.local("descr") ?? "")
    } else if name.hasSuffix("Pr") {
      properties.append(name)
      return
    }
    if properties.isEmpty { startContent(name, attributes) } else { startProperty(name, attributes) }
  }

  private func startContent(_ name: String, _ attributes: MarkupAttributes) {
    switch name {
    case "p":
      paragraphs.append(Paragraph())
      flow.beginParagraph(.init())
      settle()
    case "r":
      runLanguages = paragraphs.last?.languages ?? ScriptLanguages()
      isRunHidden = paragraphs.last?.isHidden ?? false
    case "t": isInText = true
    case "tab", "ptab": flow.separate()
    case "br", "cr": if attributes.local("type") == nil { flow.endLine() } else { flow.separate() }
    case "noBreakHyphen": append([0x2D])
    case "tr": flow.beginRow()
    case "tc": flow.beginCell()
    case "shape": flow.append(alternative: attributes.local("alt") ?? "")
    case "footnoteReference", "endnoteReference":
      if let id = attributes.local("id") { flow.follow(with: notes["\(name.dropLast(9)) \(id)"] ?? []) }
    case "footnote", "endnote": onNote?(attributes.local("type") == nil ? attributes.local("id") : nil)
    case "sdtContent" where isContents:
      isContents = false
      silence = 1
    default: break
    }
  }

  private func startProperty(_ name: String, _ attributes: MarkupAttributes) {
    let value = attributes.local("val")
    switch (properties.last, name) {
    case ("pPr", "pStyle"): change { $0.style = value ?? "" }
    case ("pPr", "outlineLvl"): change { $0.outlineLevel = value.flatMap { Int($0) } }
    case ("numPr", "numId"): change { $0.list = value }
    case ("numPr", "ilvl"): change { $0.listLevel = value.flatMap { Int($0) } }
    case ("sdtPr", "docPartGallery"): isContents = value == "Table of Contents"
    case ("rPr", _) where properties.count == 1:
      if name == "lang" { runLanguages = ScriptLanguages(word: attributes).within(runLanguages) }
      if name == "vanish" { isRunHidden = WordStyles.isOn(value) }
      if name == "rStyle", let value {
        runLanguages = styles.languages(of: value).within(runLanguages)
        if styles.isHidden(value) { isRunHidden = true }
      }
    default: break
    }
  }

  private func change(_ body: (inout Paragraph) -> Void) {
    if !paragraphs.isEmpty { body(&paragraphs[paragraphs.count - 1]) }
  }

  /// Decides the role of the paragraph from the known facts.
  ///
  /// - Parameter isKnown: true if all properties are known, so that the paragraph's number is counted.
  private func settle(isKnown: Bool = false) {
    guard let paragraph = paragraphs.last else { return }
    var role = styles.role(of: paragraph.style)
    let isHidden = role == nil || styles.isHidden(paragraph.style)
    if let level = paragraph.outlineLevel, (0..<9).contains(level) {
      role = .init(kind: .heading, level: min(level + 1, 6))
    }
    if let isList = paragraph.list.map({ $0 != "0" }), role?.kind == .paragraph || role?.kind == .listItem {
      role = .init(kind: isList ? .listItem : .paragraph)
    }
    if onNote != nil { role = .init(kind: .footnote) }
    if isKnown, role?.kind == .listItem { role?.ordinal = number(of: paragraph) }
    let languages = styles.languages(of: paragraph.style).within(styles.defaults)
    change {
      $0.isHidden = isHidden
      $0.languages = languages
    }
    flow.change(role ?? .init())
  }

  private func number(of paragraph: Paragraph) -> Int {
    let own = styles.list(of: paragraph.style)
    guard let list = paragraph.list ?? own?.id else { return 0 }
    return numbering.next(list: list, level: paragraph.listLevel ?? own?.level ?? 0)
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isInText, silence == 0, !isRunHidden else { return }
    flow.append(bytes, language: runLanguages.language(of: bytes))
  }

  private func append(_ bytes: [UInt8]) {
    guard !isRunHidden else { return }
    bytes.withUnsafeBufferPointer { flow.append($0, language: "") }
  }

  func end(_ name: String) {
    if silence > 0 {
      silence -= 1
      return
    }
    if name != "docPr" && name.hasSuffix("Pr") {
      if properties.popLast() == "pPr" { settle(isKnown: true) }
      return
    }
    guard properties.isEmpty else { return }
    switch name {
    case "p":
      if !paragraphs.isEmpty { paragraphs.removeLast() }
      flow.endParagraph()
    case "t": isInText = false
    case "tr": flow.endRow()
    default: break
    }
  }
}
