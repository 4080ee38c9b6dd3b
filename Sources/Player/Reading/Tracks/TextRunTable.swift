package import Speech

/// The parts of sentences that are said in another way, by sentence: ten bytes for each part, eight for each such
/// sentence, and each way once.
package struct TextRunTable {
  private var sentences: [UInt32] = []
  /// The first part of each of those sentences.
  private var firsts: [UInt32] = []
  private var starts: [UInt32] = []
  private var ends: [UInt32] = []
  /// The index of each part's attributes.
  private var indices: [UInt16] = []
  private var attributes: [RunAttributes] = []
  private var known: [RunAttributes: Int] = [:]

  /// - Parameter sentence: the index of the sentence, larger than all before.
  package mutating func append(_ runs: [TextRun], of sentence: Int) {
    sentences.append(UInt32(sentence))
    firsts.append(UInt32(starts.count))
    for run in runs {
      let index = known[run.attributes] ?? attributes.count
      // What a text has in more ways is said as the rest of its sentence.
      guard index <= Int(UInt16.max) else { continue }
      if index == attributes.count {
        attributes.append(run.attributes)
        known[run.attributes] = index
      }
      indices.append(UInt16(index))
      starts.append(UInt32(clamping: run.utf8.lowerBound))
      ends.append(UInt32(clamping: run.utf8.upperBound))
    }
  }

  /// The parts of a sentence; empty if all of it is said in one way.
  package subscript(sentence: Int) -> [TextRun] {
    let index = firstIndex(from: sentence)
    guard index < sentences.count, sentences[index] == sentence else { return [] }
    return runs(at: index)
  }

  /// Iterates over the sentences of a range that have such parts, in order.
  package func forEach(in range: Range<Int>, _ body: (_ sentence: Int, [TextRun]) -> Void) {
    var index = firstIndex(from: range.lowerBound)
    while index < sentences.count, sentences[index] < range.upperBound {
      body(Int(sentences[index]), runs(at: index))
      index += 1
    }
  }

  private func firstIndex(from sentence: Int) -> Int { sentences.partitioningIndex { $0 >= sentence } }

  private func runs(at index: Int) -> [TextRun] {
    let end = index + 1 < firsts.count ? Int(firsts[index + 1]) : starts.count
    return (Int(firsts[index])..<end).map { part in
      TextRun(utf8: Int(starts[part])..<Int(ends[part]), attributes[Int(indices[part])])
    }
  }
}
