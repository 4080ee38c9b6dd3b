/// The numbers of list items in a Word document, by `word/numbering.xml` and the items so far.
final class WordNumbering: MarkupHandler {
  private struct Level {
    var first = 1
    /// Its items have numbers or letters, and no bullets.
    var isNumbered = false
  }

  private struct List {
    var abstract = ""
    /// The first numbers that override those of the definition, by level.
    var firsts: [Int: Int] = [:]
  }

  private static let mostLists = 100_000

  /// The definitions of lists, by level.
  private var abstracts: [String: [Int: Level]] = [:]
  private var lists: [String: List] = [:]
  /// The last number of each level; lists of one definition share their numbers.
  private var counts: [String: [Int: Int]] = [:]
  /// The levels of lists that have used their overriding number.
  private var begun: Set<String> = []
  private var abstract: String?
  private var list: String?
  private var level = 0

  /// Reads the part; no bytes make no lists.
  static func read(_ bytes: [UInt8]) -> WordNumbering {
    let numbering = WordNumbering()
    Markup.read(bytes, as: .xml, numbering)
    return numbering
  }

  /// Counts an item and returns its number; 0 for none.
  func next(list id: String, level: Int) -> Int {
    guard let list = lists[id], let look = abstracts[list.abstract]?[level] else { return 0 }
    var number = counts[list.abstract]?[level].map { $0 + 1 } ?? look.first
    if let first = list.firsts[level], begun.insert("\(level) \(id)").inserted { number = first }
    counts[list.abstract, default: [:]][level] = number
    // The levels below begin again.
    for deeper in counts[list.abstract]?.keys.filter({ $0 > level }) ?? [] {
      counts[list.abstract]?[deeper] = nil
    }
    return look.isNumbered && (0...9999).contains(number) ? number : 0
  }

  // MARK: Elements

  func start(_ name: String, _ attributes: MarkupAttributes) {
    switch name {
    case "abstractNum": abstract = attributes.local("abstractNumId")
    case "num": list = attributes.local("numId")
    case "lvl", "lvlOverride": level = attributes.local("ilvl").flatMap { Int($0) } ?? 0
    case "abstractNumId":
      if let list, lists.count < Self.mostLists { lists[list] = List(abstract: attributes.local("val") ?? "") }
    case "startOverride": if let list, let first = Self.first(attributes) { lists[list]?.firsts[level] = first }
    case "start": change { $0.first = Self.first(attributes) ?? 1 }
    case "numFmt": change { $0.isNumbered = !["bullet", "none"].contains(attributes.local("val") ?? "none") }
    default: break
    }
  }

  /// The number of a first item. One that is too large for the display stays too large, and can be counted on from.
  private static func first(_ attributes: MarkupAttributes) -> Int? {
    attributes.local("val").flatMap { Int($0) }.map { max(-1, min($0, 1 << 30)) }
  }

  private func change(_ body: (inout Level) -> Void) {
    guard let abstract, (0...8).contains(level), abstracts.count < Self.mostLists else { return }
    body(&abstracts[abstract, default: [:]][level, default: Level()])
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  func end(_ name: String) {
    if name == "abstractNum" { abstract = nil }
    if name == "num" { list = nil }
  }
}
