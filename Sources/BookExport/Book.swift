import CommandOutput
import Documents
import Speech
import Vocabulary

/// A document for an export: all of its text, divided into sentences.
struct Book {
  /// A sentence of the book.
  struct Sentence {
    /// Bytes of the book's text.
    var bytes: Range<Int>
    /// The length of the sentence in scalars, for estimates.
    var scalars: Int
    var endsParagraph: Bool
    /// The index of the voice in ``Book/voices``.
    var voice: Int
  }

  /// A chapter with text to speak.
  struct Part {
    var title: String
    /// The chapter's number in the table of contents; empty if it has none.
    var number: String
    /// The chapter's indices in ``Book/sentences``.
    var sentences: Range<Int>
  }

  var description = DocumentDescription()
  /// The whole image file; empty if there is none.
  var cover: [UInt8] = []
  var text: [UInt8] = []
  var sentences: [Sentence] = []
  var parts: [Part] = []
  var voices: [VoiceConfiguration] = []
  /// The parts that could not be read, in words for people.
  var losses: [String] = []

  /// Returns a sentence's bytes.
  func text(of sentence: Int) -> [UInt8] { Array(text[sentences[sentence].bytes]) }

  /// Returns a part of the text on one line, for display.
  func line(_ bytes: Range<Int>) -> String {
    String(decoding: text[bytes.clamped(to: 0..<text.count)], as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Returns a chapter's title, or its first words if it has none.
  func title(of part: Part) -> String {
    guard part.title.isEmpty, let first = part.sentences.first else { return part.title }
    return TextWidth.truncated(line(sentences[first].bytes), to: 60)
  }

  /// Returns a fingerprint (FNV-1a) of this book and of the voices that read it: a partial export continues only if
  /// nothing has changed.
  ///
  /// - Parameter engine: the name and version of the speech engine: another engine makes other sounds from the same
  ///   text.
  func fingerprint(_ gaps: Timeline.Gaps, engine: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    func add(_ value: Int) { for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(value >> shift & 0xFF)) } }
    for byte in engine.utf8 { add(byte) }
    add(text.count)
    for byte in text { add(byte) }
    for sentence in sentences {
      add(sentence.bytes.lowerBound)
      add(sentence.bytes.count)
      add(sentence.endsParagraph ? 1 : 0)
      add(sentence.voice)
    }
    for part in parts { add(part.sentences.lowerBound) }
    for voice in voices {
      for byte in voice.voice.utf8 { add(byte) }
      for byte in voice.punctuation.rawValue.utf8 { add(byte) }
      for value in [voice.wordsPerMinute, voice.pitch, voice.range] { add(value) }
    }
    for value in [gaps.leadingDelay, gaps.trailingDelay, gaps.sentence, gaps.paragraph] { add(Int(value)) }
    return String(hash, radix: 16)
  }
}
