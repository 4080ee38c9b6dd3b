import Documents

/// The metadata of a word processor's document: `meta.xml` of OpenDocument, `docProps/core.xml` of Word. Both use
/// Dublin Core.
final class OfficeMetadata: MarkupHandler {
  private var values: [String: String] = [:]
  private var name = ""
  private var text = ""

  /// Empty metadata if the part is missing.
  static func read(_ bytes: [UInt8]) -> OfficeMetadata {
    let metadata = OfficeMetadata()
    Markup.read(bytes, as: .xml, metadata)
    return metadata
  }

  /// The declared title; empty if there is none.
  var title: String { values["title"] ?? "" }

  /// - Parameters:
  ///   - title: the title found in the document, used if the metadata declare none.
  ///   - language: the language of its text.
  func description(title: String, language: String) -> DocumentDescription {
    // The initial creator wrote the document; `creator` is the person who saved it last.
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
