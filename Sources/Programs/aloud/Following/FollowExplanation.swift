import AloudAPI
import CommandOutput
import Configuration
import DirectReading
import EventLoop
import Pager
import Speech
import TextExplanation

/// Explains a sentence for the display, with an engine of the command's own, and the voices that read it in the
/// service.
@Core
struct FollowExplanation {
  private static let task = "explain the sentence"

  private let symbols: Symbols

  init(_ symbols: Symbols) { self.symbols = symbols }

  /// The lines for people, with the phonemes.
  ///
  /// - Parameters:
  ///   - sentence: the sentence that is heard.
  ///   - voice: the voice of its track.
  func lines(_ sentence: SentenceEntry, voice: String) async throws(Failure) -> [String] {
    let voice = sentence.voice ?? voice
    let choice = try await EngineChoosing().choose(
      SpeakOptions(voice: voice.isEmpty ? nil : voice), task: Self.task
    ) { () async throws(Failure) in try await UserSettings.read(task: Self.task).settings }
    var lines: [String] = []
    try await Explainer(book(sentence, choice), choice) { sentence in
      lines += sentence.lines(phonemes: true, symbols: symbols)
    }.run()
    return lines
  }

  /// A text of this sentence alone.
  private func book(_ sentence: SentenceEntry, _ choice: EngineChoice) -> Book {
    let start = Int(sentence.range.utf8.start)
    let parts = sentence.parts.map { part in
      let place = part.range.utf8.range
      return TextRun(utf8: place.lowerBound - start..<place.upperBound - start, voice: VoiceID(part.voice))
    }
    var book = Book()
    book.text = Array(sentence.text.utf8)
    book.voices = [choice.voices.standard]
    book.languages = [""]
    book.sentences = [
      Book.Sentence(
        bytes: 0..<book.text.count, scalars: Int(sentence.range.scalars.length), endsParagraph: true, voice: 0,
        // The service tells voices, not tags.
        runs: parts.map {
          LanguageSpan(utf8: $0.utf8, tag: $0.attributes.voice.flatMap { choice.catalogue.voice($0) }?.language ?? "")
        },
        spans: parts)
    ]
    return book
  }
}
