import Documents

/// Reads books: EPUB 2 and 3.
final class EPUBReader {
  /// What describes a book is no larger than this.
  private static let maximumDescription = 16 << 20
  /// A book that does not say its title has it on one of so many pages: cover, half title, title page.
  private static let pagesBeforeTitle = 8

  private let archive: Archive
  private let decode: ArchiveReader.Decode
  private let consume: (DocumentPart) -> Void
  private let package: PackageDocument
  private var entries: [String: [ContentsEntry]] = [:]
  private var pages: [String: [String: String]] = [:]
  /// The chapter that the next block begins.
  private var pending: ChapterHeading?
  private var hasBegun = false
  /// Whether the chapter that began last ended before its time: what is behind it is another.
  private var isInterrupted = false
  private var chapters = 0
  private var failure: DocumentError?

  /// Reads what describes the book.
  init(
    _ archive: Archive, _ decode: @escaping ArchiveReader.Decode, _ consume: @escaping (DocumentPart) -> Void
  ) throws(DocumentError) {
    self.archive = archive
    self.decode = decode
    self.consume = consume
    let container = try Self.markup("META-INF/container.xml", archive, decode)
    guard let path = ContainerReader.packagePath(container) else {
      throw DocumentError(.damaged, "META-INF/container.xml names no package document")
    }
    package = try PackageDocument.read(Self.markup(path, archive, decode), path: path)
  }

  private static func markup(_ name: String, _ archive: Archive, _ decode: ArchiveReader.Decode) throws(DocumentError)
    -> [UInt8]
  {
    let bytes = try archive.read(name, limit: maximumDescription)
    return decode(bytes, MarkupEncoding.declared(in: bytes))
  }

  /// Reads the book; its parts come while it is read.
  func read() throws(DocumentError) {
    try checkLocks()
    try readContents()
    let cover = readCover()
    var description = package.description(cover: cover?.kind)
    if description.title.isEmpty { description.title = try firstHeading() }
    consume(.description(description))
    if let cover { consume(.cover(cover)) }
    for id in package.spine {
      guard let item = readable(id) else { continue }
      try read(item)
    }
    // Chapters failed, and nothing else was there.
    if !hasBegun { throw failure ?? DocumentError(.empty, "no part of the book has text") }
  }

  // MARK: What is in it

  private func checkLocks() throws(DocumentError) {
    guard archive.contains("META-INF/encryption.xml") else { return }
    let locked = Encryption.locked(try Self.markup("META-INF/encryption.xml", archive, decode))
    guard let path = package.spine.lazy.compactMap({ self.package.items[$0]?.path }).first(where: locked.contains)
    else { return }
    let scheme =
      archive.contains("META-INF/license.lcpl")
      ? "Readium LCP"
      : archive.contains("META-INF/rights.xml")
        ? "Adobe ADEPT" : archive.contains("META-INF/sinf.xml") ? "Apple FairPlay" : "a scheme that is not named"
    throw DocumentError(.encrypted, "digital rights management, \(scheme): \(path) and \(locked.count - 1) other parts")
  }

  private func readContents() throws(DocumentError) {
    var contents = Contents()
    do throws(DocumentError) {
      if let navigation = package.navigation {
        contents = try .navigation(Self.markup(navigation.path, archive, decode), path: navigation.path)
      }
      let ncx = package.items[package.ncx] ?? package.items.values.first { $0.type == "application/x-dtbncx+xml" }
      if contents.entries.isEmpty, let ncx {
        contents = try .ncx(Self.markup(ncx.path, archive, decode), path: ncx.path)
      }
    } catch {
      // A book without contents can be read.
      if error.code != .damaged { throw error }
    }
    for entry in contents.entries { entries[entry.target.path, default: []].append(entry) }
    for page in contents.pages { pages[page.target.path, default: [:]][page.target.fragment] = page.label }
  }

  /// The first of the highest headings on the first of its pages that have one; empty where the first pages have none.
  private func firstHeading() throws(DocumentError) -> String {
    for id in package.spine.prefix(Self.pagesBeforeTitle) {
      guard let item = readable(id), item.type != "image/svg+xml" else { continue }
      let bytes: [UInt8]
      do throws(DocumentError) {
        bytes = try archive.read(item.path)
      } catch {
        if error.code == .changed || error.code == .harmful { throw error }
        continue
      }
      guard MarkupEncoding.isMarkup(bytes) else { continue }
      var blocks: [ContentBlock] = []
      ContentReader(isPage: false) { blocks.append($0) }.read(decode(bytes, MarkupEncoding.declared(in: bytes)))
      if !blocks.firstHeading.isEmpty { return blocks.firstHeading }
    }
    return ""
  }

  private func readCover() -> CoverImage? {
    guard let item = package.cover, let bytes = try? archive.read(item.path, limit: CoverImage.maximumSize) else {
      return nil
    }
    return CoverImage(bytes)
  }

