import AloudAPI
package import CommandOutput
package import Configuration
import DirectReading
import Documents
import EventLoop
import Speech
package import Study
import Vocabulary
import Workers

/// A text with its translation, one sentence after another: a page that names the language of each.
package struct BilingualText {
  /// A document on its way into it.
  package struct Source {
    /// Remains owned by the caller.
    var descriptor: CInt
    /// The name; its ending helps to recognise the format.
    var name: String
    /// The language of a document that names none; `nil`: it is found.
    var language: String?

    /// The value from its parts.
    package init(_ descriptor: CInt, name: String, language: String?) {
      (self.descriptor, self.name, self.language) = (descriptor, name, language)
    }
  }

  /// The page, as HTML.
  package let page: [UInt8]
  /// The title of the text; empty if it has none.
  package let title: String
  /// The language of the text (BCP 47).
  package let language: String
  /// The parts that do not match, in words for people.
  package let remarks: [String]

  /// Reads both texts, and joins their sentences.
  ///
  /// - Parameters:
  ///   - place: the place of the translation.
  ///   - task: completes "cannot …".
  ///   - settings: reads the user's settings, which determine the usual language.
  @Core
  package static func make(
    _ text: Source, _ translation: Source, _ place: TranslationPlace, task: String,
    settings: @Core () async throws(Failure) -> Settings
  ) async throws(Failure) -> BilingualText {
    let (original, language) = try await read(text, task: task, settings: settings)
    let (other, otherLanguage) = try await read(translation, task: task, settings: settings)
    guard !otherLanguage.isEmpty else {
      throw Failure(
        .usage, "cannot \(task): the language of '\(translation.name)' is not known", cure: "--with-lang de")
    }
    guard language.prefix(while: { $0 != "-" }) != otherLanguage.prefix(while: { $0 != "-" }) else {
      throw Failure(
        .usage, "cannot \(task): both texts are in one language (\(otherLanguage))",
        cure: "--lang and --with-lang tell what they are in")
    }
    let pairing = SentencePairing(original.paragraphs, other.paragraphs)
    var page = "<html lang=\"\(language)\"><head><title></title></head><body><main><article>\n"
    func add(_ sentences: Range<Int>, of book: Book, in language: String) {
      for sentence in sentences {
        page += "<p lang=\"\(language)\">\(escaped(book.line(book.sentences[sentence].bytes)))</p>\n"
      }
    }
    for pair in pairing.pairs {
      if place == .before { add(pair.translation, of: other, in: otherLanguage) }
      add(pair.text, of: original, in: language)
      if place != .before { add(pair.translation, of: other, in: otherLanguage) }
    }
    page += "</article></main></body></html>\n"
    return BilingualText(
      page: Array(page.utf8), title: original.description.title, language: language,
      remarks: remarks(pairing, translation.name))
  }

  /// A text, and the language of most of it (BCP 47); empty if that is not known.
  @Core
  private static func read(
    _ source: Source, task: String, settings: @Core () async throws(Failure) -> Settings
  ) async throws(Failure) -> (Book, String) {
    let choice = try await EngineChoosing().choose(
      SpeakOptions(language: source.language), task: task, settings: settings)
    defer { choice.engine.release() }
    do throws(Trouble) {
      let book = try await BookReading(voices: choice.voices).read(
        source.descriptor, name: source.name, language: source.language ?? "")
      var scalars: [String: Int] = [:]
      for sentence in book.sentences where book.languages.indices.contains(sentence.language) {
        scalars[book.languages[sentence.language], default: 0] += sentence.scalars
      }
      let found = scalars.filter { !$0.key.isEmpty }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      return (book, LanguageTag.clean(source.language ?? found ?? choice.language))
    } catch {
      throw Failure(error, task: task)
    }
  }

  private static func remarks(_ pairing: SentencePairing, _ name: String) -> [String] {
    var remarks: [String] = []
    if !pairing.uneven.isEmpty {
      let numbers = pairing.uneven.prefix(8).map { "\($0 + 1)" }.joined(separator: ", ")
      let more = pairing.uneven.count > 8 ? " …" : ""
      remarks.append("joined as a whole, since they have other numbers of sentences: paragraphs \(numbers)\(more)")
    }
    if pairing.alone > 0 {
      remarks.append("without a translation, since '\(name)' ends earlier: \(last(pairing.alone))")
    }
    if pairing.left > 0 { remarks.append("left out, since '\(name)' is longer: its \(last(pairing.left))") }
    return remarks
  }

  private static func last(_ paragraphs: Int) -> String {
    paragraphs == 1 ? "last paragraph" : "last \(paragraphs) paragraphs"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension Book {
  /// The number of sentences of each paragraph.
  fileprivate var paragraphs: [Int] {
    var counts: [Int] = []
    var count = 0
    for sentence in sentences {
      count += 1
      guard sentence.endsParagraph else { continue }
      counts.append(count)
      count = 0
    }
    return count > 0 ? counts + [count] : counts
  }
}
