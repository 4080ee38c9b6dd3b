/// Joins the sentences of a text with those of its translation by their places.
///
/// Paragraphs are joined one by one. Where both have as many sentences, these are joined one by one, too; else the whole
/// paragraphs are.
public struct SentencePairing: Equatable, Sendable {
  /// A part of a text and the part of the translation that belongs to it. One of both may be empty.
  public struct Pair: Equatable, Sendable {
    /// The sentences of the text.
    public var text: Range<Int>
    /// Those of the translation.
    public var translation: Range<Int>

    /// The value from its parts.
    public init(text: Range<Int>, translation: Range<Int>) { (self.text, self.translation) = (text, translation) }
  }

  /// In the order of the text.
  public let pairs: [Pair]
  /// The indices of the paragraphs that are joined as a whole, since they have other numbers of sentences.
  public let uneven: [Int]
  /// The paragraphs at the end of the text that have no translation.
  public let alone: Int
  /// The paragraphs at the end of the translation that belong to nothing.
  public let left: Int

  /// - Parameters:
  ///   - text: the number of sentences of each paragraph.
  ///   - translation: the same of the translation.
  public init(_ text: [Int], _ translation: [Int]) {
    var (pairs, uneven): ([Pair], [Int]) = ([], [])
    var (first, second) = (0, 0)
    for (index, count) in text.enumerated() {
      let other = index < translation.count ? translation[index] : 0
      defer { (first, second) = (first + count, second + other) }
      guard count != other else {
        for offset in 0..<count {
          let (at, beside) = (first + offset, second + offset)
          pairs.append(Pair(text: at..<at + 1, translation: beside..<beside + 1))
        }
        continue
      }
      if index < translation.count { uneven.append(index) }
      pairs.append(Pair(text: first..<first + count, translation: second..<second + other))
    }
    (self.pairs, self.uneven) = (pairs, uneven)
    alone = max(0, text.count - translation.count)
    left = max(0, translation.count - text.count)
  }
}
