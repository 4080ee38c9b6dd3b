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
  var voiceNames: Set<VoiceID> {
    Set(voices.map(\.voice)).union(sentences.lazy.flatMap { $0.spans.compactMap(\.attributes.voice) })
  }

  /// Returns a fingerprint of this book and of the voices that read it: a partial export continues only if
  /// nothing has changed.
  ///
  /// - Parameter engine: the name and version of the speech engine: another engine makes other sounds from the same
  ///   text.
  func fingerprint(_ gaps: Timeline.Gaps, engine: String) -> String {
    var result = Fingerprint()
    result.add(engine)
    result.add(text.count)
    for byte in text { result.add(byte) }
    for sentence in sentences {
      result.add(sentence.bytes.lowerBound)
      result.add(sentence.bytes.count)
      result.add(sentence.endsParagraph ? 1 : 0)
      result.add(sentence.voice)
      for span in sentence.spans {
        result.add(span.utf8.lowerBound)
        result.add(span.utf8.upperBound)
        let attributes = span.attributes
        result.add(attributes.voice?.text ?? "")
        if attributes.sound != RunAttributes(voice: attributes.voice) || attributes.isPoint {
          for byte in attributes.soundKey { result.add(byte) }
        }
      }
    }
    for part in parts { result.add(part.sentences.lowerBound) }
    for voice in voices {
      result.add(voice.voice.text)
      result.add(voice.punctuation.rawValue)
      for value in [voice.wordsPerMinute, voice.pitch, voice.range] { result.add(value) }
    }
    for value in [gaps.leadingDelay, gaps.trailingDelay, gaps.sentence, gaps.paragraph] { result.add(Int(value)) }
    return result.text
  }
}
