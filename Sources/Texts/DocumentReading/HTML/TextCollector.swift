import Documents
import Speech

/// The text of one block, with white space as a browser shows it.
struct TextCollector {
  private(set) var bytes: [UInt8] = []
  private var isSpaceDue = false
  private var isLineEndDue = false
  private var isItemDue = false
  /// The cells so far.
  private var cells: [TableCell] = []
  /// True if the last cell has no text yet.
  private var isCellDue = false
  /// The languages of the text so far, each with its first byte.
  private var languages: [(start: Int, tag: String)] = []
  /// True if the last language has no text yet.
  private var isLanguageDue = false

  /// - Parameter preserves: true if spaces and line ends stay as they are.
  mutating func append(_ text: some Sequence<UInt8>, preserving preserves: Bool) {
    var previous: UInt8 = 0
    for byte in text {
      defer { previous = byte }
      // A no-break space becomes a plain space for a listener; a soft hyphen is removed.
      if previous == 0xC2 && byte == 0xA0 {
        space(0x20, preserves)
        continue
      }
      if previous == 0xC2 && byte == 0xAD { continue }
      if byte == 0xC2 { continue }
      if previous == 0xC2 { put(0xC2) }
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: space(byte, preserves)
      default: put(byte)
      }
    }
  }

  /// Sets the language of the text that follows (BCP 47); empty if it is unknown.
  mutating func beginLanguage(_ tag: String) {
    if isLanguageDue { languages.removeLast() }
    isLanguageDue = languages.last?.tag != tag
    if isLanguageDue { languages.append((bytes.count, tag)) }
  }

  /// Returns the parts of the collected text that are in another language than `own`.
  mutating func takeLanguages(beside own: String) -> [LanguageSpan] {
    if isLanguageDue { languages.removeLast() }
    let languages = languages
    (self.languages, isLanguageDue) = ([], false)
    return languages.indices.compactMap { index in
      let (start, tag) = languages[index]
      let end = index + 1 < languages.count ? languages[index + 1].start : bytes.count
      return tag.isEmpty || tag == own || start >= end ? nil : LanguageSpan(utf8: start..<end, tag: tag)
    }
  }

  /// Ends a line where the author does so.
  mutating func endLine() { isLineEndDue = !bytes.isEmpty }

  mutating func separate() { isSpaceDue = !bytes.isEmpty }

  /// Begins another item of a list.
  mutating func list() {
    guard !bytes.isEmpty else { return }
    isItemDue = true
  }

  /// Begins a cell of a table's row, unless the open cell is in that column.
  mutating func beginCell(_ column: Int) {
    guard cells.last?.column != column else { return }
    endCell()
    // One cell beyond the limit marks the row as too wide.
    if cells.count <= TableCell.mostColumns {
      cells.append(TableCell(column: column, utf8: bytes.count..<bytes.count))
      isCellDue = true
    }
  }

  private mutating func endCell() {
    guard let last = cells.last else { return }
    if isCellDue {
      cells.removeLast()
      isCellDue = false
    } else if last.utf8.isEmpty {
      cells[cells.count - 1].utf8 = last.utf8.lowerBound..<bytes.count
    }
  }

  /// Returns the cells of the collected text; none for text outside tables, and for very wide tables.
  mutating func takeCells() -> [TableCell] {
    endCell()
    let cells = cells
    self.cells = []
    return cells.allSatisfy { $0.column < TableCell.mostColumns } ? cells : []
  }

  /// Returns the collected text and starts again.
  mutating func take() -> [UInt8] {
    defer { self = TextCollector() }
    return bytes
  }

  /// Bytes, including the space that is due.
  var count: Int { bytes.isEmpty ? 0 : bytes.count + (isItemDue ? 2 : isSpaceDue || isLineEndDue ? 1 : 0) }

  private mutating func space(_ byte: UInt8, _ preserves: Bool) {
    if preserves && byte == 0x0A { endLine() } else { separate() }
  }

  private mutating func put(_ byte: UInt8) {
    if isItemDue {
      if bytes.last != UInt8(ascii: ",") { bytes.append(UInt8(ascii: ",")) }
      bytes.append(0x20)
    } else if isLineEndDue {
      bytes.append(0x0A)
    } else if isSpaceDue {
      bytes.append(0x20)
    }
    isLineEndDue = false
    isSpaceDue = false
    isItemDue = false
    if isLanguageDue {
      languages[languages.count - 1].start = bytes.count
      isLanguageDue = false
    }
    if isCellDue {
      cells[cells.count - 1].utf8 = bytes.count..<bytes.count
      isCellDue = false
    }
    bytes.append(byte)
  }
}
