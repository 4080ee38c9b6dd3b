import DocumentSupport

/// Writes a PDF document of one page in a font with its own glyph codes, as programs do for text beyond Latin: only a
/// table maps the codes to characters.
struct ScriptPDF {
  /// A row of glyphs, each for one or several characters, from left to right.
  struct Row: Sendable {
    /// The characters of each glyph.
    var signs: [String]
    /// Left edge and baseline, in points from the page's upper left corner.
    var left, baseline: Double

    /// A row of these glyphs.
    init(_ signs: [String], left: Double = 72, baseline: Double) {
      (self.signs, self.left, self.baseline) = (signs, left, baseline)
    }
  }

  private static let size = 10.0

  /// The languages that its metadata declare.
  var languages: [String] = []

  private let rows: [Row]
  /// The width of a glyph in thousandths of the font size.
  private let width: Int

  /// A page with these rows.
  init(_ rows: [Row], width: Int = 500) { (self.rows, self.width) = (rows, width) }

  /// Lines of text below one another, one glyph for each character.
  init(_ lines: [String], width: Int = 500) {
    let rows = lines.enumerated().map { Row($1.unicodeScalars.map { String($0) }, baseline: 100 + Double($0) * 12) }
    self.init(rows, width: width)
  }

  /// Lines of a right-to-left script without numbers.
  init(rightToLeft lines: [String]) {
    let rows = lines.enumerated().map { index, line in
      let signs = line.unicodeScalars.reversed().map { String($0) }
      return Row(signs, left: 540 - Double(signs.count) * Self.size / 2, baseline: 100 + Double(index) * 12)
    }
    self.init(rows)
  }

  /// The whole file.
  var bytes: [UInt8] {
    var numbers: [String: Int] = [:]
    var content = ""
    for row in rows {
      let codes = row.signs.map { sign in
        if numbers[sign] == nil { numbers[sign] = numbers.count + 1 }
        return Self.hexadecimal(numbers[sign]!)
      }
      let place = "\(row.left) \(PDFWriter.height - row.baseline) Td"
      content += "BT /F1 \(Self.size) Tf \(place) <\(codes.joined())> Tj ET\n"
    }
    let letters = numbers.sorted { $0.value < $1.value }.map { sign, number in
      "<\(Self.hexadecimal(number))> <\(sign.utf16.map { Self.hexadecimal(Int($0)) }.joined())>"
    }
    let table = """
      begincmap /CMapName /Own def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange
      \(letters.count) beginbfchar
      \(letters.joined(separator: "\n"))
      endbfchar endcmap
      """
    let items = languages.map { "<rdf:li>\($0)</rdf:li>" }.joined()
    let metadata = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:language><rdf:Bag>\(items)</rdf:Bag></dc:language><dc:format>application/pdf</dc:format>
      <dc:subject><rdf:Bag><rdf:li>fr</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    return Self.file([
      "<< /Type /Catalog /Pages 2 0 R /Metadata 9 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
      """
      << /Type /Page /Parent 2 0 R /MediaBox [0 0 \(PDFWriter.width) \(PDFWriter.height)] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> >> >>
      """,
      "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
      "<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>",
      """
      << /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /FontDescriptor 7 0 R /DW \(width)
      /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>
      """,
      """
      << /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800
      /Descent -200 /CapHeight 700 /StemV 80 >>
      """,
      "<< /Length \(table.utf8.count) >>\nstream\n\(table)\nendstream",
      "<< /Type /Metadata /Subtype /XML /Length \(metadata.utf8.count) >>\nstream\n\(metadata)\nendstream",
    ])
  }

  private static func hexadecimal(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func file(_ objects: [String]) -> [UInt8] {
    // The offsets of the objects are left out; poppler then finds the objects itself.
    let numbered = objects.enumerated().map { "\($0 + 1) 0 obj\n\($1)\nendobj\n" }.joined()
    return Array("%PDF-1.4\n\(numbered)trailer << /Size \(objects.count + 1) /Root 1 0 R >>\n%%EOF\n".utf8)
  }
}
