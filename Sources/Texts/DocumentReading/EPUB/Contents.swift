import Documents

/// A line of a table of contents.
struct ContentsEntry: Equatable {
  var title: String
  var target: ResourcePath
  /// Nesting depth, from 0 on.
  var level: Int
  /// `2.3`: the third below the second.
  var number: String
}

/// A table of contents with the page list; EPUB 2 and EPUB 3 both have them.
struct Contents {
  /// The entries in the order of the table.
  var entries: [ContentsEntry] = []
  /// Numbers of printed pages.
  var pages: [(label: String, target: ResourcePath)] = []

  /// Reads a navigation document (EPUB 3).
  static func navigation(_ bytes: [UInt8], path: String) -> Contents {
    let reader = NavigationReader(path: path)
    Markup.read(bytes, as: .html, reader)
    return reader.outline.result
  }

  /// Reads an NCX (EPUB 2).
  static func ncx(_ bytes: [UInt8], path: String) -> Contents {
    let reader = NCXReader(path: path)
    Markup.read(bytes, as: .xml, reader)
    return reader.outline.result
  }
}

/// A table of contents that is being read.
private struct Outline {
  private let path: String
  private(set) var result = Contents()
  /// The number of entries so far at each depth.
  private var counts: [Int] = []

  init(path: String) { self.path = path }

  mutating func open() { if counts.count < 4096 { counts.append(0) } }

  mutating func close() { if !counts.isEmpty { counts.removeLast() } }

  mutating func beginLine() { if !counts.isEmpty { counts[counts.count - 1] += 1 } }

  /// Adds the entry that has begun. Entries beyond the limit are left out.
  mutating func add(_ title: String, _ reference: String) {
    guard result.entries.count < Chapter.maximumCount, let target = ResourcePath(reference, from: path) else { return }
    // A number of more than eight levels is of no use to a listener.
    let number = counts.prefix(8).map { "\($0)" }.joined(separator: ".")
    result.entries.append(
      ContentsEntry(
        title: Line.clean(title, limit: Chapter.maximumTitle), target: target, level: max(0, counts.count - 1),
        number: number))
  }

  mutating func addPage(_ label: String, _ reference: String) {
    guard result.pages.count < PageMark.maximumCount, let target = ResourcePath(reference, from: path) else { return }
    result.pages.append((Line.clean(label, limit: PageMark.maximumLabel), target))
  }
}

/// Reads `nav` elements, which are lists of links.
private final class NavigationReader: MarkupHandler {
  private enum List {
    case none
    case contents
    case pages
  }

  var outline: Outline
  private var list = List.none
  private var reference: String?
  private var title = ""

  init(path: String) { outline = Outline(path: path) }

  func start(_ name: String, _ attributes: MarkupAttributes) {
    if name == "nav" {
      if attributes.has("toc", in: "epub:type") || attributes.has("doc-toc", in: "role") {
        list = .contents
      } else {
        list = attributes.has("page-list", in: "epub:type") ? .pages : .none
      }
    }
    guard list != .none else { return }
    switch name {
    case "ol": outline.open()
    case "li": outline.beginLine()
    case "a":
      reference = attributes["href"]
      title = ""
    case "img": if let text = attributes["alt"] { title += text }
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if reference != nil && title.utf8.count < 4096 { title += String(decoding: bytes, as: UTF8.self) }
  }

  func end(_ name: String) {
    switch name {
    case "nav": list = .none
    case "ol" where list != .none: outline.close()
    case "a":
      guard let reference else { return }
      if list == .contents { outline.add(title, reference) }
      if list == .pages { outline.addPage(title, reference) }
      self.reference = nil
    default: break
    }
  }
}

/// Reads `navPoint` elements, which are nested.
private final class NCXReader: MarkupHandler {
  var outline: Outline
  private var isInMap = false
  private var isInPages = false
  private var isInText = false
  private var title = ""

  init(path: String) { outline = Outline(path: path) }

  func start(_ name: String, _ attributes: MarkupAttributes) {
    switch name {
    case "navMap":
      isInMap = true
      outline.open()
    case "pageList": isInPages = true
    case "navPoint" where isInMap:
      outline.beginLine()
      outline.open()
      title = ""
    case "pageTarget": title = ""
    case "text": isInText = true
    case "content":
      guard let reference = attributes["src"] else { return }
      if isInPages { outline.addPage(title, reference) }
      guard isInMap else { return }
      // The entry itself is one level above the entries inside it.
      outline.close()
      outline.add(title, reference)
      outline.open()
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if isInText && title.utf8.count < 4096 { title += String(decoding: bytes, as: UTF8.self) }
  }

  func end(_ name: String) {
    switch name {
    case "navMap": isInMap = false
    case "pageList": isInPages = false
    case "text": isInText = false
    case "navPoint" where isInMap: outline.close()
    default: break
    }
  }
}
