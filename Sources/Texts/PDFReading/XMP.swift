import Documents

/// The metadata that a document declares in XMP: XML with a few fixed names.
enum XMP {
  /// Characters after the element's name within which its first value stands.
  private static let reach = 500

  /// The first declared language, as it is written; empty if there is none. poppler reports no other declaration of the
  /// language.
  static func language(in metadata: String) -> String {
    let tag = values("dc:language", in: metadata).first ?? ""
    // "x-default" and "x-unknown" name no language.
    return tag.lowercased().hasPrefix("x-") ? "" : tag
  }

  /// The title in the first of its languages; empty if there is none.
  static func title(in metadata: String) -> String { values("dc:title", in: metadata).first ?? "" }

  /// The authors in their order.
  static func authors(in metadata: String) -> [String] { values("dc:creator", in: metadata) }

  /// The members of the list in an element.
  private static func values(_ name: String, in metadata: String) -> [String] {
    guard let element = metadata.firstPlace(of: "<\(name)") else { return [] }
    var list = metadata[element.upperBound...].prefix(reach)
    if let end = list.firstPlace(of: "</\(name)") { list = list[..<end.lowerBound] }
    var values: [String] = []
    while let item = list.firstPlace(of: "<rdf:li"), let start = list[item.upperBound...].firstIndex(of: ">"),
      let end = list[start...].firstIndex(of: "<")
    {
      values.append(plain(list[list.index(after: start)..<end]))
      list = list[end...]
    }
    return values
  }

  /// Decodes the five predefined entities of XML.
  private static func plain(_ text: Substring) -> String {
    let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
    return names.reduce(String(text)) { text, name in replace(name.0, by: name.1, in: text) }
  }

  private static func replace(_ name: String, by character: String, in text: String) -> String {
    var (result, rest) = ("", text[...])
    while let place = rest.firstPlace(of: name) {
      result += rest[..<place.lowerBound] + character
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}
