import CPoppler

/// The characters of a page with their places, in reading order.
struct PageCharacters {
  /// The area of the page that was requested.
  let area: PopplerRectangle
  private(set) var scalars: [Unicode.Scalar] = []
  /// The place of each character.
  private(set) var places: [PopplerRectangle] = []
  /// Indices at which a word of a right-to-left script begins without a space before it.
  private(set) var wordStarts: Set<Int> = []

  /// - Returns: `nil` if the page has no text.
  static func of(_ page: OpaquePointer, atMost limit: Int) -> PageCharacters? {
    var (width, height) = (0.0, 0.0)
    poppler_page_get_size(page, &width, &height)
    let area = PopplerRectangle(x1: 0, y1: 0, x2: width, y2: height)
    let forward = text(of: page, area)
    // poppler selects the text from one corner to the other. For right-to-left text the corners must be mirrored;
    // otherwise most of it is left out.
    guard forward.isEmpty || forward.contains(where: isMark) else { return PageCharacters(page, area, forward, limit) }
    let mirrored = PopplerRectangle(x1: width, y1: 0, x2: 0, y2: height)
    let backward = text(of: page, mirrored)
    return backward.count > forward.count
      ? PageCharacters(page, mirrored, backward, limit) : PageCharacters(page, area, forward, limit)
  }

  private static func text(of page: OpaquePointer, _ area: PopplerRectangle) -> [Unicode.Scalar] {
    var area = area
    guard let raw = poppler_page_get_text_for_area(page, &area) else { return [] }
    defer { g_free(raw) }
    return Array(String(cString: raw).unicodeScalars)
  }

  /// The marks that poppler puts around words whose direction differs from that of the page.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool { ("\u{202A}"..."\u{202C}").contains(scalar) }

  private init?(_ page: OpaquePointer, _ area: PopplerRectangle, _ text: [Unicode.Scalar], _ limit: Int) {
    self.area = area
    var rectangles: UnsafeMutablePointer<PopplerRectangle>?
    var count: guint = 0
    var asked = area
    guard !text.isEmpty, poppler_page_get_text_layout_for_area(page, &asked, &rectangles, &count) != 0, let rectangles
    else { return nil }
    defer { g_free(rectangles) }
    // The marks have no place, unless the document itself contains them.
    let hasMarks = text.count > Int(count)
    let places = UnsafeBufferPointer(start: rectangles, count: Int(count))
    // The last marks: one word of another direction has ended, and the next one begins.
    var (hasEnded, hasBegun) = (false, false)
    for scalar in text {
      guard scalars.count < min(places.count, limit) else { break }
      if hasMarks, Self.isMark(scalar) {
        if scalar == "\u{202C}" { hasEnded = true } else { hasBegun = hasEnded }
        continue
      }
      // poppler omits the space between the first two words of a line.
      if hasBegun, let last = scalars.last, !last.properties.isWhitespace, !scalar.properties.isWhitespace {
        wordStarts.insert(scalars.count)
      }
      (hasEnded, hasBegun) = (false, false)
      self.places.append(places[scalars.count])
      scalars.append(scalar)
    }
  }
}
