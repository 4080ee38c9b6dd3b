import Documents
import Vocabulary

/// Reads books: EPUB 2 and 3.
final class EPUBReader {
  /// Bytes of the largest package document and navigation document.
  private static let maximumDescription = 16 << 20
  /// A book that declares no title shows it on one of so many first pages: cover, half title, title page.
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
  /// True if the last chapter ended early, so that the text after it is another chapter.
  private var isInterrupted = false
  private var chapters = 0
  private var failure: Trouble?

  /// Reads the description of the book.
  init(
    _ archive: Archive, _ decode: @escaping ArchiveReader.Decode, _ consume: @escaping (DocumentPart) -> Void
  ) throws(Trouble) {
    self.archive = archive
    self.decode = decode
    self.consume = consume
    let container = try Self.markup("META-INF/container.xml", archive, decode)
    guard let path = ContainerReader.packagePath(container) else {
      throw Trouble(.damaged, "META-INF/container.xml names no package document")
    }
    package = try PackageDocument.read(Self.markup(path, archive, decode), path: path)
  }

  private static func markup(_ name: String, _ archive: Archive, _ decode: ArchiveReader.Decode) throws(Trouble)
    -> [UInt8]
  {
    let bytes = try archive.read(name, limit: maximumDescription)
    return decode(bytes, MarkupEncoding.declared(in: bytes))
  }

  /// Reads the book and delivers its parts as they are read.
  func read() throws(Trouble) {
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
    // All that exists are chapters that failed.
    if !hasBegun { throw failure ?? Trouble(.empty, "no part of the book has text") }
  }

  // MARK: Contents of the archive

  private func checkLocks() throws(Trouble) {
    guard archive.contains("META-INF/encryption.xml") else { return }
    let locked = Encryption.locked(try Self.markup("META-INF/encryption.xml", archive, decode))
    guard let path = package.spine.lazy.compactMap({ self.package.items[$0]?.path }).first(where: locked.contains)
    else { return }
    let scheme =
      archive.contains("META-INF/license.lcpl")
      ? "Readium LCP"
      : archive.contains("META-INF/rights.xml")
        ? "Adobe ADEPT" : archive.contains("META-INF/sinf.xml") ? "Apple FairPlay" : "a scheme that is not named"
    throw Trouble(.encrypted, "digital rights management, \(scheme): \(path) and \(locked.count - 1) other parts")
  }

  private func readContents() throws(Trouble) {
    var contents = Contents()
    do throws(Trouble) {
      if let navigation = package.navigation {
        contents = try .navigation(Self.markup(navigation.path, archive, decode), path: navigation.path)
      }
      let ncx = package.items[package.ncx] ?? package.items.values.first { $0.type == "application/x-dtbncx+xml" }
      if contents.entries.isEmpty, let ncx {
        contents = try .ncx(Self.markup(ncx.path, archive, decode), path: ncx.path)
      }
    } catch {
      // A book without a table of contents can be read.
      if error.code != .damaged { throw error }
    }
    for entry in contents.entries { entries[entry.target.path, default: []].append(entry) }
    for page in contents.pages { pages[page.target.path, default: [:]][page.target.fragment] = page.label }
  }

  /// The first among the highest headings on the first page that has any; empty if the first pages have none.
  private func firstHeading() throws(Trouble) -> String {
    for id in package.spine.prefix(Self.pagesBeforeTitle) {
      guard let item = readable(id), item.type != "image/svg+xml" else { continue }
      let bytes: [UInt8]
      do throws(Trouble) {
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

  /// The item that is read for an entry of the spine: the item itself, or its fallback. An item of another type without
  /// a fallback may only declare the wrong type; reading it shows that.
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

  private func read(_ item: PackageDocument.Item) throws(Trouble) {
    let bytes: [UInt8]
    do throws(Trouble) {
      bytes = try archive.read(item.path)
      guard MarkupEncoding.isMarkup(bytes) else { throw Trouble(.damaged, "\(item.path) is not markup") }
    } catch {
      if error.code == .changed || error.code == .harmful { throw error }
      failure = error
      return fail(item, error)
    }
    let text = decode(bytes, MarkupEncoding.declared(in: bytes))
    var own = entries[item.path] ?? []
    // A fragment that its part does not contain means the whole part.
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
    // An entry that no block followed begins the next part.
    for anchor in content.blockAnchors { for entry in byFragment[anchor] ?? [] { expect(entry) } }
  }

  /// The next block begins a chapter. An entry without a following block is not a chapter.
  private func expect(_ entry: ContentsEntry) {
    let fragment = entry.target.fragment
    pending = ChapterHeading(
      title: entry.title, level: entry.level, number: entry.number,
      anchor: entry.target.path + (fragment.isEmpty ? "" : "#\(fragment)")
    ).within(pending)
  }

  /// Begins the chapter that is due. Beyond the maximum, its text belongs to the last chapter.
  private func begin(language: String = "") {
    guard var chapter = pending else { return }
    pending = nil
    hasBegun = true
    guard chapters < Chapter.maximumCount else { return }
    chapter.language = language
    chapters += 1
    consume(.chapter(chapter))
  }

  private func fail(_ item: PackageDocument.Item, _ error: Trouble) {
    if let entry = entries[item.path]?.first { expect(entry) }
    if pending == nil && (entries.isEmpty || !hasBegun) { pending = ChapterHeading(title: "", anchor: item.path) }
    begin()
    consume(.failed(error))
    isInterrupted = true
  }
}

/// `META-INF/container.xml` gives the path of the package document.
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
  /// True if `value` is the value of some attribute.
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
