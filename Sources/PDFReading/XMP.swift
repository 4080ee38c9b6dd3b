import Documents

/// What a document says about itself in XMP: XML with a few fixed names in it.
enum XMP {
  /// Characters behind the element's name within which its first value stands.
  private static let reach = 500

  /// The first of the languages that it is said to be in, as it is written there; empty where none is. The library tells
  /// of no other word of a document about its language.
  static func language(in metadata: String) -> String {
    let tag = values("dc:language", in: metadata).first ?? ""
    // "x-default", "x-unknown": nobody's.
    return tag.lowercased().hasPrefix("x-") ? "" : tag
  }

  /// In the first of the languages that it is given in; empty where it is not.
  static func title(in metadata: String) -> String { values("dc:title", in: metadata).first ?? "" }

  /// In their order.
  static func authors(in metadata: String) -> [String] { values("dc:creator", in: metadata) }

  /// The members of the list that is an element's value.
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

  /// The five characters that XML writes by their names.
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
