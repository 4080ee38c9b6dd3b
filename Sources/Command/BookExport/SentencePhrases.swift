package import AloudAPI
package import CommandOutput
package import Configuration
import DirectReading
import EventLoop
import Speech
package import Study
import Vocabulary
import Workers

/// The sentences of a text as phrases, at the places that they have where the text is spoken.
package struct SentencePhrases {
  /// The phrases in the order of the text.
  package let phrases: [Phrase]
  /// The text of each of them on one line.
  package let texts: [String]
  /// The parts that could not be read, in words for people.
  package let losses: [String]

  /// Reads a document, and finds how long each of its sentences is.
  ///
  /// - Parameters:
  ///   - descriptor: the document; remains owned by the caller.
  ///   - name: its name; its ending helps to recognise the format.
  ///   - task: completes "cannot …".
  ///   - settings: reads the user's settings, which determine the voices; called once.
  @Core
  package static func find(
    _ descriptor: CInt, name: String, _ options: SpeakOptions, task: String,
    settings: @Core () async throws(Failure) -> Settings
  ) async throws(Failure) -> SentencePhrases {
    let choice = try await EngineChoosing().choose(options, task: task, settings: settings)
    defer { choice.engine.release() }
    let book: Book
    do throws(Trouble) {
      book = try await BookReading(voices: choice.voices).read(descriptor, name: name, language: choice.language)
    } catch {
      throw Failure(error, task: task)
    }
    let rate = choice.voices.sampleRate
    var spoken = SpokenBook(book, gaps: Timeline.Gaps(choice.gaps, at: rate), at: rate)
    for frames in try await SentenceLengths(book, choice).find() {
      _ = spoken.append(SpokenBook.Sound(frames: Int(frames), words: []))
    }
    let heard = book.sentences.indices.filter { spoken.sounds[$0].frames > 0 }
    return SentencePhrases(
      phrases: spoken.phrases, texts: heard.map { book.line(book.sentences[$0].bytes) }, losses: book.losses)
  }
}
