import CPoppler
import Documents
import Glibc
import Vocabulary

/// A PDF document opened in poppler. To be used by one thread.
final class PDFFile {
  private let document: OpaquePointer
  let pageCount: Int

  /// - Parameter bytes: the contents of the file, kept as long as this object.
  convenience init(bytes: [UInt8]) throws(Trouble) {
    let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(data) }
    var error: UnsafeMutablePointer<GError>?
    try self.init(poppler_document_new_from_bytes(data, nil, &error), error)
  }

  /// - Parameter descriptor: an open file that stays the caller's.
  convenience init(descriptor: CInt) throws(Trouble) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 4)
    guard own >= 0 else { throw Trouble(.unreadable, "no descriptor is left") }
    var error: UnsafeMutablePointer<GError>?
    // poppler closes the descriptor, also on failure.
    try self.init(poppler_document_new_from_fd(own, nil, &error), error)
  }

  private init(_ document: OpaquePointer?, _ error: UnsafeMutablePointer<GError>?) throws(Trouble) {
    defer { if let error { g_error_free(error) } }
    guard let document else {
      if aloud_is_password_error(error) {
        throw Trouble(.encrypted, "the PDF document is locked with a password")
      }
      let reason = error.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "no reason"
      throw Trouble(.damaged, "the PDF document: \(reason)")
    }
    self.document = document
    pageCount = Int(poppler_document_get_n_pages(document))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(document)) }

  /// - Parameter title: the title found in the document, used if the metadata declare none.
  func description(title: String) -> DocumentDescription {
    let metadata = text(poppler_document_get_metadata(document))
    let titles = [text(poppler_document_get_title(document)), XMP.title(in: metadata)].map {
      Line.clean($0, limit: DocumentDescription.maximumLength)
    }
    let authors = text(poppler_document_get_author(document)).split(separator: ";").map { String($0) }
    return DocumentDescription(
      title: titles.first(where: Self.isTitle) ?? title,
      authors: authors.isEmpty ? XMP.authors(in: metadata) : authors, language: XMP.language(in: metadata), date: date)
  }

  /// False for titles that programs fill in when people do not.
  private static func isTitle(_ text: String) -> Bool {
    let text = text.lowercased()
    let endings = [
      ".doc", ".docx", ".dvi", ".htm", ".html", ".indd", ".odt", ".pdf", ".ps", ".qxd", ".rtf", ".tex", ".txt",
    ]
    return !["", "untitled", "unknown", "title"].contains(text) && !text.hasPrefix("microsoft word - ")
      && !endings.contains { text.hasSuffix($0) }
  }

  private var date: String {
    let time = poppler_document_get_creation_date(document)
    guard time > 0 else { return "" }
    var (seconds, parts) = (time, tm())
    guard gmtime_r(&seconds, &parts) != nil else { return "" }
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%d", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func text(_ string: UnsafeMutablePointer<CChar>?) -> String {
    guard let string else { return "" }
    defer { g_free(string) }
    return String(cString: string)
  }

  // MARK: Pages

  /// A page, from 0 on; `nil` if it cannot be read.
  func page(_ index: Int) -> TextPage? {
    guard let page = poppler_document_get_page(document, CInt(index)) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(page)) }
    var (width, height) = (0.0, 0.0)
    poppler_page_get_size(page, &width, &height)
    let label = text(poppler_page_get_label(page))
    return TextPage(
      index: index, label: label.isEmpty ? "\(index + 1)" : label, width: width, height: height,
      lines: PageText.lines(of: page))
  }

  // MARK: The outline

  /// An entry of the outline.
  struct OutlineEntry {
    var title: String
    /// Nesting depth, from 0 on.
    var level: Int
    /// The number in the outline: `2.3` is the third below the second.
    var number: String
    /// The index of the page, from 0 on.
    var page: Int
    /// Points from the page's upper edge.
    var top: Double
  }

  /// The outline in its order, without entries that lead nowhere.
  func outline() -> [OutlineEntry] {
    guard let first = poppler_index_iter_new(document) else { return [] }
    var entries: [OutlineEntry] = []
    var visited = 0
    walk(first, numbers: [], &entries, &visited)
    return entries
  }

  private static let deepest = 32

  private func walk(
    _ iterator: OpaquePointer, numbers: [Int], _ entries: inout [OutlineEntry], _ visited: inout Int
  ) {
    defer { poppler_index_iter_free(iterator) }
    var position = 0
    repeat {
      position += 1
      visited += 1
      // Further entries are left out; they may form a circle.
      guard visited <= Chapter.maximumCount else { return }
      let own = numbers + [position]
      if let action = poppler_index_iter_get_action(iterator) {
        if let entry = entry(action, own) { entries.append(entry) }
        poppler_action_free(action)
      }
      if own.count < Self.deepest, let child = poppler_index_iter_get_child(iterator) {
        walk(child, numbers: own, &entries, &visited)
      }
    } while poppler_index_iter_next(iterator) != 0
  }

  private func entry(_ action: UnsafeMutablePointer<PopplerAction>, _ numbers: [Int]) -> OutlineEntry? {
    guard let title = aloud_action_title(action), var destination = aloud_destination(action) else { return nil }
    var found: UnsafeMutablePointer<PopplerDest>?
    defer { if let found { poppler_dest_free(found) } }
    if destination.pointee.type == POPPLER_DEST_NAMED {
      found = poppler_document_find_dest(document, destination.pointee.named_dest)
      guard let found else { return nil }
      destination = UnsafePointer(found)
    }
    let page = Int(destination.pointee.page_num) - 1
    guard (0..<pageCount).contains(page) else { return nil }
    var top = 0.0
    if aloud_destination_has_top(destination), let page = poppler_document_get_page(document, CInt(page)) {
      var (width, height) = (0.0, 0.0)
      poppler_page_get_size(page, &width, &height)
      g_object_unref(UnsafeMutableRawPointer(page))
      top = min(max(height - destination.pointee.top, 0), height)
    }
    return OutlineEntry(
      title: Line.clean(String(cString: title), limit: Chapter.maximumTitle), level: numbers.count - 1,
      number: numbers.prefix(8).map { "\($0)" }.joined(separator: "."), page: page, top: top)
  }
}
