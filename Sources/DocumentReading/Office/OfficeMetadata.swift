import Documents

/// What a word processor's document says about itself: `meta.xml` of OpenDocument, `docProps/core.xml` of Word. Both
/// say it in Dublin Core's words.
final class OfficeMetadata: MarkupHandler {
  private var values: [String: String] = [:]
  private var name = ""
  private var text = ""

  /// Empty where there are none.
  static func read(_ bytes: [UInt8]) -> OfficeMetadata {
    let metadata = OfficeMetadata()
    Markup.read(bytes, as: .xml, metadata)
    return metadata
  }

  /// Empty where it says none.
  var title: String { values["title"] ?? "" }

  /// - Parameters:
  ///   - title: what stands in the document as its title, where it does not say one.
  ///   - language: of its text.
  func description(title: String, language: String) -> DocumentDescription {
    // Whoever began it wrote it; the other is who saved it last.
    let author = values["initial-creator"] ?? values["creator"] ?? ""
    let said = ScriptLanguages.tag(values["language"])
    return DocumentDescription(
      title: values["title"] ?? title, authors: author.split(separator: ";").map { String($0) },
      language: said.isEmpty ? language : said, identifier: values["identifier"] ?? "",
      date: values["creation-date"] ?? values["created"] ?? values["date"] ?? "",
      publisher: values["publisher"] ?? "")
  }

  func start(_ name: String, _ attributes: MarkupAttributes) {
    self.name = name
    text = ""
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if !name.isEmpty && text.utf8.count < 4096 { text += String(decoding: bytes, as: UTF8.self) }
  }

  func end(_ name: String) {
    let line = Line.clean(text, limit: DocumentDescription.maximumLength)
    if name == self.name && !line.isEmpty && values.count < 64 && values[name] == nil { values[name] = line }
    self.name = ""
  }
}
