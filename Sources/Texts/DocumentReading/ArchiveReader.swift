public import Documents
public import Vocabulary

/// Reads documents that are ZIP archives: books (EPUB), documents of LibreOffice (ODT) and Word (DOCX).
public enum ArchiveReader {
  /// Converts a part to UTF-8. The second argument is the encoding that the part declares, if any.
  public typealias Decode = ([UInt8], String?) -> [UInt8]

  /// Reads the document and delivers its parts as they are read.
  ///
  /// - Throws: if nothing can be read. A chapter that cannot be read is reported as ``DocumentPart/failed(_:)``, and
  ///   the text after it follows.
  public static func read(
    _ bytes: DocumentBytes, decode: @escaping Decode, _ consume: @escaping (DocumentPart) -> Void
  ) throws(Trouble) {
    let archive = try Archive(OffsetReader(bytes))
    let mimetype = try mimetype(of: archive)
    if OpenDocumentReader.isText(mimetype) {
      try OpenDocumentReader.read(archive, consume)
    } else if archive.contains("META-INF/container.xml") {
      try EPUBReader(archive, decode, consume).read()
    } else if let part = try WordReader.mainPart(of: archive) {
      try WordReader.read(archive, part: part, consume)
    } else {
      throw Trouble(.unknownFormat, kind(of: archive, mimetype))
    }
  }

  private static func mimetype(of archive: Archive) throws(Trouble) -> String {
    guard archive.contains("mimetype") else { return "" }
    do throws(Trouble) {
      return String(decoding: try archive.read("mimetype", limit: 1024), as: UTF8.self)
    } catch {
      // The format can be recognised without this part.
      if error.code == .changed { throw error }
      return ""
    }
  }

  private static func kind(of archive: Archive, _ mimetype: String) -> String {
    if mimetype.hasPrefix("application/vnd.oasis.opendocument.") {
      return "an OpenDocument \(mimetype.dropFirst(35)), and no text"
    }
    if archive.contains(WordReader.contentTypes) { return "an Office document that is not a text" }
    return "an archive that is neither a book nor a document: META-INF/container.xml is missing"
  }
}
