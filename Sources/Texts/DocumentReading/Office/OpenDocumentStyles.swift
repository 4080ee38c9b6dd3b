import Documents
import Vocabulary

/// The styles of an OpenDocument text, as far as they decide the role and the language of a paragraph.
final class OpenDocumentStyles {
  private struct Style {
    var parent = ""
    var outlineLevel = 0
    var languages = ScriptLanguages()
    var isHidden = false
  }

  /// Longer chains of styles are circular.
  private static let maximumChain = 32
  private static let maximumStyles = 100_000

  private var styles: [String: Style] = [:]
  /// The languages of paragraphs without a style.
  private var defaults = ScriptLanguages()
  /// The style that is being read; empty for the default style of paragraphs.
  private var name: String?
  /// The first numbers of numbered lists, by style and level.
  private var firstNumbers: [String: [Int: Int]] = [:]
  /// The open list style.
  private var listName: String?

  /// Receives an element of `styles.xml`, or of the styles in `content.xml`.
  func start(_ element: String, _ attributes: MarkupAttributes) {
    switch element {
    case "default-style": name = attributes.local("family") == "paragraph" ? "" : nil
    case "style":
      name = attributes.local("name")
      guard let name, styles.count < Self.maximumStyles else { return }
      styles[name] = Style(
        parent: attributes.local("parent-style-name") ?? "",
        outlineLevel: attributes.local("default-outline-level").flatMap { Int($0) } ?? 0)
    case "list-style": listName = attributes.local("name")
    case "list-level-style-number":
      // Without a format, the numbers are not shown.
      guard let listName, firstNumbers.count < Self.maximumStyles, attributes.local("num-format")?.isEmpty == false,
        let level = attributes.local("level").flatMap({ Int($0) })
      else { return }
      firstNumbers[listName, default: [:]][level] = attributes.local("start-value").flatMap { Int($0) } ?? 1
    case "text-properties":
      guard let name else { return }
      let languages = ScriptLanguages(
        western: ScriptLanguages.tag(attributes.local("language"), attributes.local("country")),
        asian: ScriptLanguages.tag(attributes.local("language-asian"), attributes.local("country-asian")),
        complex: ScriptLanguages.tag(attributes.local("language-complex"), attributes.local("country-complex")))
      if name.isEmpty { defaults = languages } else { styles[name]?.languages = languages }
      if attributes.local("display") == "none" { styles[name]?.isHidden = true }
    default: break
    }
  }

  func end(_ element: String) {
    if element == "style" || element == "default-style" { name = nil }
    if element == "list-style" { listName = nil }
  }

  /// Returns the first number of a list at a level, which counts from 1; `nil` for bullets.
  func firstNumber(ofList style: String, level: Int) -> Int? { firstNumbers[style]?[level] }

  /// The language of the default style.
  var language: String { defaults.western }

  func languages(of style: String?) -> ScriptLanguages {
    chain(style).reduce(ScriptLanguages()) { $0.within($1.style.languages) }
  }

  func languages(ofParagraph style: String?) -> ScriptLanguages { languages(of: style).within(defaults) }

  func isHidden(_ style: String?) -> Bool { chain(style).contains { $0.style.isHidden } }

  /// The role of a paragraph; `nil` if its style does not decide it.
  func role(of style: String?) -> FlowCollector.Role? {
    for (name, style) in chain(style) {
      if style.outlineLevel > 0 { return .init(kind: .heading, level: min(style.outlineLevel, 6)) }
      switch name {
      case "Title": return .init(kind: .heading, level: 0)
      case "Subtitle": return .init(kind: .heading, level: 2)
      case "Quotations": return .init(kind: .quote)
      case "Preformatted_20_Text": return .init(kind: .code)
      case "Footnote", "Endnote": return .init(kind: .footnote)
      case _ where name.hasPrefix("Heading_20_"):
        return .init(kind: .heading, level: min(max(Int(name.dropFirst(11)) ?? 2, 1), 6))
      default: continue
      }
    }
    return nil
  }

  /// The style, followed by those that it inherits from.
  private func chain(_ name: String?) -> [(name: String, style: Style)] {
    var result: [(name: String, style: Style)] = []
    var next = name ?? ""
    while !next.isEmpty, result.count < Self.maximumChain {
      let style = styles[next] ?? Style()
      result.append((next, style))
      next = style.parent
    }
    return result
  }
}
