import Documents
import Vocabulary

/// Reads documents of Word (DOCX).
enum WordReader {
  static let contentTypes = "[Content_Types].xml"

  /// The part with the text; `nil` if the archive is not such a document.
  static func mainPart(of archive: Archive) throws(Trouble) -> String? {
    guard archive.contains(contentTypes), let part = try WordParts.of("", in: archive)["officeDocument"],
      part.hasPrefix("word/") || part.hasSuffix("document.xml")
    else { return nil }
    return part
  }

  static func read(
    _ archive: Archive, part: String, _ consume: @escaping (DocumentPart) -> Void
  ) throws(Trouble) {
    func bytes(_ name: String?) throws(Trouble) -> [UInt8] {
      guard let name, archive.contains(name) else { return [] }
      return try archive.read(name)
    }
    let parts = try WordParts.of(part, in: archive)
    let styles = WordStyles.read(try bytes(parts["styles"]))
    let numbering = WordNumbering.read(try bytes(parts["numbering"]))
    var notes: [String: [ContentBlock]] = [:]
    for kind in ["footnote", "endnote"] {
      var id: String?
      let flow = FlowCollector { block in if let id { notes[id, default: []].append(block) } }
      let content = WordContent(styles, numbering, flow, notes: [:])
      content.onNote = { id = $0.map { "\(kind) \($0)" } }
      Markup.read(try bytes(parts[kind + "s"]), as: .xml, content)
      flow.finish()
    }
    let metadata = OfficeMetadata.read(try bytes(WordParts.of("", in: archive)["core-properties"]))
    let output = OfficeOutput(metadata, language: styles.defaults.western, consume)
    let flow = FlowCollector { output.take($0) }
    let isWhole = Markup.read(try archive.read(part), as: .xml, WordContent(styles, numbering, flow, notes: notes))
    flow.finish()
    try output.finish(isWhole: isWhole, part)
  }
}
