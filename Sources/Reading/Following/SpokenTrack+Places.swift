import Documents
import EventLoop
import Speech
package import Vocabulary

// Places of a text, for clients that show it.
extension SpokenTrack {
  /// The place of the next letter or digit in a sentence after one of its words.
  func nextLetter(behind word: WordMark, of sentence: Int) -> TextPlace? {
    let span = span(of: sentence)
    var place = TextPlace(
      scalars: span.scalars.lowerBound + word.span.scalars.upperBound,
      utf8: span.utf8.lowerBound + word.span.utf8.upperBound,
      utf16: span.utf16.lowerBound + word.span.utf16.upperBound)
    guard place.utf8 < span.utf8.upperBound else { return nil }
    for scalar in String(decoding: text.bytes(place.utf8..<span.utf8.upperBound), as: UTF8.self).unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return place }
      place = place.after(scalar)
    }
    return nil
  }

  /// The first sentence of a sentence's block.
  package func blockStart(of sentence: Int) -> Int {
    var start = min(sentence, max(0, sentenceCount - 1))
    while start > 0, !timeline.endsParagraph(start - 1) { start -= 1 }
    return start
  }

  /// The sentence with a place of the text, or the first one after it; `nil` while it is unknown.
  package func sentence(at place: UInt32, in unit: CountingUnit) -> Int? {
    firstSentence { $0.end.counted(in: unit) > place }
  }
}
