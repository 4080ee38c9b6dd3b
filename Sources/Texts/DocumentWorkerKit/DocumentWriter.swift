public import DocumentWire
public import Documents
import Linguistics
import Speech
public import Vocabulary
import Wire

/// Makes one text of a document's parts, finds its sentences and sends both.
///
/// Blocks are separated by an empty line and otherwise unchanged.
public final class DocumentWriter {
  /// Bytes of text per message. The first sentence is sent at once.
  private static let batch = 24 << 10

  private let answer: DocumentSender
  private var sentences: SentenceStream
  private let languages: SentenceLanguages
  private var documentLanguage = ""
  /// The language of the sentence rules.
  private var rules: String
  /// The language of the waiting sentences; empty for the document's.
  private var language = ""
  private var waitingText: [UInt8] = []
  private var waitingSentences: [SentenceRecord] = []
  private var waitingTimes: [SentenceTime] = []
  private var place = TextPlace.start
  private var needsSeparator = false
  /// Pages of the current block.
  private var pages: [PageMark] = []

  /// - Parameter order: it names the language of a document that declares none.
  public init(_ answer: DocumentSender, _ order: DocumentOrder) throws(Trouble) {
    self.answer = answer
    languages = SentenceLanguages(order)
    rules = order.language
    do throws(LinguisticsError) {
      sentences = try SentenceStream(language: order.language)
    } catch {
      throw Trouble(.engine, error.detail)
    }
  }

  /// Takes the next part.
  public func take(_ part: DocumentPart) {
    switch part {
    case .description(let description):
      answer.send(description)
      documentLanguage = description.language
      languages.describe(documentLanguage)
    case .cover(let image): answer.send(image)
    case .chapter(let heading):
      separate()
      flush()
      answer.send(
        Chapter(
          index: 0, title: heading.title, level: heading.level, number: heading.number,
          language: isOther(heading.language) ? heading.language : "", anchor: heading.anchor, start: place))
    case .failed(let error):
      flush()
      answer.sendChapterFailed(error)
    case .block(let block): take(block)
    }
  }

  /// Runs `body`, which reads a document. Text that was read before an error is sent before the error.
  public func write(_ body: (DocumentWriter) throws(Trouble) -> Void) throws(Trouble) -> Int {
    do throws(Trouble) {
      try body(self)
    } catch {
      flush()
      throw error
    }
    return try finish()
  }

  /// Sends the rest.
  ///
  /// - Returns: the bytes of the text.
  private func finish() throws(Trouble) -> Int {
    flush()
    return try answer.total()
  }

  /// Sends the waiting text and sentences.
  public func flush() {
    answer.send(text: waitingText)
    waitingText.removeAll(keepingCapacity: true)
    answer.send(sentences: waitingSentences, language: language)
    waitingSentences.removeAll(keepingCapacity: true)
    answer.send(times: waitingTimes)
    waitingTimes.removeAll(keepingCapacity: true)
  }

  private func take(_ block: Block) {
    separate()
    let start = place
    let spans = languages.spans(of: block.text, in: block.language, declared: block.spans)
    let main = SentenceLanguages.main(of: spans)
    let own = block.language.isEmpty ? languages.base : block.language
    useRules(of: main.isEmpty ? own : main)
    var done = 0
    for page in block.pages {
      let offset = min(max(page.offset, done), block.text.count)
      place = place.after(block.text[done..<offset])
      done = offset
      pages.append(PageMark(label: page.label, start: place))
    }
    place = place.after(block.text[done...])
    assert(place.utf8 == start.utf8 + block.text.count)
    waitingText += block.text
    sentences.append(block.text)
    sentences.endParagraph(as: block.kind)
    var found = sentences.takeSentences()
    if block.time != nil { found = TimedBlock.sentences(found) }
    for (index, sentence) in found.enumerated() {
      var sentence = sentence
      let span = sentence.span.utf8
      let range = max(0, span.lowerBound - start.utf8)..<max(0, span.upperBound - start.utf8)
      if index == 0, block.ordinal > 0 { sentence.ordinal = UInt16(clamping: block.ordinal) }
      if !block.cells.isEmpty { sentence.cells = block.cells.within(range) }
      let (language, runs) = languages.language(of: range, in: spans, own: own)
      sentence.runs = runs
      if language != self.language {
        flush()
        self.language = language
      }
      waitingSentences.append(sentence)
    }
    if let time = block.time { waitingTimes += TimedBlock.times(of: found.map(\.span.utf8), time, from: start.utf8) }
    needsSeparator = true
    let isFirst = answer.sentences == 0 && !waitingSentences.isEmpty
    if isFirst || waitingText.count >= Self.batch || !pages.isEmpty { flush() }
    for page in pages { answer.send(page) }
    pages = []
  }

  /// False for the document's language and for a less exact tag of it.
  private func isOther(_ language: String) -> Bool {
    !language.isEmpty && !"\(documentLanguage)-".lowercased().hasPrefix("\(language.lowercased())-")
  }

  private func separate() {
    guard needsSeparator else { return }
    needsSeparator = false
    waitingText += [0x0A, 0x0A]
    place = place + TextPlace(scalars: 2, utf8: 2, utf16: 2)
    sentences.appendSpaces(2)
  }

  private func useRules(of language: String) {
    guard language != rules else { return }
    rules = language
    // ICU's general rules serve a language without rules of its own; nothing else can fail.
    try? sentences.change(language: language)
  }
}
