package import AloudAPI

/// Finds words in sentences and ignores case and the amount of white space. Pure.
package struct TextSearch: Equatable {
  /// A place that matches the words.
  package struct Hit: Equatable {
    /// Bytes of UTF-8 in the track's text.
    package var range: Range<Int>
    /// The index of the sentence in which it begins.
    package var sentence: Int
  }

  private let wanted: [UInt8]

  /// `nil` if there is only white space.
  package init?(_ words: String) {
    let text = words.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    wanted = Array(text.utf8)
    guard !wanted.isEmpty else { return nil }
  }

  /// Returns every match in consecutive sentences; a match may continue in the next sentence, and matches do not
  /// overlap.
  package func hits(in sentences: [SentenceEntry]) -> [Hit] {
    var folded = Folded()
    for sentence in sentences { folded.append(sentence) }
    var hits: [Hit] = []
    var from = 0
    while let found = folded.bytes[from...].firstRange(of: wanted) {
      let first = folded.origins[found.lowerBound]
      let last = folded.origins[found.upperBound - 1]
      hits.append(Hit(range: first.range.lowerBound..<last.range.upperBound, sentence: first.sentence))
      from = found.upperBound
    }
    return hits
  }

  /// Sentences in lower case; each byte has the range of its original character.
  private struct Folded {
    typealias Origin = (range: Range<Int>, sentence: Int)
    var bytes: [UInt8] = []
    var origins: [Origin] = []
    private var end = 0

    mutating func append(_ sentence: SentenceEntry) {
      let start = Int(sentence.range.utf8.start)
      var place = start
      // Chinese has no space between sentences.
      var isSpaceDue = !bytes.isEmpty && start > end
      for character in sentence.text {
        let range = place..<place + character.utf8.count
        place = range.upperBound
        if character.isWhitespace {
          isSpaceDue = !bytes.isEmpty
          continue
        }
        if isSpaceDue { put(UInt8(ascii: " "), (range.lowerBound..<range.lowerBound, Int(sentence.index))) }
        isSpaceDue = false
        for byte in character.lowercased().utf8 { put(byte, (range, Int(sentence.index))) }
      }
      end = place
    }

    private mutating func put(_ byte: UInt8, _ origin: Origin) {
      bytes.append(byte)
      origins.append(origin)
    }
  }
}
