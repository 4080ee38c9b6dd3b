public import Documents

/// Reads what comes as a ZIP archive: books (EPUB), and documents of LibreOffice (ODT) and Word (DOCX).
public enum ArchiveReader {
  /// Makes UTF-8 of a part; the second argument is the encoding that it says it has, or nothing.
  public typealias Decode = ([UInt8], String?) -> [UInt8]

  /// Reads the document; its parts come while it is read.
  ///
  /// - Throws: where there is nothing that can be read. A chapter that cannot be is told by ``DocumentPart/failed(_:)``
  ///   and what is behind it goes on.
  public static func read(
    _ bytes: DocumentBytes, decode: @escaping Decode, _ consume: @escaping (DocumentPart) -> Void
  ) throws(DocumentError) {
    let archive = try Archive(ByteReader(bytes))
    let mimetype = try mimetype(of: archive)
    if OpenDocumentReader.isText(mimetype) {
      try OpenDocumentReader.read(archive, consume)
    } else if archive.contains("META-INF/container.xml") {
      try EPUBReader(archive, decode, consume).read()
    } else if let part = try WordReader.mainPart(of: archive) {
      try WordReader.read(archive, part: part, consume)
    } else {
      throw DocumentError(.unknownFormat, kind(of: archive, mimetype))
    }
  }

  private static func mimetype(of archive: Archive) throws(DocumentError) -> String {
    guard archive.contains("mimetype") else { return "" }
    do throws(DocumentError) {
      return String(decoding: try archive.read("mimetype", limit: 1024), as: UTF8.self)
    } catch {
      // What it is can be told without it.
      if error.code == .changed { throw error }
      return ""
    }
  }

  private static func kind(of archive: Archive, _ mimetype: String) -> String {
    if mimetype.hasPrefix("application/vnd.oasis.opendocument.") {
      return "an OpenDocument \(mimetype.dropFirst(35)), and no text"
    }
    if archive.contains(WordReader.contentTypes) { return "an Office document that is no text" }
    return "an archive that is neither a book nor a document: META-INF/container.xml is missing"
  }
}
