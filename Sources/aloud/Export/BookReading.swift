import Documents
import EventLoop
import Speech
import VoiceChoosing
import Wire
import Workers

/// Reads a whole document in.
@Core
final class BookReading {
  private let reader: DocumentReader
  private let voices: VoiceChoice
  private var book = Book()
  private var language = ""
  /// Chapters that have begun, and their first sentences.
  private var chapters: [(chapter: Chapter, first: Int)] = []
  /// Whether the rest of the chapter is left out, since what was before it could not be read.
  private var isBroken = false

  private init(executable: String, voices: VoiceChoice) {
    reader = DocumentReader(executable: executable)
    self.voices = voices
  }

  /// - Parameters:
  ///   - descriptor: stays the caller's.
  ///   - name: the file's, whose ending helps to find out what it is.
  static func read(
    _ descriptor: CInt, name: String, language: String, voices: VoiceChoice
  ) async throws(WorkerError) -> Book {
    let reading = BookReading(executable: try WorkerExecutable.read.path(), voices: voices)
    let error: WorkerError? = await withCheckedContinuation { continuation in
      _ = reading.reader.read(descriptor, kind: .detect, language: language, name: name) { event in
        switch event {
        case .done: continuation.resume(returning: nil)
        case .failed(let error): continuation.resume(returning: error)
        default: reading.take(event)
        }
      }
    }
    reading.reader.release()
    reading.endChapters()
    if let error {
      // What was read before is worth having.
      guard !reading.book.parts.isEmpty, reading.chapters.count > 1 else { throw error }
      reading.book.losses.append("the rest of it cannot be read: \(error)")
    }
    guard !reading.book.sentences.isEmpty else { throw error ?? WorkerError(.empty) }
    return reading.book
  }

  private func take(_ event: DocumentEvent) {
    switch event {
    case .description(let description):
      book.description = description
      language = description.language
    case .cover(let image): book.cover = image.bytes
    case .chapter(let chapter):
      chapters.append((chapter, book.sentences.count))
      isBroken = false
    case .chapterFailed(_, let error):
      let hasBegun = chapters.last.map { $0.first < book.sentences.count } ?? false
      let title = chapters.last?.chapter.title ?? ""
      let name = title.isEmpty ? "a chapter" : "the chapter '\(title)'"
      book.losses.append("\(hasBegun ? "the rest of " : "")\(name) cannot be read: \(error)")
      isBroken = true
    case .text(let bytes): book.text += bytes
    case .sentences(let batch, let language): take(batch, language.isEmpty ? self.language : language)
    case .page, .done, .failed: break
    }
  }

  private func take(_ batch: [SentenceRecord], _ language: String) {
    guard !isBroken else { return }
    let configuration = voices.configuration(forLanguage: language)
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
