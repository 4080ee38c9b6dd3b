import DocumentWire
import DocumentWorkerKit
import Documents
import Linguistics
import Speech
import TextDecoding
import Vocabulary
import Wire

/// Reads plain text from its bytes to its sentences. The text is that of the file, decoded and without the sequences of
/// terminals and printers.
struct PlainTextReading: ~Copyable {
  /// The first read is small, so that the first sentence comes at once; further ones are large for speed.
  private static let firstRead = 4 << 10
  private static let furtherReads = 64 << 10
  /// Milliseconds of silence after which the text in a pipe is spoken as far as it goes: its writer waits for
  /// something.
  private static let silence: CInt = 500

  private let answer: DocumentSender
  private var sentences: SentenceStream
  private let languages: SentenceLanguages
  /// The language of the sentence rules.
  private var rules: String
  /// The text whose sentences have not been sent, and its first byte in the document.
  private var window: [UInt8] = []
  private var windowStart = 0
  /// Sentences with their languages that have not been sent.
  private var ready: [(sentence: SentenceRecord, language: String)] = []
  /// The language of the last paragraph, whose rules the next one probably follows.
  private var nextRules = ""
  /// The place up to which the text is split, and the start of the current paragraph.
  private var place = TextPlace.start
  private var paragraph: TextPlace?
  /// Text that was read but not sent.
  private var unsent: ArraySlice<UInt8> = []
  /// The paragraph's first bytes, for the title of a chapter.
  private var opening: [UInt8] = []

  /// Reads a short built-in text once, so that the first document finds all code and data in memory. That saves a third
  /// of the time to its first sentence.
  static func rehearse() {
    guard var sentences = try? SentenceStream(language: "") else { return }
    var decoder = EncodedText()
    var paragraphs = ParagraphSplitter()
    var text: [UInt8] = []
    let example = Array("So it is said. Is it?\n\nIt is.\n".utf8)
    guard (try? decoder.decode(example[...], isLast: false, into: &text)) != nil else { return }
    func take(_ part: ParagraphPart) {
      switch part {
      case .text(let text): sentences.append(text)
      case .spaces(let count): sentences.appendSpaces(count)
      case .end: sentences.endParagraph()
      }
    }
    paragraphs.split(text[...], take)
    paragraphs.finish(take)
    sentences.endParagraph()
    let order = DocumentOrder(format: .text, language: "en", languages: .free)
    _ = SentenceLanguages(order).spans(of: text)
    _ = DocumentAnswer.text(firstByte: 0, text).encoded(request: 0)
    _ = DocumentAnswer.description(DocumentDescription()).encoded(request: 0)
    _ = DocumentAnswer.chapter(Chapter(index: 0, title: "")).encoded(request: 0)
    _ = DocumentAnswer.sentences(first: 0, language: "", sentences.takeSentences()).encoded(request: 0)
  }

  /// - Returns: the bytes of the text.
  static func run(
    _ source: inout DocumentSource, _ order: DocumentOrder, _ answer: DocumentSender
  ) throws(Trouble) -> Int {
    var reading = try PlainTextReading(order, answer)
    answer.send(DocumentDescription())
    var decoder = EncodedText()
    var printed = PrintedText()
    var paragraphs = ParagraphSplitter()
    var buffer = [UInt8](repeating: 0, count: furtherReads)
    var limit = firstRead
    while true {
      if paragraphs.isWithinParagraph || !printed.isPlain, source.isSilent(for: silence) {
        reading.split(printed.flush(), with: &paragraphs)
        if paragraphs.isWithinParagraph { paragraphs.endPiece { part in reading.take(part) } }
        reading.sendFound()
      }
      let count = try source.read(into: &buffer, atMost: limit)
      limit = furtherReads
      var text: [UInt8] = []
      try decoder.decode(buffer[..<count], isLast: count == 0, into: &text)
      var clean = printed.take(text[...])
      // Only a text in which something was taken out may take out more of this line.
      if count == 0 || printed.isPlain { clean += printed.flush() }
      reading.split(clean, with: &paragraphs)
      if count == 0 {
        paragraphs.finish { part in reading.take(part) }
        reading.sentences.endParagraph()
      }
      reading.sendFound()
      if count == 0 { break }
    }
    return try answer.total()
  }

  private mutating func split(_ text: [UInt8], with paragraphs: inout ParagraphSplitter) {
    if place == .start { findRules(text) }
    unsent += text
    paragraphs.split(text[...]) { part in take(part) }
  }

