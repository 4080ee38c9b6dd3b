import Documents
import Vocabulary

/// The meaning of HTML's elements for a listener.
enum ElementRules {
  /// Block elements: the text before and after one is not in the same paragraph.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr",
    "html", "legend", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead",
    "tr", "ul", "doctitle", "level1", "level2", "level3", "level4", "level5", "level6",
  ]

  /// Elements that contain nothing to be spoken: scripts, forms, ruby readings, and drawings except for their texts.
  static let silent: Set<String> = [
    "script", "style", "template", "svg", "noscript", "iframe", "object", "embed", "applet", "audio", "video", "canvas",
    "map", "button", "select", "textarea", "datalist", "rt", "rp", "nav", "dialog", "menu", "frameset", "noframes",
  ]

  /// Elements in which a drawing may stand by itself; in others it is part of a line.
  static let holdsDrawings: Set<String> = [
    "body", "div", "figure", "section", "article", "main", "aside", "header", "footer", "li", "td", "center", "object",
  ]

  /// Parts of a drawing that are not drawn where they are defined.
  static let notDrawn: Set<String> = ["defs", "symbol", "clippath", "mask", "pattern", "marker", "metadata"]

  /// Elements and roles that surround the content of a page.
  static let aroundContent: Set<String> = ["header", "footer", "aside"]
  static let rolesAroundContent: Set<String> = [
    "navigation", "menu", "menubar", "toolbar", "banner", "contentinfo", "complementary", "search", "dialog",
    "alertdialog", "alert", "form",
  ]

  /// Elements that are content, regardless of class and id.
  static let neverAround: Set<String> = ["body", "html", "article", "main"]

  static func headingLevel(_ name: String) -> Int? {
    guard name.utf8.count == 2, name.utf8.first == UInt8(ascii: "h"), let digit = name.utf8.last,
      (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(digit)
    else { return nil }
    return Int(digit - UInt8(ascii: "0"))
  }

  /// The class of an element's text; `nil` if it has that of the element around it.
  static func blockClass(_ name: String, _ attributes: MarkupAttributes) -> BlockClass? {
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6": return .heading
    case "li", "dt", "dd": return isNote(attributes) ? .footnote : .listItem
    case "blockquote": return .quote
    case "table": return .table
    case "pre": return .code
    case "aside", "section", "div", "p": return isNote(attributes) ? .footnote : nil
    default: return nil
    }
  }

  private static let notes: Set<String> = ["footnote", "footnotes", "endnote", "endnotes", "rearnote", "rearnotes"]
  private static let noteRoles = Set(notes.map { "doc-" + $0 })

  private static func isNote(_ attributes: MarkupAttributes) -> Bool {
    guard !attributes.isEmpty else { return false }
    return attributes.has(any: notes, in: "epub:type") || attributes.has(any: noteRoles, in: "role")
      || attributes["data-footnotes"] != nil && attributes.has(any: notes, in: "class")
  }

  private static let references: Set<String> = ["noteref", "backlink"]
  private static let referenceRoles: Set<String> = ["doc-noteref", "doc-backlink"]
  private static let referenceClasses: Set<String> = ["footnote-ref", "footnote-backref"]

  /// True for a number that only leads to a note.
  static func isNoteReference(_ attributes: MarkupAttributes) -> Bool {
    attributes.has(any: references, in: "epub:type") || attributes.has(any: referenceRoles, in: "role")
      || attributes.has(any: referenceClasses, in: "class")
  }

  static func isPageBreak(_ attributes: MarkupAttributes) -> Bool {
    attributes.has("pagebreak", in: "epub:type") || attributes.has("doc-pagebreak", in: "role")
  }

  /// True if the author hides the element.
  static func isHidden(_ attributes: MarkupAttributes) -> Bool {
    if attributes["hidden"] != nil || attributes["aria-hidden"] == "true" { return true }
    guard let style = attributes["style"] else { return false }
    let plain = style.lowercased().filter { $0 != " " }
    return plain.holds("display:none") || plain.holds("visibility:hidden")
  }

  /// A note remains a note whatever it contains. Otherwise the innermost class counts.
  static func combine(_ outer: BlockClass, _ inner: BlockClass?) -> BlockClass {
    guard let inner else { return outer }
    return outer == .footnote ? outer : inner
  }
}
