import Linguistics
import PlainText
import Wire

/// Plain text from its bytes to its sentences.
enum PlainTextReading {
  /// Small at first, so that the first sentence is there at once; then large enough for speed.
  private static let firstRead = 4 << 10
  private static let furtherReads = 64 << 10

  /// Goes the whole way once over a text of ours, so that the first document finds everything in memory: of the
  /// time to its first sentence that is a third.
  static func rehearse() {
    guard var sentences = try? SentenceStream(language: "") else { return }
    var decoder = TextDecoder()
    var paragraphs = ParagraphSplitter()
    var text: [UInt8] = []
    let example = Array("So it is said. Is it?\n\nIt is.\n".utf8)
    guard (try? decoder.decode(example[...], into: &text)) != nil else { return }
    paragraphs.split(text[...]) { part in sentences.take(part) }
    paragraphs.finish { part in sentences.take(part) }
    sentences.endParagraph()
    _ = WorkerAnswer.text(firstByte: 0, text).encoded(request: 0)
    _ = WorkerAnswer.sentences(first: 0, sentences.takeSentences()).encoded(request: 0)
  }

  /// - Returns: the bytes of the text.
  static func run(
    _ source: inout DocumentSource, language: String, _ answer: DocumentAnswer
  ) throws(WorkerFailure) -> Int {
    var sentences = try SentenceStream(for: language)
    var decoder = TextDecoder()
    var paragraphs = ParagraphSplitter()
    var buffer = [UInt8](repeating: 0, count: furtherReads)
    var limit = firstRead
    while true {
      let count = try source.read(into: &buffer, atMost: limit)
      limit = furtherReads
      var text: [UInt8] = []
      do throws(TextError) {
        if count > 0 {
          try decoder.decode(buffer[..<count], into: &text)
        } else {
          try decoder.finish(into: &text)
        }
      } catch {
        throw WorkerFailure(error)
      }
      answer.send(text: text)
      paragraphs.split(text[...]) { part in sentences.take(part) }
      if count == 0 {
        paragraphs.finish { part in sentences.take(part) }
        sentences.endParagraph()
      }
      answer.send(sentences: sentences.takeSentences())
      if count == 0 { break }
    }
    guard answer.sentences > 0 else { throw WorkerFailure(.empty, "\(answer.bytes) bytes of text without a word") }
    return answer.bytes
  }
}

extension SentenceStream {
  fileprivate init(for language: String) throws(WorkerFailure) {
    do throws(LinguisticsError) {
      self = try SentenceStream(language: language)
    } catch {
      throw WorkerFailure(.engine, error.detail)
    }
  }

  fileprivate mutating func take(_ part: ParagraphPart) {
    switch part {
    case .text(let text): append(text)
    case .spaces(let count): appendSpaces(count)
    case .end(let isHeading): endParagraph(isHeading: isHeading)
    }
  }
}

extension WorkerFailure {
  fileprivate init(_ error: TextError) {
    switch error.code {
    case .notText: self.init(.notText, "byte \(error.offset) is 0")
    case .wrongEncoding: self.init(.wrongEncoding, "from byte \(error.offset) on")
    }
  }
}
