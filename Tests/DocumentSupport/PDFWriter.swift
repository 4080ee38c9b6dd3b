/// Writes small PDF documents in the standard fonts.
public struct PDFWriter {
  /// A standard font.
  public enum Font: Int, Sendable {
    case plain = 1
    case bold = 2
    case fixed = 3
  }

  /// A text on a page. Lengths are in points, from the page's upper left corner.
  public struct Line: Sendable {
    /// The text in ASCII.
    public var text: String
    /// The left edge.
    public var left: Double
    /// The baseline.
    public var baseline: Double
    /// The font size.
    public var size: Double
    /// The font.
    public var font: Font

    /// A line of text.
    public init(_ text: String, left: Double = 72, baseline: Double, size: Double = 10, font: Font = .plain) {
      (self.text, self.left, self.baseline, self.size, self.font) = (text, left, baseline, size, font)
    }
  }

  /// An entry of the outline.
  public struct Entry {
    /// The title.
    public var title: String
    /// The nesting depth, 0 at the top.
    public var level: Int
    /// The page's index, from 0 on.
    public var page: Int
    /// The distance from the page's upper edge.
    public var top: Double

    /// An entry that leads to a place.
    public init(_ title: String, level: Int = 0, page: Int, top: Double = 0) {
      (self.title, self.level, self.page, self.top) = (title, level, page, top)
    }
  }

  /// Letter paper.
  public static let (width, height) = (612.0, 792.0)

  /// The lines of each page, in the order in which they are drawn.
  public var pages: [[Line]]
  /// The information dictionary, such as `/Title (x)`.
  public var information = ""
  /// The metadata in XML.
  public var metadata = ""
  /// The entries of the outline in order.
  public var outline: [Entry] = []
  /// Further entries of the catalog.
  public var catalog = ""
  /// True to encrypt the document with an unknown password.
  public var isLocked = false

  /// Pages with these lines.
  public init(_ pages: [[Line]]) { self.pages = pages }

  /// Lines below one another, at the distance that fits their size.
  public static func column(
    _ texts: [String], left: Double = 72, top: Double = 100, size: Double = 10, font: Font = .plain
  ) -> [Line] {
    texts.enumerated().map { index, text in
      Line(text, left: left, baseline: top + Double(index) * size * 1.2, size: size, font: font)
    }
  }

  /// The whole file.
  public var bytes: [UInt8] {
    // 1 catalog, 2 pages, 3 information, 4 to 6 fonts, 7 outline, 8 lock; then two for each page, one for each entry.
    let firstPage = 9
    let firstEntry = firstPage + pages.count * 2
    let kids = pages.indices.map { "\(firstPage + $0 * 2) 0 R" }.joined(separator: " ")
    // The metadata in XML follow them.
    let last = metadata.isEmpty ? "" : "/Metadata \(firstEntry + outline.count) 0 R"
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R \(catalog) \(last) >>",
      "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>", "<< \(information) >>",
    ]
    objects += ["Helvetica", "Helvetica-Bold", "Courier"].map {
      "<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont /\($0) >>"
    }
    let roots = outline.indices.filter { outline[$0].level == 0 }
    objects.append(
      roots.isEmpty
        ? "<< /Type /Outlines >>"
        : "<< /Type /Outlines /First \(firstEntry + roots.first!) 0 R /Last \(firstEntry + roots.last!) 0 R >>")
    let nothing = String(repeating: "00", count: 32)
    objects.append("<< /Filter /Standard /V 1 /R 2 /P -4 /O <\(nothing)> /U <\(nothing)> >>")
    for (index, lines) in pages.enumerated() {
      objects.append(
        """
        << /Type /Page /Parent 2 0 R /MediaBox [0 0 \(Self.width) \(Self.height)] /Contents \(firstPage + index * 2 + 1) 0 R
        /Resources << /Font << /F1 4 0 R /F2 5 0 R /F3 6 0 R >> >> >>
        """)
      let content = lines.map(draw).joined()
      objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
    }
    objects += outline.indices.map { entry($0, first: firstEntry, firstPage) }
    let about = "<< /Type /Metadata /Subtype /XML /Length \(metadata.utf8.count) >>\nstream\n\(metadata)\nendstream"
    if !metadata.isEmpty { objects.append(about) }
    return file(objects)
  }

  private func draw(_ line: Line) -> String {
    let text = line.text.map { "()\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    let place = "\(line.left) \(Self.height - line.baseline) Td"
    return "BT /F\(line.font.rawValue) \(line.size) Tf \(place) (\(text)) Tj ET\n"
  }

  private func entry(_ index: Int, first: Int, _ firstPage: Int) -> String {
    let entry = outline[index]
    let own = outline[(index + 1)...].prefix { $0.level > entry.level }
    let children = own.indices.filter { outline[$0].level == entry.level + 1 }
    let next = own.endIndex < outline.count && outline[own.endIndex].level == entry.level ? own.endIndex : nil
    let place = "[\(firstPage + entry.page * 2) 0 R /XYZ 0 \(Self.height - entry.top) null]"
    var text = "<< /Title (\(entry.title)) /Dest \(place)"
    if let next { text += " /Next \(first + next) 0 R" }
    if let one = children.first, let last = children.last {
      text += " /First \(first + one) 0 R /Last \(first + last) 0 R /Count \(children.count)"
    }
    return text + " >>"
  }

  private func file(_ objects: [String]) -> [UInt8] {
    var file = "%PDF-1.4\n"
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places {
      let digits = "\(place)"
      file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    file += "trailer << /Size \(objects.count + 1) /Root 1 0 R /Info 3 0 R"
    if isLocked {
      file += " /Encrypt 8 0 R /ID [<00112233445566778899AABBCCDDEEFF> <00112233445566778899AABBCCDDEEFF>]"
    }
    return Array((file + " >>\nstartxref\n\(table)\n%%EOF\n").utf8)
  }
}
