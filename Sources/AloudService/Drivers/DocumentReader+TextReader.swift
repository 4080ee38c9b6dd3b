import Documents
import EventLoop
import Reading
import Store
import Vocabulary
import Workers

// The implementation of the reading's text reader with the workers.
extension DocumentReader: TextReader {
  func read(
    _ text: any TextFile, as format: DocumentFormat, language: String, _ languages: LanguageMode, name: String,
    isTimed: Bool, events: @escaping @Core (TextEvent) -> Void
  ) -> TextReading {
    let token = read(
      text.descriptor, format: format, language: language, languages: languages, name: name, isTimed: isTimed
    ) { if let event = TextEvent($0) { events(event) } }
    return TextReading(number: token.number)
  }

  func cancel(_ reading: TextReading) { cancel(RequestToken(number: reading.number)) }
}

extension TextEvent {
  /// `nil` for the entries of a playlist, which is no text.
  init?(_ event: DocumentEvent) {
    switch event {
    case .description(let description): self = .description(description)
    case .cover(let image): self = .cover(image)
    case .chapter(let chapter): self = .chapter(chapter)
    case .chapterFailed(let index, let error): self = .chapterFailed(index: index, ReadingError(error))
    case .page(let page): self = .page(page)
    case .text(let bytes): self = .text(bytes)
    case .sentences(let batch, let language): self = .sentences(batch, language: language)
    case .times(let times): self = .times(times)
    case .entries: return nil
    case .done: self = .done
    case .recording: self = .recording
    case .failed(let error): self = .failed(ReadingError(error))
    }
  }
}