  /// The part that is read for one of the spine: itself, or what it names in its place. What is of another type and names
  /// nothing may be of the wrong one, which shows when it is read.
  private func readable(_ id: String) -> PackageDocument.Item? {
    var id = id
    var seen: Set<String> = []
    var last: PackageDocument.Item?
    while let item = package.items[id], seen.insert(id).inserted, seen.count < 16 {
      if Self.contentTypes.contains(item.type) { return item }
      if !Self.otherTypes.contains(where: item.type.hasPrefix) { last = item }
      id = item.fallback
    }
    return last
  }

  private static let contentTypes: Set<String> = [
    "application/xhtml+xml", "image/svg+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document",
  ]
  private static let otherTypes = ["image/", "audio/", "video/", "font/", "text/css", "application/pdf"]

  // MARK: Chapters

  private func read(_ item: PackageDocument.Item) throws(DocumentError) {
    let bytes: [UInt8]
    do throws(DocumentError) {
      bytes = try archive.read(item.path)
      guard MarkupEncoding.isMarkup(bytes) else { throw DocumentError(.damaged, "\(item.path) is no markup") }
    } catch {
      if error.code == .changed || error.code == .harmful { throw error }
      failure = error
      return fail(item, error)
    }
    let text = decode(bytes, MarkupEncoding.declared(in: bytes))
    var own = entries[item.path] ?? []
    // A fragment that is not in its part means the part.
    if own.count <= 64 {
      for index in own.indices where !text.hasValue(own[index].target.fragment) { own[index].target.fragment = "" }
    }
    let byFragment = Dictionary(grouping: own.filter { !$0.target.fragment.isEmpty }, by: \.target.fragment)
    var titleOfPart = ""
    if entries.isEmpty || isInterrupted { pending = ChapterHeading(title: "", anchor: item.path) }
    isInterrupted = false
    for entry in own where entry.target.fragment.isEmpty { expect(entry) }
    var reader: ContentReader?
    let content = ContentReader(isPage: false) { [self] block in
      for anchor in block.anchors { for entry in byFragment[anchor] ?? [] { expect(entry) } }
      if pending == nil && !hasBegun { pending = ChapterHeading(title: "", anchor: item.path) }
      if pending?.title == "" {
        titleOfPart = reader?.title ?? ""
        pending?.title = block.block.kind == .heading ? ChapterCutter.line(block.block) : titleOfPart
      }
      begin(language: block.block.language)
      consume(.block(block.block))
    }
    reader = content
    content.anchors = Set(byFragment.keys)
    content.pageLabels = pages[item.path] ?? [:]
    if item.type == "image/svg+xml" { DrawingReader.read(text, content) } else { content.read(text) }
    reader = nil
    // What nothing followed begins the next part.
    for anchor in content.blockAnchors { for entry in byFragment[anchor] ?? [] { expect(entry) } }
  }

  /// A chapter begins with the next block. What nothing has followed is no chapter.
  private func expect(_ entry: ContentsEntry) {
    let fragment = entry.target.fragment
    pending = ChapterHeading(
      title: entry.title, level: entry.level, number: entry.number,
      anchor: entry.target.path + (fragment.isEmpty ? "" : "#\(fragment)")
    ).within(pending)
  }

  /// Begins the chapter that is due; beyond the most that a document has, it is part of the last one.
  private func begin(language: String = "") {
    guard var chapter = pending else { return }
    pending = nil
    hasBegun = true
    guard chapters < Chapter.maximumCount else { return }
    chapter.language = language
    chapters += 1
    consume(.chapter(chapter))
  }

  private func fail(_ item: PackageDocument.Item, _ error: DocumentError) {
    if let entry = entries[item.path]?.first { expect(entry) }
    if pending == nil && (entries.isEmpty || !hasBegun) { pending = ChapterHeading(title: "", anchor: item.path) }
    begin()
    consume(.failed(error))
    isInterrupted = true
  }
}

/// `META-INF/container.xml`: where the package document is.
private final class ContainerReader: MarkupHandler {
  private var path: String?

  static func packagePath(_ bytes: [UInt8]) -> String? {
    let reader = ContainerReader()
    Markup.read(bytes, as: .xml, reader)
    return reader.path.flatMap { ResourcePath($0, from: "")?.path }
  }

  func start(_ name: String, _ attributes: MarkupAttributes) {
    if name == "rootfile" && path == nil { path = attributes["full-path"] }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  func end(_ name: String) {}
}

extension [UInt8] {
  /// Whether it stands anywhere as the value of an attribute.
  fileprivate func hasValue(_ value: String) -> Bool {
    let value = Array(value.utf8)
    guard let first = value.first else { return true }
    var index = startIndex
    while let found = self[index...].firstIndex(of: first) {
      if found > 0, self[found - 1] == 0x22 || self[found - 1] == 0x27, self[found...].starts(with: value) {
        return true
      }
      index = found + 1
    }
    return false
  }
}
