import AloudAPI
import Speech

/// A text on pages of a terminal: which part of which sentence stands in which row. Pure.
///
/// Places are bytes of UTF-8 in the track's text, as the service counts them too.
struct PageLayout: Equatable {
  /// A part of a sentence in one row.
  struct Segment: Equatable {
    /// Counts in ``sentences``.
    var sentence: Int
    /// In the sentence's own text.
    var utf8: Range<Int>
    /// Whether a space stands before it.
    var isSpaced: Bool
  }

  struct Line: Equatable {
    var segments: [Segment] = []
    var indent = 0
    var isHeading = false
    var isBlank: Bool { segments.isEmpty }
  }

  struct Page: Equatable {
    var lines: [Line]
    /// From its first character to its last one, in the track's text.
    var range: Range<Int>
  }

  let sentences: [SentenceEntry]
  let width: Int
  let height: Int
  private(set) var pages: [Page] = []

  /// - Parameters:
  ///   - sentences: in the order of the text, without a hole.
  ///   - width: cells of a row, at least 1.
  ///   - height: rows of a page, at least 1.
  init(_ sentences: [SentenceEntry], width: Int, height: Int) {
    self.sentences = sentences
    self.width = max(1, width)
    self.height = max(1, height)
    var rows: [Line] = []
    var previous: String?
    var start = 0
    while start < sentences.count {
      var end = start
      while end + 1 < sentences.count, !sentences[end].endsBlock { end += 1 }
      let block = sentences[start].block
      if let previous, !(previous == block && ["list-item", "table", "code"].contains(block)) { rows.append(Line()) }
      rows += LineBreaker.lines(of: sentences, start...end, block: block, width: self.width)
      previous = block
      start = end + 1
    }
    paginate(rows)
  }

  /// The page with a place of the text; the nearest one for a place that is on none.
  func page(of place: Int) -> Int {
    max(0, pages.partitioningIndex { $0.range.lowerBound > place } - 1)
  }

  /// Cuts rows into pages: no page begins with an empty row, and none ends with a heading where something follows.
  private mutating func paginate(_ rows: [Line]) {
    var rest = rows[...]
    while true {
      rest = rest.drop(while: \.isBlank)
      guard !rest.isEmpty else { return }
      var page = rest.prefix(height)
      if page.endIndex < rest.endIndex {
        var cut = page.endIndex
        while cut > page.startIndex, page[cut - 1].isBlank || page[cut - 1].isHeading { cut -= 1 }
        // A page of nothing but headings stays one.
        if cut > page.startIndex { page = page[..<cut] }
      }
      rest = rest[page.endIndex...]
      while page.last?.isBlank == true { page.removeLast() }
      guard let first = page.first?.segments.first, let last = page.last?.segments.last else { continue }
      pages.append(Page(lines: Array(page), range: place(first).lowerBound..<place(last).upperBound))
    }
  }

  /// Where a segment stands in the track's text.
  func place(_ segment: Segment) -> Range<Int> {
    let start = Int(sentences[segment.sentence].range.utf8.start)
    return start + segment.utf8.lowerBound..<start + segment.utf8.upperBound
  }
}
