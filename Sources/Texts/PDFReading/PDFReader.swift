import CPoppler
public import Documents
import Glibc
public import Vocabulary

/// Reads PDF documents: their text in reading order, without running heads, feet and page numbers.
public final class PDFReader {
  /// The tables that older East Asian documents need; the only folder that poppler reads.
  public static let characterMaps = "/usr/share/poppler"

  /// Pages of a document; a longer document is refused.
  private static let maximumPages = 100_000
  /// Bytes. Without an outline, large text begins a chapter. Lines of a title page are too close together for that.
  private static let shortestChapter = 2000

  private let file: PDFFile
  private let check: () throws(Trouble) -> Void
  private let consume: (DocumentPart) -> Void
  private var outline: [PDFFile.OutlineEntry] = []
  /// The pages around the current one, which is among them.
  private var window: [TextPage] = []
  private var pending: ChapterHeading?
  private var chapters = 0
  /// Bytes of text in the last chapter so far.
  private var chapterLength = 0

  /// Prepares the process. To be called before any document is read, and while files can still be opened.
  public static func prepare() {
    aloud_say_nothing()
    aloud_keep_converter()
  }

  /// Reads a file and delivers its parts as they are read.
  ///
  /// - Parameter descriptor: an open file that stays the caller's.
  public static func read(
    file descriptor: CInt, _ consume: @escaping (DocumentPart) -> Void
  ) throws(Trouble) {
    let state = try FileState(descriptor)
    let file: PDFFile
    do throws(Trouble) {
      file = try PDFFile(descriptor: descriptor)
    } catch {
      try state.check()
      throw error
    }
    try PDFReader(file, { () throws(Trouble) in try state.check() }, consume).read()
  }

  /// Reads a document that is in memory.
  public static func read(_ bytes: [UInt8], _ consume: @escaping (DocumentPart) -> Void) throws(Trouble) {
    try PDFReader(PDFFile(bytes: bytes), { () throws(Trouble) in }, consume).read()
  }

  private init(
    _ file: PDFFile, _ check: @escaping () throws(Trouble) -> Void, _ consume: @escaping (DocumentPart) -> Void
  ) {
    self.file = file
    self.check = check
    self.consume = consume
  }

  private func read() throws(Trouble) {
    guard file.pageCount <= Self.maximumPages else { throw Trouble(.tooLarge, "\(file.pageCount) pages") }
    outline = file.outline().enumerated().sorted {
      // In the order of the text; entries at the same place keep the outline's order.
      ($0.element.page, $0.element.top, $0.offset) < ($1.element.page, $1.element.top, $1.offset)
    }.map(\.element)
    hasOutline = !outline.isEmpty
    var joiner = ParagraphJoiner { [self] block, level in tell(block, level) }
    var next = 0
    for index in 0..<file.pageCount {
      while next < file.pageCount, next <= index + PageFurniture.reach {
        try check()
        let page = file.page(next) ?? TextPage(index: next, label: "\(next + 1)", width: 0, height: 0, lines: [])
        joiner.expect(page)
        window.append(page)
        next += 1
      }
      window.removeAll { $0.index < index - PageFurniture.reach }
      if let page = window.first(where: { $0.index == index }) { tell(page, &joiner) }
    }
    joiner.flush()
    if chapters == 0 {
      throw Trouble(.empty, "no text on \(file.pageCount) pages; they may be pictures of text (a scan)")
    }
  }

  private var hasOutline = false

  private func tell(_ page: TextPage, _ joiner: inout ParagraphJoiner) {
    let furniture = PageFurniture.lines(of: page, among: window.filter { $0.index != page.index })
    var starts = starts(on: page, without: furniture)
    joiner.begin(page)
    for (index, line) in page.lines.enumerated() where !furniture.contains(index) {
      if let entries = starts.removeValue(forKey: index) {
        joiner.flush()
        for entry in entries { expect(entry) }
      }
      joiner.append(line, page)
    }
    // Entries below all lines begin with the next page.
    guard let rest = starts.removeValue(forKey: page.lines.count) else { return }
    joiner.flush()
    for entry in rest { expect(entry) }
  }

  // MARK: Chapters

  /// The lines at which chapters begin: for each entry the line with its title, else the first line below its position.
  private func starts(on page: TextPage, without furniture: Set<Int>) -> [Int: [PDFFile.OutlineEntry]] {
    var starts: [Int: [PDFFile.OutlineEntry]] = [:]
    while let entry = outline.first, entry.page <= page.index {
      outline.removeFirst()
      let title = Self.letters(entry.title)
      let lines = page.lines.indices.filter { !furniture.contains($0) }
      let named = lines.first { index in
        let line = Self.letters(page.lines[index].text)
        return line.count >= 3 && page.lines[index].bottom >= entry.top - 2
          // A title may take several lines, and have a number that the outline leaves out.
          && (title.hasPrefix(line) || line.hasSuffix(title) && line.count <= title.count + 10)
      }
      let below = lines.first { page.lines[$0].bottom > entry.top + 1 }
      starts[named ?? below ?? page.lines.count, default: []].append(entry)
    }
    return starts
  }

  private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  private func expect(_ entry: PDFFile.OutlineEntry) {
    pending = ChapterHeading(
      title: entry.title, level: entry.level, number: entry.number, anchor: "#page=\(entry.page + 1)"
    ).within(pending)
  }

  private func tell(_ block: Block, _ level: Int) {
    let text = block.kind == .heading ? String(decoding: block.text, as: UTF8.self) : ""
    // A large first line is the title if the document declares none.
    if chapters == 0 { consume(.description(file.description(title: level <= 2 ? text : ""))) }
    let isEvident = !hasOutline && level == 1 && chapterLength >= Self.shortestChapter
    if chapters == 0 && pending == nil || isEvident { pending = ChapterHeading(title: text) }
    chapterLength += block.text.count
    if let chapter = pending, chapters < Chapter.maximumCount {
      pending = nil
      chapters += 1
      chapterLength = block.text.count
      consume(.chapter(chapter))
    }
    consume(.block(block))
  }
}

/// Detects that a file changes while it is read.
private struct FileState {
  private let descriptor: CInt
  private let status: stat

  init(_ descriptor: CInt) throws(Trouble) {
    self.descriptor = descriptor
    status = try Self.status(descriptor)
  }

  private static func status(_ descriptor: CInt) throws(Trouble) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Trouble(.unreadable, "fstat: errno \(errno)") }
    return status
  }

  func check() throws(Trouble) {
    let now = try Self.status(descriptor)
    guard now.st_size == status.st_size, now.st_mtim.tv_sec == status.st_mtim.tv_sec,
      now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
    else { throw Trouble(.changed, "\(status.st_size) bytes before, \(now.st_size) now") }
  }
}
