package import Speech

/// The parts of sentences that other voices speak, by sentence: nine bytes for each part, eight for each such sentence.
package struct VoiceSpanTable {
  private var sentences: [UInt32] = []
  /// The first part of each of those sentences.
  private var firsts: [UInt32] = []
  private var starts: [UInt32] = []
  private var ends: [UInt32] = []
  /// The index of each part's voice.
  private var indices: [UInt8] = []
  private var voices: [VoiceID] = []

  /// - Parameter sentence: the index of the sentence, larger than all before.
  package mutating func append(_ spans: [VoiceSpan], of sentence: Int) {
    sentences.append(UInt32(sentence))
    firsts.append(UInt32(starts.count))
    for span in spans {
      let index = voices.firstIndex(of: span.voice) ?? voices.count
      // A text of more languages is read by the sentence's own voice.
      guard index <= Int(UInt8.max) else { continue }
      if index == voices.count { voices.append(span.voice) }
      indices.append(UInt8(index))
      starts.append(UInt32(clamping: span.utf8.lowerBound))
      ends.append(UInt32(clamping: span.utf8.upperBound))
    }
  }

  /// The parts of a sentence; empty if its own voice speaks all of it.
  package subscript(sentence: Int) -> [VoiceSpan] {
    let index = firstIndex(from: sentence)
    guard index < sentences.count, sentences[index] == sentence else { return [] }
    return spans(at: index)
  }

  /// Iterates over the sentences of a range that have such parts, in order.
  package func forEach(in range: Range<Int>, _ body: (_ sentence: Int, [VoiceSpan]) -> Void) {
    var index = firstIndex(from: range.lowerBound)
    while index < sentences.count, sentences[index] < range.upperBound {
      body(Int(sentences[index]), spans(at: index))
      index += 1
    }
  }

  private func firstIndex(from sentence: Int) -> Int { sentences.partitioningIndex { $0 >= sentence } }

  private func spans(at index: Int) -> [VoiceSpan] {
    let end = index + 1 < firsts.count ? Int(firsts[index + 1]) : starts.count
    return (Int(firsts[index])..<end).map { part in
      VoiceSpan(utf8: Int(starts[part])..<Int(ends[part]), voice: voices[Int(indices[part])])
    }
  }
}
