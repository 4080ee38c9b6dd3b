import Documents
import Vocabulary

/// The styles of a Word document (`word/styles.xml`), as far as they decide the role and the language of a paragraph.
final class WordStyles: MarkupHandler {
  struct Style {
    /// The style's name in lower case. It is English, whatever the language of the program that wrote it.
    var name = ""
    var parent = ""
    /// 0 for the first level; `nil` if the style is not that of a heading.
    var outlineLevel: Int?
    /// The identifier of the list of its paragraphs; 0 for none.
    var list: String?
    var listLevel: Int?
    var languages = ScriptLanguages()
    var isHidden = false
  }

  /// Longer chains of styles are circular.
  private static let maximumChain = 32
  private static let maximumStyles = 100_000

  private var styles: [String: Style] = [:]
  /// The style of paragraphs that name none.
  private var defaultStyle = ""
  private(set) var defaults = ScriptLanguages()
  private var id: String?
  private var isInDefaults = false

  /// Without styles if the part is missing.
  static func read(_ bytes: [UInt8]) -> WordStyles {
    let styles = WordStyles()
    Markup.read(bytes, as: .xml, styles)
    return styles
  }

  /// The style, followed by those that it inherits from.
  func chain(_ id: String) -> [Style] {
    var result: [Style] = []
    var next = id.isEmpty ? defaultStyle : id
    while let style = styles[next], result.count < Self.maximumChain {
      result.append(style)
      next = style.parent
    }
    return result
  }

  /// The role of a paragraph of this style; `nil` for a table of contents.
  func role(of id: String) -> FlowCollector.Role? {
    let chain = chain(id)
    for style in chain {
      if let level = style.outlineLevel, (0..<9).contains(level) {
        return .init(kind: .heading, level: min(level + 1, 6))
      }
      switch style.name {
      case "title": return .init(kind: .heading, level: 0)
      case "subtitle": return .init(kind: .heading, level: 2)
      case "quote", "intense quote": return .init(kind: .quote)
      case "html preformatted", "macro", "source code": return .init(kind: .code)
      case "footnote text", "endnote text": return .init(kind: .footnote)
      case _ where style.name.hasPrefix("toc ") || style.name == "table of figures": return nil
      case _ where style.name.hasPrefix("heading "):
        return .init(kind: .heading, level: min(max(Int(style.name.dropFirst(8)) ?? 2, 1), 6))
      default: continue
      }
    }
    return .init(kind: list(of: id) != nil ? .listItem : .paragraph)
  }

  /// Returns the list and the level of paragraphs of this style; `nil` for none.
  func list(of id: String) -> (id: String, level: Int)? {
    let chain = chain(id)
    guard let list = chain.lazy.compactMap(\.list).first, list != "0" else { return nil }
    return (list, chain.lazy.compactMap(\.listLevel).first ?? 0)
  }

  func languages(of id: String) -> ScriptLanguages {
    chain(id).reduce(ScriptLanguages()) { $0.within($1.languages) }
  }

  func isHidden(_ id: String) -> Bool { chain(id).contains { $0.isHidden } }

  // MARK: Elements

  func start(_ name: String, _ attributes: MarkupAttributes) {
    switch name {
    case "rPrDefault": isInDefaults = true
    case "style":
      id = attributes.local("styleId")
      guard let id, styles.count < Self.maximumStyles else { return }
      styles[id] = Style()
      if attributes.local("type") == "paragraph", WordStyles.isOn(attributes.local("default") ?? "0") {
        defaultStyle = id
      }
    case "lang":
      if isInDefaults { defaults = .init(word: attributes) } else { change { $0.languages = .init(word: attributes) } }
    case "name": change { $0.name = (attributes.local("val") ?? "").lowercased() }
    case "basedOn": change { $0.parent = attributes.local("val") ?? "" }
    case "outlineLvl": change { $0.outlineLevel = attributes.local("val").flatMap { Int($0) } }
    case "numId": change { $0.list = attributes.local("val") }
    case "ilvl": change { $0.listLevel = attributes.local("val").flatMap { Int($0) } }
    case "vanish": change { $0.isHidden = WordStyles.isOn(attributes.local("val")) }
    default: break
    }
  }

  private func change(_ body: (inout Style) -> Void) {
    if let id, styles[id] != nil { body(&styles[id]!) }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  func end(_ name: String) {
    if name == "style" { id = nil }
    if name == "rPrDefault" { isInDefaults = false }
  }

  /// True for a switch without a value, too.
  static func isOn(_ value: String?) -> Bool { !["0", "false", "off"].contains(value?.lowercased()) }
}

extension ScriptLanguages {
  /// The languages of a `w:lang` element.
  init(word attributes: MarkupAttributes) {
    self.init(
      western: Self.tag(attributes.local("val")), asian: Self.tag(attributes.local("eastAsia")),
      complex: Self.tag(attributes.local("bidi")))
  }
}
