/// The languages of a document so far, as its text showed them.
///
/// They decide for texts that are too short to tell, and between languages that are close to each other, such as
/// Swedish, Danish and Norwegian.
public struct DocumentLanguages: Equatable, Sendable {
  private struct Entry: Equatable {
    var tag: String
    var systems: WritingSystems
    /// Letters of the text itself, without its quotations.
    var letters: Int
  }

  /// The most languages that are remembered. A text that shows more has none of its own.
  private static let most = 16

  private var entries: [Entry] = []
  private var latest: Int?

  /// A document of which nothing is known.
  public init() {}

  /// True if no text was found to be in any language; quotations say nothing about the text around them.
  public var isEmpty: Bool { entries.allSatisfy { $0.letters == 0 } }

  /// The most frequent language; nil if none is known.
  var first: String? { entries.filter { $0.letters > 0 }.max { $0.letters < $1.letters }?.tag }

  /// Remembers `letters` letters in the language `tag`. Those of a quotation make the language known and do not count.
  mutating func note(_ tag: String, letters: Int, isQuotation: Bool = false) {
    guard !tag.isEmpty, letters > 0 else { return }
    let counted = isQuotation ? 0 : letters
    if let index = entries.firstIndex(where: { $0.tag == tag }) {
      entries[index].letters += counted
      if !isQuotation { latest = index }
    } else if entries.count < Self.most {
      entries.append(Entry(tag: tag, systems: WritingSystems(of: tag), letters: counted))
      if !isQuotation { latest = entries.count - 1 }
    }
  }

  /// The tags, the most frequent first.
  public var tags: [String] { entries.sorted { $0.letters > $1.letters }.map(\.tag) }

  /// The document's language among those that are written in `system`: the one with two thirds of the letters, else the
  /// one that was heard last. Nil if there is none.
  func main(in system: WritingSystem) -> String? {
    let candidates = entries.indices.filter { entries[$0].letters > 0 && entries[$0].systems.includes(system) }
    guard let first = candidates.max(by: { entries[$0].letters < entries[$1].letters }) else { return nil }
    let total = candidates.reduce(0) { $0 + entries[$1].letters }
    if entries[first].letters * 3 >= total * 2 { return entries[first].tag }
    return latest.flatMap { candidates.contains($0) ? entries[$0].tag : nil } ?? entries[first].tag
  }
}
