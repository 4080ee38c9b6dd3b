/// Writes small documents of word processors.
public enum OfficeDocument {
  /// An OpenDocument text.
  ///
  /// - Parameters:
  ///   - text: the contents of `office:text`.
  ///   - automatic: the contents of `office:automatic-styles`.
  ///   - styles: the contents of `office:styles`.
  ///   - meta: the contents of `office:meta`.
  public static func openDocument(
    _ text: String, automatic: String = "", styles: String = "", meta: String = "", extra: [ZIPWriter.Part] = []
  ) -> ZIPWriter {
    let names = ["office", "style", "text", "table", "draw", "meta"].map {
      "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
    }
    let spaces =
      names.joined(separator: " ")
        + """
         xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
         xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
        """
    func part(_ name: String, _ root: String, _ content: String) -> ZIPWriter.Part {
      .init(name, Array("<?xml version=\"1.0\"?><office:\(root) \(spaces)>\(content)</office:\(root)>".utf8))
    }
    return ZIPWriter(
      [
        .init("mimetype", Array("application/vnd.oasis.opendocument.text".utf8)),
        part(
          "content.xml", "document-content",
          """
          <office:automatic-styles>\(automatic)</office:automatic-styles>
          <office:body><office:text>\(text)</office:text></office:body>
          """),
        part("styles.xml", "document-styles", "<office:styles>\(styles)</office:styles>"),
        part("meta.xml", "document-meta", "<office:meta>\(meta)</office:meta>"),
      ] + extra)
  }

  /// A Word document.
  ///
  /// - Parameters:
  ///   - body: the contents of `w:body`.
  ///   - styles: the contents of `w:styles`.
  ///   - footnotes: the contents of `w:footnotes`.
  ///   - properties: the contents of `cp:coreProperties`.
  public static func word(
    _ body: String, styles: String = "", footnotes: String = "", properties: String = ""
  ) -> ZIPWriter {
    let spaces = """
      xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
      xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
      xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
      """
    let types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    func part(_ name: String, _ root: String, _ content: String) -> ZIPWriter.Part {
      .init(name, Array("<?xml version=\"1.0\"?><w:\(root) \(spaces)>\(content)</w:\(root)>".utf8))
    }
    func relations(_ name: String, _ targets: [(type: String, target: String)]) -> ZIPWriter.Part {
      let list = targets.enumerated().map { index, entry in
        "<Relationship Id='r\(index)' Type='\(types)/\(entry.type)' Target='\(entry.target)'/>"
      }
      return .init(name, Array("<Relationships>\(list.joined())</Relationships>".utf8))
    }
    return ZIPWriter([
      .init("[Content_Types].xml", Array("<Types/>".utf8)),
      relations("_rels/.rels", [("officeDocument", "word/document.xml"), ("core-properties", "/docProps/core.xml")]),
      relations("word/_rels/document.xml.rels", [("styles", "styles.xml"), ("footnotes", "footnotes.xml")]),
      part("word/document.xml", "document", "<w:body>\(body)</w:body>"), part("word/styles.xml", "styles", styles),
      part("word/footnotes.xml", "footnotes", footnotes),
      .init(
        "docProps/core.xml",
        Array(
          """
          <cp:coreProperties xmlns:cp="x" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="y">
          \(properties)</cp:coreProperties>
          """.utf8)),
    ])
  }
}
