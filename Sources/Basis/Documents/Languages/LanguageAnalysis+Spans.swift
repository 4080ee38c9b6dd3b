import Speech

/// From the words' languages to spans without holes.
extension LanguageAnalysis {
  /// Spans that cover the text. Marks, digits and spaces have the language of their sentence, a quotation's marks that
  /// of the quotation. None of them is a span of its own.
  func spans() -> [LanguageSpan] {
    var spans: [LanguageSpan] = []
    for segment in outline.segments {
      guard !segment.words.isEmpty else {
        // Marks or digits alone belong to what is before them.
        append(segment.utf8, spans.last?.tag ?? "", to: &spans)
        continue
      }
      append(segment, to: &spans)
    }
    // Marks at the beginning belong to what follows.
    if spans.first?.tag == "" { spans[0].tag = spans.count > 1 ? spans[1].tag : groupTags.first ?? surroundings.base }
    return spans.joined()
  }

  private func append(_ segment: TextSegment, to spans: inout [LanguageSpan]) {
    let around = groupTags[segment.group]
    var place = segment.utf8.lowerBound
    var previous: Int?
    for index in segment.words {
      let word = outline.words[index].utf8
      let tag = wordTags[index]
      // The gap before the word.
      let border: Int
      if let previous, wordTags[previous] != tag {
        border = borderOfGap(place..<word.lowerBound, previous, index, around: around)
        append(place..<border, wordTags[previous], to: &spans)
      } else if previous == nil, tag != around, hasDigit(place..<word.lowerBound) {
        border = word.lowerBound
        append(place..<border, around, to: &spans)
      } else {
        border = place
      }
      append(border..<word.upperBound, tag, to: &spans)
      place = word.upperBound
      previous = index
    }
    let rest = place..<segment.utf8.upperBound
    guard let previous, !rest.isEmpty else { return }
    append(rest, hasDigit(rest) ? around : wordTags[previous], to: &spans)
  }

  /// The place in a gap between two languages up to which it belongs to the first: an element's marks are the
  /// element's, everything else is the sentence's.
  private func borderOfGap(_ gap: Range<Int>, _ first: Int, _ second: Int, around: String) -> Int {
    if let index = outline.words[second].declared, wordTags[second] == declared[index].tag {
      let start = declared[index].utf8.lowerBound
      if gap.contains(start) { return start }
    }
    if let index = outline.words[first].declared, wordTags[first] == declared[index].tag {
      let end = declared[index].utf8.upperBound
      if gap.contains(end) { return end }
    }
    return wordTags[second] == around && wordTags[first] != around ? gap.lowerBound : gap.upperBound
  }

  private func hasDigit(_ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      let (scalar, length) = text.scalar(at: place)
      if scalar.isDigit { return true }
      place += length
    }
    return false
  }

  private func append(_ range: Range<Int>, _ tag: String, to spans: inout [LanguageSpan]) {
    guard !range.isEmpty else { return }
    if let last = spans.last, last.tag == tag {
      spans[spans.count - 1].utf8 = last.utf8.lowerBound..<range.upperBound
    } else {
      spans.append(LanguageSpan(utf8: range, tag: tag))
    }
  }
}
