public import DocumentWire
import Documents
import LanguageFinding
public import Speech
import Vocabulary
import Wire

/// Assigns their languages to the sentences of a document: those that the document declares and, if they may choose
/// voices, those that its text shows.
public final class SentenceLanguages {
  private let mode: LanguageMode
  /// The language of a document that declares none.
  private let fallback: String
  private var document = ""
  private var runs: LanguageRuns

  // The process has one thread.
  private nonisolated(unsafe) static let finder = LanguageFinder()

  /// Loads what is needed to find languages; to be called before the process is confined.
  public static func prepare() { finder.prepare() }

  /// The languages of a document that is read by this order.
  public init(_ order: DocumentOrder) {
    mode = order.languages
    fallback = order.language
    runs = LanguageRuns(surrounding: "", desktop: order.language)
  }

  /// Notes the language that the document declares; empty for none.
  public func describe(_ language: String) {
    document = language
    runs.surrounding = LanguageTag.clean(language)
  }

  /// The language of text that says nothing else; empty if it is unknown.
  public var base: String { document.isEmpty ? fallback : document }

  /// The parts of a block, or of some sentences of one, in their languages. They cover the text, or are empty if its
  /// language is that of the block.
  ///
  /// - Parameters:
  ///   - language: that of the block, as the document declares it; empty for the document's.
  ///   - declared: the parts that the document declares to be in other languages.
  public func spans(of text: [UInt8], in language: String = "", declared: [LanguageSpan] = []) -> [LanguageSpan] {
    let own = language.isEmpty ? base : language
    switch mode {
    case .one: return []
    case .declared:
      let spans = runs.spans(of: text, in: own, declared: declared)
      return spans.count == 1 && spans[0].tag == own ? [] : spans
    case .free:
      // The tag of a block is that of a part of the document.
      let isPart = !language.isEmpty && !same(language, document)
      let spans = runs.spans(
        of: text, declared: isPart ? covering(text.count, declared, language) : declared,
        confirm: { Self.finder.letters(of: $0, ifIn: $1) }, detect: Self.finder.language)
      return spans.count == 1 && spans[0].tag == own ? [] : spans
    }
  }

  /// The language with the most text of these parts; empty if there are none.
  public static func main(of spans: [LanguageSpan]) -> String {
    var sizes: [String: Int] = [:]
    for span in spans { sizes[span.tag, default: 0] += span.utf8.count }
    return sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }

  /// The language of a sentence, and its parts in other languages.
  ///
  /// - Parameters:
  ///   - range: the bytes of the sentence in the text of `spans`.
  ///   - own: the language of the text around it.
  public func language(
    of range: Range<Int>, in spans: [LanguageSpan], own: String
  ) -> (language: String, runs: [LanguageSpan]) {
    guard !spans.isEmpty else { return (told(own), []) }
    if spans.count == 1 { return (told(same(spans[0].tag, own) ? own : spans[0].tag), []) }
    let parts = spans.within(range)
    let main = parts.contains { same($0.tag, own) } ? own : Self.main(of: parts)
    let others = parts.filter { !$0.tag.isEmpty && !same($0.tag, main) }
    return (told(main), Array(others.prefix(SentenceRecord.mostRuns)))
  }

  /// The language as it is told: empty for the document's, and for a less exact tag of it.
  private func told(_ language: String) -> String {
    if lastTold.language != language || lastTold.base != base {
      lastTold = (language, base, language.isEmpty || same(language, base) ? "" : language)
    }
    return lastTold.told
  }

  /// The last answer of `told`: nearly all sentences of a document are in one language.
  private var lastTold = (language: "", base: "", told: "")

  /// True for the same language, or a less exact tag of it.
  private func same(_ language: String, _ known: String) -> Bool {
    if language == known { return true }
    return "\(known)-".lowercased().hasPrefix("\(language)-".lowercased())
  }

  private func covering(_ count: Int, _ declared: [LanguageSpan], _ own: String) -> [LanguageSpan] {
    var spans: [LanguageSpan] = []
    var end = 0
    for span in declared where span.utf8.lowerBound >= end && span.utf8.upperBound <= count {
      if end < span.utf8.lowerBound { spans.append(LanguageSpan(utf8: end..<span.utf8.lowerBound, tag: own)) }
      spans.append(span)
      end = span.utf8.upperBound
    }
    if end < count { spans.append(LanguageSpan(utf8: end..<count, tag: own)) }
    return spans
  }
}
