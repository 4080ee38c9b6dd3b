import Documents
import EventLoop
import Speech
import Vocabulary
import Wire
import Workers

/// Reads a whole document.
@Core
final class BookReading {
  private let reader: DocumentReader
  private let voices: VoiceChoice
  private var book = Book()
  private var progress = ChapterProgress()
  /// The chapters that have begun, each with its first sentence.
  private var chapters: [(chapter: Chapter, first: Int)] = []

  private var token: RequestToken?
  private var continuation: CheckedContinuation<WorkerError?, Never>?

  /// - Parameter voices: the voice for each language.
  init(voices: VoiceChoice) throws(WorkerError) {
    reader = DocumentReader(executable: try WorkerExecutable.read.path())
    self.voices = voices
  }

  /// Reads a document; called once.
  ///
  /// - Parameters:
  ///   - descriptor: remains owned by the caller.
  ///   - name: the file's name; its ending helps to recognise the format.
  func read(_ descriptor: CInt, name: String, language: String) async throws(WorkerError) -> Book {
    let error: WorkerError? = await withCheckedContinuation { continuation in
      self.continuation = continuation
      token = reader.read(descriptor, format: .auto, language: language, name: name) { [weak self] event in
        switch event {
        case .done: self?.end(nil)
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
    guard !book.sentences.isEmpty else { throw error ?? WorkerError(.empty) }
    return book
  }

  /// Ends the reading, even of a pipe whose writer is silent: ``read(_:name:language:)`` throws.
  func cancel() {
    if let token { reader.cancel(token) }
    chapters = []
    end(WorkerError(.died, "interrupted"))
  }

  private func end(_ error: WorkerError?) {
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
    case .page, .done, .failed: break
    }
  }

  private func take(_ batch: [SentenceRecord], _ language: String) {
    guard !progress.isBroken else { return }
    let configuration = voices.configuration(forLanguage: progress.take(sentencesIn: language))
    let voice = book.voices.firstIndex(of: configuration) ?? book.voices.count
    if voice == book.voices.count { book.voices.append(configuration) }
    book.sentences += batch.map { sentence in
      Book.Sentence(
        bytes: sentence.span.utf8, scalars: sentence.span.scalars.count,
        endsParagraph: sentence.flags.contains(.endsParagraph), voice: voice)
    }
  }

  private func endChapters() {
    for (index, (chapter, first)) in chapters.enumerated() {
      let end = index + 1 < chapters.count ? chapters[index + 1].first : book.sentences.count
      guard first < end else { continue }
      book.parts.append(Book.Part(title: chapter.title, number: chapter.number, sentences: first..<end))
    }
  }
}
