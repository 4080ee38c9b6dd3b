import Documents
import Vocabulary

/// An EPUB's package document: the description of the book, its parts, and their reading order.
final class PackageDocument: MarkupHandler {
  struct Item {
    var path: String
    var type: String
    var properties: String
    /// The item to use if this one is of an unsupported type.
    var fallback: String
  }

  /// Parts of a book; a book with more is refused.
  private static let maximumItems = 100_000
  /// The most times that one part is read.
  private static let mostUses = 16

  private(set) var items: [String: Item] = [:]
  /// The parts in reading order, as often as they are listed, without auxiliary ones (`linear="no"`).
  private(set) var spine: [String] = []
  /// The item with the table of contents of EPUB 2.
  private(set) var ncx = ""
  private(set) var hasSpine = false

  private let path: String
  /// The number of times that each part stands in the reading order.
  private var uses: [String: Int] = [:]
  private var titles: [(id: String, text: String)] = []
  private var creators: [(id: String, role: String, text: String)] = []
  private var identifiers: [(id: String, text: String)] = []
  private var language = ""
  private var date = ""
  private var publisher = ""
  /// EPUB 3's refinements of other statements: role and kind of title.
  private var refinements: [String: String] = [:]
  private var coverItem = ""
  private var uniqueIdentifier = ""
  private var isInMetadata = false
  private var isTooLarge = false
  /// The metadata element that is being read, and the element that it refines.
  private var name = ""
  private var id = ""
  private var detail = ""
  private var text = ""

  private init(path: String) { self.path = path }

  /// Reads the package document at `path`.
  static func read(_ bytes: [UInt8], path: String) throws(Trouble) -> PackageDocument {
    let package = PackageDocument(path: path)
    let isWhole = Markup.read(bytes, as: .xml, package)
    if package.isTooLarge { throw Trouble(.tooLarge, "more than \(maximumItems) parts in the book") }
    guard package.hasSpine, !package.spine.isEmpty else {
      throw Trouble(
        .damaged, isWhole ? "the book has no order of reading (spine)" : "\(path) cannot be read to its end")
    }
    return package
  }

  func description(cover: CoverImage.Kind?) -> DocumentDescription {
    let main = titles.first { refinements["\($0.id) title-type"] == "main" } ?? titles.first
    let authors = creators.filter { creator in
      let role = creator.role.isEmpty ? refinements["\(creator.id) role"] ?? "" : creator.role
      return role.isEmpty || role == "aut"
    }
    let identifier = identifiers.first { $0.id == uniqueIdentifier } ?? identifiers.first
    return DocumentDescription(
      title: main?.text ?? "", authors: (authors.isEmpty ? creators : authors).map(\.text), language: language,
      identifier: identifier?.text ?? "", date: date, publisher: publisher, cover: cover)
  }

  /// The picture on the cover.
  var cover: Item? {
    items.values.first { $0.properties.split(separator: " ").contains("cover-image") } ?? items[coverItem]
      ?? ["cover-image", "cover", "coverimage"].lazy.compactMap { self.items[$0] }
      .first { $0.type.hasPrefix("image/") }
  }

  /// The navigation document of EPUB 3.
  var navigation: Item? { items.values.first { $0.properties.split(separator: " ").contains("nav") } }

  // MARK: Elements

  func start(_ name: String, _ attributes: MarkupAttributes) {
    switch name {
    case "package": uniqueIdentifier = attributes["unique-identifier"] ?? ""
    case "metadata": isInMetadata = true
    case "item": addItem(attributes)
    case "spine":
      hasSpine = true
      ncx = attributes["toc"] ?? ""
    case "itemref": addToSpine(attributes)
    case "meta" where isInMetadata:
      if attributes["name"] == "cover" { coverItem = attributes["content"] ?? "" }
      let property = attributes["property"] ?? ""
      let subject = (attributes["refines"] ?? "").drop { $0 == "#" }
      begin("meta", id: "\(subject) \(property)", detail: "")
    case "title", "creator", "identifier", "language", "date", "publisher":
      guard isInMetadata else { return }
      begin(name, id: attributes["id"] ?? "", detail: attributes["opf:role"] ?? attributes["opf:event"] ?? "")
    default: break
    }
  }

  private func begin(_ name: String, id: String, detail: String) {
    (self.name, self.id, self.detail, text) = (name, id, detail, "")
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if !name.isEmpty && text.utf8.count < 4096 { text += String(decoding: bytes, as: UTF8.self) }
  }

  func end(_ name: String) {
    if name == "metadata" { isInMetadata = false }
    guard name == self.name else { return }
    self.name = ""
    let line = Line.clean(text, limit: DocumentDescription.maximumLength)
    guard !line.isEmpty, titles.count + creators.count + identifiers.count + refinements.count < 1000 else { return }
    switch name {
    case "title": titles.append((id, line))
    case "creator": creators.append((id, detail, line))
    case "identifier": identifiers.append((id, line))
    case "language": if language.isEmpty { language = line }
    case "publisher": if publisher.isEmpty { publisher = line }
    case "date": if date.isEmpty || detail == "publication" { date = line }
    case "meta": refinements[id] = line
    default: break
    }
  }

  private func addItem(_ attributes: MarkupAttributes) {
    guard items.count < Self.maximumItems else {
      isTooLarge = true
      return
    }
    guard let id = attributes["id"], let reference = attributes["href"],
      let resource = ResourcePath(reference, from: path)
    else { return }
    items[id] = Item(
      path: resource.path, type: (attributes["media-type"] ?? "").lowercased(),
      properties: attributes["properties"] ?? "", fallback: attributes["fallback"] ?? "")
  }

  private func addToSpine(_ attributes: MarkupAttributes) {
    guard let reference = attributes["idref"], attributes["linear"] != "no" else { return }
    guard spine.count < Self.maximumItems else {
      isTooLarge = true
      return
    }
    // No book lists a part more often on purpose.
    guard uses[reference, default: 0] < Self.mostUses else { return }
    uses[reference, default: 0] += 1
    spine.append(reference)
  }
}
