import CommandOutput
import DirectReading
import Speech
import Vocabulary

// The parts of a document that an export needs.
extension Book {
  /// Returns a chapter's title, or its first words if it has none.
  func title(of part: Part) -> String {
    guard part.title.isEmpty, let first = part.sentences.first else { return part.title }
    return TextWidth.truncated(line(sentences[first].bytes), to: 60)
  }

  /// The identifiers of all voices that speak.
  var voiceNames: Set<String> {
    Set(voices.map(\.voice)).union(sentences.lazy.flatMap { $0.spans.map(\.voice) })
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
      for span in sentence.spans {
        add(span.utf8.lowerBound)
        add(span.utf8.upperBound)
        for byte in span.voice.utf8 { add(byte) }
      }
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
