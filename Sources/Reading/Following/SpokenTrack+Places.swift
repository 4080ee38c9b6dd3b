import Documents
import EventLoop
import Playback
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

  /// A place for the next run, in which the lengths before it may be estimates again: with a scalar, unless it is one of
  /// a recording or of text that has not been read.
  func lasting(_ place: KeptPlace) -> KeptPlace {
    guard place.scalar == nil, place.microseconds > 0, !isRecording, sentenceCount > 0 else { return place }
    let there = timeline.place(at: Frame(microseconds: place.microseconds, at: timeline.sampleRate))
    return KeptPlace(microseconds: place.microseconds, scalar: scalar(of: there))
  }

  /// The scalar of a place: near the beginning of its word as far as lengths tell it; in a silence, that between the two
  /// sentences. `nil` if it is not known.
  func scalar(of place: Timeline.Place) -> Int? {
    guard !isRecording, sentenceCount > 0 else { return nil }
    switch place {
    case .leadingDelay: return span(of: 0).scalars.lowerBound
    case .sentence(let sentence, let offset):
      return span(of: sentence).scalars.lowerBound + scalars(before: offset, in: sentence)
    case .gap(let sentence, _): return span(of: sentence).end.scalars
    case .trailingDelay: return span(of: sentenceCount - 1).end.scalars
    case .end: return timeline.isComplete ? span(of: sentenceCount - 1).end.scalars : nil
    }
  }

  /// The scalars before the word at an offset of a sentence, if all scalars take the same time.
  private func scalars(before offset: Frame, in sentence: Int) -> Int {
    let length = timeline.frame(of: .gap(after: sentence, offset: 0)) - timeline.start(of: sentence)
    let scalars = Array(String(decoding: text(of: sentence), as: UTF8.self).unicodeScalars)
    guard length > 0 else { return 0 }
    let part = Double(min(max(0, offset), length)) / Double(length)
    let before = scalars.prefix(Int(part * Double(scalars.count)))
    return before.lastIndex { $0.properties.isWhitespace }.map { $0 + 1 } ?? 0
  }
}
