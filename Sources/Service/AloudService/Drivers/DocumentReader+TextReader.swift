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
    isTimed: Bool, events: @escaping @Core (DocumentEvent) -> Void
  ) -> TextReading {
    let token = read(
      text.descriptor, format: format, language: language, languages: languages, name: name, isTimed: isTimed,
      events: events)
    return TextReading(number: token.number)
  }

  func cancel(_ reading: TextReading) { cancel(RequestToken(number: reading.number)) }
}
