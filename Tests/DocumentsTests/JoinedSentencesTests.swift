import Documents
import Speech
import Testing

struct JoinedSentencesTests {
  /// The reported sentences for a number of equally long ones with a space between them, in batches.
  private func told(_ count: Int, length: Int, batch: Int) -> [SentenceRecord] {
    var told: [SentenceRecord] = []
    var next = 0
    while next < count {
      let found = (next..<min(next + batch, count)).map { index in
        let range = index * (length + 1)..<index * (length + 1) + length
        return SentenceRecord(span: TextSpan(scalars: range, utf8: range, utf16: range), flags: .endsParagraph)
      }
      told += JoinedSentences.of(found, behind: told.count)
      next += batch
    }
    return told
  }

  @Test func aLongBookIsToldAsItIs() {
    #expect(told(150_000, length: 40, batch: 800).count == 150_000)
  }

  @Test(arguments: [1, 3, 10]) func shortSentencesWithoutEndAreToldTogether(length: Int) {
    let count = 400_000
    let told = told(count, length: length, batch: 9000)
    let bytes = count * (length + 1)
    #expect(told.count < JoinedSentences.usualCount + bytes / JoinedSentences.shortAverage + count / 9000)
    // No text is lost, and no sentence becomes too long to be spoken.
    #expect(told.allSatisfy { $0.span.utf8.count <= JoinedSentences.longest })
    #expect(told.allSatisfy { $0.flags == .endsParagraph && $0.span.utf8 == $0.span.scalars })
    for (sentence, next) in zip(told, told.dropFirst()) {
      guard sentence.span.utf8.upperBound + 1 != next.span.utf8.lowerBound else { continue }
      Issue.record("\(sentence.span.utf8) is followed by \(next.span.utf8)")
    }
    #expect(told.last?.span.utf8.upperBound == bytes - 1)
  }

  @Test func joinedSentencesKeepTheirLanguages() {
    let sentences = [0..<4, 5..<9].map { range in
      SentenceRecord(
        span: TextSpan(scalars: range, utf8: range, utf16: range), runs: [LanguageSpan(utf8: 1..<3, tag: "de")])
    }
    let told = JoinedSentences.of(sentences, behind: JoinedSentences.usualCount + 1)
    #expect(told.map(\.span.utf8) == [0..<9])
    #expect(told.first?.runs == [LanguageSpan(utf8: 1..<3, tag: "de"), LanguageSpan(utf8: 6..<8, tag: "de")])
  }
}
