/// What a document says about itself in XMP: XML with a few fixed names in it.
enum XMP {
  /// Characters behind the element's name within which its first value stands.
  private static let reach = 500

  /// The first of the languages that it is said to be in, as it is written there; empty where none is. The library tells
  /// of no other word of a document about its language.
  static func language(in metadata: String) -> String {
    guard let element = metadata.firstRange(of: "<dc:language") else { return "" }
    let list = metadata[element.upperBound...].prefix(reach)
    guard let item = list.firstRange(of: "<rdf:li>"), let end = list[item.upperBound...].firstIndex(of: "<"),
      list.firstRange(of: "</dc:language").map({ $0.lowerBound > end }) ?? true
    else { return "" }
    let tag = list[item.upperBound..<end]
    // "x-default", "x-unknown": nobody's.
    return tag.lowercased().hasPrefix("x-") ? "" : String(tag)
  }
}
