/// Writes small EPUBs.
public struct Book {
  /// A part of the book that is in its spine.
  public struct Part {
    /// The path, relative to the package document.
    public var path: String
    /// The whole file.
    public var content: String
    /// The type declared in the manifest.
    public var type = "application/xhtml+xml"

    /// A part with this in its body.
    public init(_ path: String, body: String, attributes: String = "") {
      self.path = path
      content = """
        <?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \(attributes)>
        <head><title>\(path)</title></head><body>\(body)</body></html>
        """
    }
  }

  /// The parts in reading order.
  public var parts: [Part]
  /// The contents of `metadata`.
  public var metadata = """
    <dc:identifier id="id">urn:isbn:9780000000001</dc:identifier><dc:title>The Book</dc:title>
    <dc:creator>Ann Author</dc:creator><dc:language>en</dc:language>
    """
  /// The table of contents of EPUB 3: the contents of `nav epub:type="toc"`, and anything after it.
  public var contents: String?
  /// The table of contents of EPUB 2: the contents of `ncx`.
  public var ncx: String?
  /// Further items of the manifest.
  public var manifest = ""
  /// The spine, instead of one item for each part.
  public var spine: String?
  /// Further parts of the archive.
  public var extra: [ZIPWriter.Part] = []

  /// A book without contents.
  public init(_ parts: [Part]) { self.parts = parts }

  /// The archive.
  public var archive: ZIPWriter {
    var items = manifest
    var references = ""
    var files: [ZIPWriter.Part] = [
      .init("mimetype", Array("application/epub+zip".utf8)),
      .init(
        "META-INF/container.xml",
        Array(
          """
          <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>
          <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
          """.utf8)),
    ]
    for (index, part) in parts.enumerated() {
      items += "<item id='p\(index)' href='\(part.path)' media-type='\(part.type)'/>"
      references += "<itemref idref='p\(index)'/>"
    }
    if contents != nil {
      items += "<item id='nav' href='nav.xhtml' properties='nav' media-type='application/xhtml+xml'/>"
    }
    if ncx != nil { items += "<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/>" }
    let package = """
      <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" unique-identifier="id" version="3.0">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\(metadata)</metadata>
      <manifest>\(items)</manifest>\(spine ?? "<spine toc='ncx'>\(references)</spine>")</package>
      """
    files.append(.init("OEBPS/book.opf", Array(package.utf8)))
    if let contents {
      let page = Part("nav", body: "<nav epub:type='toc'>\(contents)</nav>")
      files.append(.init("OEBPS/nav.xhtml", Array(page.content.utf8)))
    }
    if let ncx { files.append(.init("OEBPS/toc.ncx", Array("<?xml version='1.0'?><ncx>\(ncx)</ncx>".utf8))) }
    files += parts.map { .init("OEBPS/\($0.path)", Array($0.content.utf8)) }
    return ZIPWriter(files + extra)
  }

  /// The whole file.
  public var bytes: [UInt8] { archive.bytes }
}
