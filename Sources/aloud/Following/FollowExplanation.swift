import AloudAPI
import BusValues
import CommandOutput
import Configuration
import DirectReading
import EventLoop
import Glibc
import TextExplanation
import Vocabulary
import Workers

/// Explains a sentence for the display, with an engine of the command's own. The text alone shows its languages; what it
/// leaves open has the voice of the player.
@Core
struct FollowExplanation {
  private static let task = "explain the sentence"

  private let service: Service
  private let symbols: Symbols

  init(_ service: Service, _ symbols: Symbols) { (self.service, self.symbols) = (service, symbols) }

  /// The lines for people, with the phonemes.
  ///
  /// - Parameter text: the sentence that is heard.
  func lines(_ text: String) async throws(Failure) -> [String] {
    let voice = try await service.value(of: .voice, task: Self.task)?.asString
    let choice = try await EngineChoosing().choose(
      SpeakOptions(voice: voice.flatMap { $0.isEmpty ? nil : $0 }), task: Self.task
    ) { () async throws(Failure) in try await UserSettings.read(task: Self.task).settings }
    let descriptor = try TemporaryFile.holding(Array(text.utf8))
    defer { close(descriptor) }
    let book: Book
    do throws(WorkerError) {
      book = try await BookReading(voices: choice.voices).read(
        descriptor, format: .text, name: "", language: choice.language)
    } catch {
      throw Failure(error, task: Self.task)
    }
    var lines: [String] = []
    try await Explainer(book, choice) { sentence in
      lines += sentence.lines(phonemes: true, symbols: symbols)
    }.run()
    return lines
  }
}
