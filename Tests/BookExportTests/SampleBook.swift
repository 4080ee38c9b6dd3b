import DirectReading
import Documents
import Speech

@testable import BookExport

/// A book of two chapters, with a sentence each.
enum SampleBook {
  static let gaps = Timeline.Gaps(leadingDelay: 1000, trailingDelay: 3000, sentence: 10, paragraph: 2000)

  static var book: Book {
    var book = Book()
    book.text = Array("One & two. Three.".utf8)
    book.description.title = "Counting"
    book.description.authors = ["Ada"]
    book.sentences = [
      Book.Sentence(bytes: 0..<10, scalars: 10, endsParagraph: true, voice: 0),
      Book.Sentence(bytes: 11..<17, scalars: 6, endsParagraph: true, voice: 0),
    ]
    book.parts = [
      Book.Part(title: "First", number: "1", sentences: 0..<1), Book.Part(title: "", number: "2", sentences: 1..<2),
    ]
    return book
  }

  /// The book with 4000 and 2000 frames of speech, which are so many milliseconds at ``rate``.
  static var spoken: SpokenBook {
    var spoken = SpokenBook(book, gaps: gaps, at: .usual)
    _ = spoken.append(
      .init(frames: 4000, words: [.init(frame: 0, bytes: 0..<3), .init(frame: 1500, bytes: 6..<9)]))
    _ = spoken.append(.init(frames: 2000, words: [.init(frame: 0, bytes: 0..<5)]))
    return spoken
  }

  static let rate = SampleRate(hertz: 1000)
}
