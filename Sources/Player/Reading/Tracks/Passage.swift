package import Documents
package import EventLoop
import Playback
package import Speech
package import Vocabulary

/// A text with its sentences, as far as it was read. Sentences are appended in order and never change.
///
/// It is one object, since its tables may be large: they are never copied, and contents hand it on as a whole.
@Core
package final class Passage {
  /// The text itself.
  package private(set) var text = SpokenText()
  private var sentences = SentenceTable()
  /// False if a sentence stands in the text before one that precedes it here.
  private var isInOrder = true
  /// The voice of sentences that have no other.
  private let standard: VoiceConfiguration
  /// The sentences at which the voice changes, in order.
  private var voices: [(sentence: Int, voice: VoiceConfiguration)] = []
  /// The numbers of list items, by the first sentence of the item.
  package private(set) var ordinals: [Int: UInt16] = [:]
  /// The cells of table rows.
  package private(set) var cells = CellTable()
  /// The parts of sentences that other voices speak.
  package private(set) var spans = TextRunTable()
  /// The starts of printed pages in the text.
  package private(set) var pages: [PageMark] = []

  /// An empty text, whose sentences `voice` speaks unless they have another one.
  package init(voice: VoiceConfiguration) { standard = voice }

  // MARK: Reading it in

  /// Adds text at the end.
  func append(text chunk: [UInt8]) { text.append(chunk) }

  /// Removes the end of the text, which belongs to the next chapter.
  func cutText(from start: Int) -> [UInt8] { text.cut(from: start) }

  /// Adds the start of a page.
  func append(_ page: PageMark) { pages.append(page) }

  /// The next sentences are spoken by a voice; `nil`: the usual one.
  func speak(with voice: VoiceConfiguration?) {
    let voice = voice ?? standard
    if voice != (voices.last?.voice ?? standard) { voices.append((sentences.count, voice)) }
  }

  /// Adds a sentence.
  ///
  /// - Parameters:
  ///   - voice: its voice.
  ///   - choice: the voices for parts in other languages; `nil` if `voice` speaks everything.
  func append(_ sentence: SentenceRecord, _ voice: VoiceConfiguration? = nil, _ choice: VoiceChoice? = nil) {
    if sentence.ordinal > 0 { ordinals[sentences.count] = sentence.ordinal }
    if !sentence.cells.isEmpty { cells.append(sentence.cells, of: sentences.count) }
    if !sentence.runs.isEmpty, let parts = choice?.spans(of: sentence.runs, beside: voice ?? standard), !parts.isEmpty {
      spans.append(parts, of: sentences.count)
    }
    note(sentence)
    sentences.append(sentence)
  }

  /// Notes if a sentence that is about to be added stands before the last one.
  private func note(_ sentence: SentenceRecord) {
    let last = sentences.count - 1
    if last >= 0, sentence.span.scalars.lowerBound < span(of: last).scalars.lowerBound { isInOrder = false }
  }

  /// Some of its sentences with their text, as a text of their own that begins with the first of them.
  ///
  /// - Parameter range: not empty. It has nothing but sentences.
  func excerpt(_ range: Range<Int>) -> Passage {
    let excerpt = Passage(voice: standard)
    let origin = span(of: range.lowerBound).start
    excerpt.append(text: text.bytes(origin.utf8..<span(of: range.upperBound - 1).end.utf8))
    var index = range.lowerBound
    sentences.forEach(in: range) { sentence in
      var sentence = sentence
      sentence.span = sentence.span.relative(to: origin)
      excerpt.speak(with: voice(of: index))
      excerpt.sentences.append(sentence)
      index += 1
    }
    return excerpt
  }

  /// The same text with its sentences in another order.
  ///
  /// - Parameter order: the index of each sentence, once.
  func arranged(_ order: [Int]) -> Passage {
    let arranged = Passage(voice: standard)
    for piece in text.pieces { arranged.append(text: piece) }
    arranged.pages = pages
    for sentence in order {
      arranged.speak(with: voice(of: sentence))
      let place = arranged.sentences.count
      arranged.ordinals[place] = ordinals[sentence]
      if !cells[sentence].isEmpty { arranged.cells.append(cells[sentence], of: place) }
      if !spans[sentence].isEmpty { arranged.spans.append(spans[sentence], of: place) }
      arranged.note(sentences[sentence])
      arranged.sentences.append(sentences[sentence])
    }
    return arranged
  }

  // MARK: Sentences

  /// The number of sentences that were read so far.
  package var sentenceCount: Int { sentences.count }

  /// The span of a sentence in the original text.
  package func span(of sentence: Int) -> TextSpan { sentences[sentence].span }

  /// The UTF-8 text of a sentence.
  package func text(of sentence: Int) -> [UInt8] { text.bytes(span(of: sentence).utf8) }

  /// The block of a sentence.
  package func block(of sentence: Int) -> BlockClass { sentences[sentence].block }

  /// True if a sentence is only a piece that the next one continues.
  package func continues(_ sentence: Int) -> Bool { sentences[sentence].flags.contains(.continues) }

  /// The first sentence that meets a condition which all later ones meet too; `nil` if none is known.
  ///
  /// Later in the text, that is: phrases may be heard in another order.
  package func firstSentence(where condition: (TextSpan) -> Bool) -> Int? {
    guard isInOrder else {
      let found = (0..<sentences.count).filter { condition(span(of: $0)) }
      return found.min { span(of: $0).scalars.lowerBound < span(of: $1).scalars.lowerBound }
    }
    let found = (0..<sentences.count).partitioningIndex { condition(span(of: $0)) }
    return found < sentences.count ? found : nil
  }

  /// Iterates over sentences in order, faster than by index.
  package func forEachSpan(of range: Range<Int>, _ body: (TextSpan) -> Void) {
    sentences.forEach(in: range) { body($0.span) }
  }

  // MARK: Voices

  /// The voice of a sentence.
  package func voice(of sentence: Int) -> VoiceConfiguration {
    let index = voices.partitioningIndex { $0.sentence > sentence }
    return index > 0 ? voices[index - 1].voice : standard
  }

  /// The voices with their sentences, in order.
  package var voiceRuns: [(voice: VoiceConfiguration, sentences: Range<Int>)] {
    let changes = (voices.first?.sentence == 0 ? [] : [(sentence: 0, voice: standard)]) + voices
    return changes.indices.compactMap { index in
      let end = index + 1 < changes.count ? changes[index + 1].sentence : sentences.count
      let range = changes[index].sentence..<max(changes[index].sentence, end)
      return range.isEmpty ? nil : (changes[index].voice, range)
    }
  }

  // MARK: Places

  /// A title for a text without one: its beginning, on one line.
  package func opening(limit: Int) -> String {
    guard sentences.count > 0 else { return "" }
    // The cut may split a character, whose rest becomes U+FFFD and is removed.
    let start = span(of: 0).utf8.lowerBound
    let bytes = text.bytes(start..<start + limit * 8)
    let beginning = Line.clean(String(decoding: bytes, as: UTF8.self).filter { $0 != "\u{FFFD}" }, limit: .max)
    var title = ""
    for word in beginning.split(whereSeparator: \.isWhitespace) {
      guard title.count + word.count < limit else {
        return (title.isEmpty ? String(word.prefix(limit)) : title) + "…"
      }
      title += title.isEmpty ? String(word) : " " + word
    }
    return title
  }

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
}
