package import Documents
package import Speech

/// A whole document: all of its text, divided into sentences, each with its voice.
package struct Book {
  /// A sentence of the book.
  package struct Sentence {
    /// Bytes of the book's text.
    package var bytes: Range<Int>
    /// The length of the sentence in scalars, for estimates.
    package var scalars: Int
    /// True if the sentence is the last one of its paragraph; the silence after it is that between paragraphs.
    package var endsParagraph: Bool
    /// The index of the voice in ``Book/voices``.
    package var voice: Int
    /// The index of the language in ``Book/languages``.
    package var language: Int
    /// The parts in another language, in bytes of the sentence.
    package var runs: [LanguageSpan]
    /// Those of them that another voice speaks.
    package var spans: [TextRun]

    /// A sentence with its place, its voice and its language.
    package init(
      bytes: Range<Int>, scalars: Int, endsParagraph: Bool, voice: Int, language: Int = 0, runs: [LanguageSpan] = [],
      spans: [TextRun] = []
    ) {
      (self.bytes, self.scalars, self.endsParagraph) = (bytes, scalars, endsParagraph)
      (self.voice, self.language, self.runs, self.spans) = (voice, language, runs, spans)
    }
  }

  /// A chapter with text to speak.
  package struct Part {
    /// The chapter's title; empty if it has none.
    package var title: String
    /// The chapter's number in the table of contents; empty if it has none.
    package var number: String
    /// The chapter's indices in ``Book/sentences``.
    package var sentences: Range<Int>

    /// A chapter of these sentences.
    package init(title: String, number: String, sentences: Range<Int>) {
      (self.title, self.number, self.sentences) = (title, number, sentences)
    }
  }

  /// The metadata that the document declares; empty texts if it declares none.
  package var description = DocumentDescription()
  /// The whole image file; empty if there is none.
  package var cover: [UInt8] = []
  /// The text of all chapters in UTF-8.
  package var text: [UInt8] = []
  /// The sentences in reading order.
  package var sentences: [Sentence] = []
  /// The chapters in reading order, without those that have no sentence.
  package var parts: [Part] = []
  /// The voices of the sentences with their settings, each once.
  package var voices: [VoiceConfiguration] = []
  /// The languages of the sentences (BCP 47), as the document names them; empty for an unknown one.
  package var languages: [String] = []
  /// The parts that could not be read, in words for people.
  package var losses: [String] = []

  /// A document without text.
  package init() {}

  /// Returns a sentence's bytes.
  package func text(of sentence: Int) -> [UInt8] { Array(text[sentences[sentence].bytes]) }

  /// Returns a part of the text on one line, for display.
  package func line(_ bytes: Range<Int>) -> String {
    String(decoding: text[bytes.clamped(to: 0..<text.count)], as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
