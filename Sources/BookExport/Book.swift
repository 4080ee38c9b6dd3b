import CommandOutput
import Documents
import Speech
import Vocabulary

/// A document as it is to be spoken: all of its text, cut into sentences.
struct Book {
  /// A sentence that somebody reads.
  struct Sentence {
    /// Bytes of the book's text.
    var bytes: Range<Int>
    /// How long it is, for estimates.
    var scalars: Int
    var endsParagraph: Bool
    /// Into ``Book/voices``.
    var voice: Int
  }

  /// A chapter in which there is something to speak.
  struct Part {
    var title: String
    /// The table of contents' number for it; empty where it has none.
    var number: String
    /// Into ``Book/sentences``.
    var sentences: Range<Int>
  }

  var description = DocumentDescription()
  /// The whole file; empty where there is none.
  var cover: [UInt8] = []
  var text: [UInt8] = []
  var sentences: [Sentence] = []
  var parts: [Part] = []
  var voices: [VoiceConfiguration] = []
  /// What could not be read, for people.
  var losses: [String] = []

  /// A sentence's own bytes.
  func text(of sentence: Int) -> [UInt8] { Array(text[sentences[sentence].bytes]) }

  /// A piece of the text on one line, as it is shown.
  func line(_ bytes: Range<Int>) -> String {
    String(decoding: text[bytes.clamped(to: 0..<text.count)], as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// A chapter's title, or how it begins.
  func title(of part: Part) -> String {
    guard part.title.isEmpty, let first = part.sentences.first else { return part.title }
    return TextWidth.truncated(line(sentences[first].bytes), to: 60)
  }

  /// Tells this book, so read, from any other (FNV-1a): a partial export goes on only where nothing has changed.
  ///
  /// - Parameter engine: name and version of what speaks it: another one makes other sounds of the same text.
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