  private mutating func sendFound() {
    beginFirstChapter()
    assign(sentences.takeSentences())
    sendText()
    sendReady(ready.count)
  }

  private init(_ order: DocumentOrder, _ answer: DocumentSender) throws(Trouble) {
    self.answer = answer
    languages = SentenceLanguages(order)
    rules = order.language
    do throws(LinguisticsError) {
      sentences = try SentenceStream(language: order.language)
    } catch {
      throw Trouble(.engine, error.detail)
    }
  }

  private mutating func take(_ part: ParagraphPart) {
    switch part {
    case .text(let text):
      if paragraph == nil { paragraph = place }
      opening += text.prefix(max(0, Chapter.maximumTitle - opening.count))
      place = place.after(text)
      window += text
      sentences.append(text)
    case .spaces(let count):
      window += repeatElement(0x20, count: count)
      place = place + TextPlace(scalars: count, utf8: count, utf16: count)
      if paragraph != nil { opening.append(0x20) }
      sentences.appendSpaces(count)
    case .end(let isHeading, let isChapter):
      sentences.endParagraph(as: isHeading ? .heading : .paragraph)
      assign(sentences.takeSentences())
      if isChapter { beginChapter() }
      useRules(of: nextRules)
      window.removeAll(keepingCapacity: true)
      windowStart = place.utf8
      paragraph = nil
      opening = []
    }
  }

  /// Begins a chapter with the paragraph that has just ended, its heading. The text before the first heading is a
  /// chapter, too.
  private mutating func beginChapter() {
    guard let start = paragraph, answer.lastSentenceEnd <= start.utf8, answer.chapters < Chapter.maximumCount - 1 else {
      return
    }
    let before = ready.prefix { $0.sentence.span.utf8.upperBound <= start.utf8 }.count
    let title = String(decoding: opening, as: UTF8.self)
    // Text after this place belongs to the next chapter.
    sendText(upTo: start.utf8)
    if before > 0 || answer.chapters > 0 {
      beginFirstChapter()
      sendReady(before)
      answer.send(Chapter(index: 0, title: title, start: start))
    } else {
      // The text before the heading has nothing that can be spoken.
      answer.send(Chapter(index: 0, title: title))
    }
    sendText(upTo: place.utf8)
    sendReady(ready.count)
  }

  // MARK: Languages

  /// The sentence rules are those of the language with which the text begins.
  private mutating func findRules(_ text: [UInt8]) {
    // A character that the prefix divides becomes U+FFFD, which is no letter.
    let beginning = String(decoding: text.prefix(Self.firstRead), as: UTF8.self)
    useRules(of: SentenceLanguages.main(of: languages.spans(of: Array(beginning.utf8))))
  }

  private mutating func useRules(of language: String) {
    guard !language.isEmpty, language != rules else { return }
    rules = language
    // ICU's general rules serve a language without rules of its own; nothing else can fail.
    try? sentences.change(language: language)
  }

  /// Finds the languages of the next sentences, which are of one paragraph.
  private mutating func assign(_ found: [SentenceRecord]) {
    guard let first = found.first, let last = found.last else { return }
    let start = first.span.utf8.lowerBound
    let spans = languages.spans(of: Array(window[start - windowStart..<last.span.utf8.upperBound - windowStart]))
    for var sentence in found {
      let place = sentence.span.utf8.lowerBound - start..<sentence.span.utf8.upperBound - start
      let (language, runs) = languages.language(of: place, in: spans, own: languages.base)
      sentence.runs = runs
      ready.append((sentence, language))
    }
    nextRules = spans.isEmpty ? languages.base : SentenceLanguages.main(of: spans)
    window.removeFirst(last.span.utf8.upperBound - windowStart)
    windowStart = last.span.utf8.upperBound
  }

  /// Sends the first sentences whose languages are known.
  private mutating func sendReady(_ count: Int) {
    var rest = ready.prefix(count)
    ready.removeFirst(count)
    while let language = rest.first?.language {
      let batch = rest.prefix { $0.language == language }
      rest = rest.dropFirst(batch.count)
      answer.send(sentences: batch.map(\.sentence), language: language)
    }
  }

  private mutating func sendText(upTo end: Int = .max) {
    guard end > answer.bytes else { return }
    let part = unsent.prefix(end - answer.bytes)
    unsent = unsent.dropFirst(part.count)
    answer.send(text: Array(part))
  }

  private mutating func beginFirstChapter() {
    if answer.chapters == 0 { answer.send(Chapter(index: 0, title: "")) }
  }
}
