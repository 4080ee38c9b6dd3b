import Documents
package import EventLoop
package import Speech
package import Vocabulary
import Workers

/// Reads a whole document.
@Core
package final class BookReading {
  private let reader: DocumentReader
  private let voices: VoiceChoice
  private var book = Book()
  private var progress = ChapterProgress()
  /// The chapters that have begun, each with its first sentence.
  private var chapters: [(chapter: Chapter, first: Int)] = []

  private var token: RequestToken?
  private var continuation: CheckedContinuation<Trouble?, Never>?

  /// - Parameter voices: the voice for each language.
  package init(voices: VoiceChoice) throws(Trouble) {
    reader = DocumentReader(try WorkerExecutable.read.program())
    self.voices = voices
  }

  /// Reads a document; called once.
  ///
  /// - Parameters:
  ///   - descriptor: remains owned by the caller.
  ///   - name: the file's name; its ending helps to recognise the format.
  ///   - language: of a document that names none (BCP 47); see ``Workers/DocumentReader``.
  package func read(
    _ descriptor: CInt, format: DocumentFormat = .auto, name: String, language: String
  ) async throws(Trouble) -> Book {
    let error: Trouble? = await withCheckedContinuation { continuation in
      self.continuation = continuation
      token = reader.read(descriptor, format: format, language: language, languages: voices.languages, name: name) {
        [weak self] event in
        switch event {
        case .done: self?.end(nil)
        case .recording: self?.end(Trouble(.unknownFormat, "a recording"))
        case .failed(let error): self?.end(error)
        default: self?.take(event)
        }
      }
    }
    reader.release()
    endChapters()
    if let error {
      // A book without its last part is still useful.
      guard !book.parts.isEmpty, chapters.count > 1 else { throw error }
      book.losses.append("the rest of it cannot be read: \(error)")
    }
    guard !book.sentences.isEmpty else { throw error ?? Trouble(.empty) }
    return book
  }

  /// Ends the reading, even of a pipe whose writer is silent: ``read(_:format:name:language:)`` throws.
  package func cancel() {
    if let token { reader.cancel(token) }
    chapters = []
    end(Trouble(.died, "interrupted"))
  }

  private func end(_ error: Trouble?) {
    token = nil
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: error)
  }

  private func take(_ event: DocumentEvent) {
    switch event {
    case .description(let description):
      book.description = description
      progress.describe(description)
    case .cover(let image): book.cover = image.bytes
    case .chapter(let chapter):
      chapters.append((chapter, book.sentences.count))
      progress.begin(chapter)
    case .chapterFailed(_, let error):
      book.losses.append(progress.complaint(unnamed: "a chapter", reason: "\(error)"))
      progress.breakOff()
    case .text(let bytes): book.text += bytes
    case .sentences(let batch, let language): take(batch, language)
    case .page, .times, .done, .recording, .failed: break
    }
  }

  private func take(_ batch: [SentenceRecord], _ language: String) {
    guard !progress.isBroken else { return }
    let tag = progress.take(sentencesIn: language)
    let language = Self.index(of: tag, in: &book.languages)
    let configuration = voices.configuration(forLanguage: tag)
    let voice = Self.index(of: configuration, in: &book.voices)
    book.sentences += batch.map { sentence in
      Book.Sentence(
        bytes: sentence.span.utf8, scalars: sentence.span.scalars.count,
        endsParagraph: sentence.flags.contains(.endsParagraph), voice: voice, language: language,
        runs: sentence.runs, spans: voices.spans(of: sentence.runs, beside: configuration))
    }
  }

  /// Returns the place of a value, which is added if it is new.
  private static func index<Value: Equatable>(of value: Value, in values: inout [Value]) -> Int {
    if let index = values.firstIndex(of: value) { return index }
    values.append(value)
    return values.count - 1
  }

  private func endChapters() {
    for (index, (chapter, first)) in chapters.enumerated() {
      let end = index + 1 < chapters.count ? chapters[index + 1].first : book.sentences.count
      guard first < end else { continue }
      book.parts.append(Book.Part(title: chapter.title, number: chapter.number, sentences: first..<end))
    }
  }
}
