import CEspeakNG
import Glibc
public import Speech
public import Vocabulary

/// A clause of a text as espeak-ng says it.
public struct PhonemeClause: Equatable, Sendable {
  /// A sound, and the word to which it belongs.
  public struct Sound: Equatable, Sendable {
    /// The sound in the International Phonetic Alphabet, without stress.
    public var name: String
    /// The place of the last word that has begun, in Unicode scalars from the start of the text; `nil` before the
    /// first.
    public var word: Int?

    /// A sound of a word.
    public init(name: String, word: Int?) { (self.name, self.word) = (name, word) }
  }

  /// The whole clause in the International Phonetic Alphabet, with stress and with a space between words.
  public var text: String
  /// The bytes of the text up to the end of the clause.
  public var end: Int
  /// The sounds in order.
  public var sounds: [Sound]
  /// True if a silence ends the clause that is heard as one. espeak-ng ends a clause after an abbreviation, too, and
  /// pauses hardly.
  public var hasPause: Bool

  /// A clause of these sounds.
  public init(text: String, end: Int, sounds: [Sound], hasPause: Bool) {
    (self.text, self.end, self.sounds, self.hasPause) = (text, end, sounds, hasPause)
  }
}

extension Espeak {
  /// A voice with the parameters with which ``clauses(of:)`` takes the least time, a third of that at the usual ones:
  /// little sound is made, of few harmonics. The sounds are the same at every speed and pitch.
  public static func quickest(_ voice: VoiceID, punctuation: SpokenPunctuation = .none) -> VoiceConfiguration {
    VoiceConfiguration(
      voice: voice, wordsPerMinute: traits.wordsPerMinute.upperBound, pitch: traits.pitch.upperBound, range: 0,
      punctuation: punctuation)
  }

  /// The shortest pause that is heard as one, in frames at the parameters of ``quickest(_:punctuation:)``. Behind an
  /// abbreviation there are 110, behind marks 220 and more.
  private static let shortestPause = 165

  /// Translates a text, and tells to which word each sound belongs. The library speaks it for that: only its events
  /// tell of words.
  ///
  /// The library must have been started for it (``init(reportsPhonemes:)``), and the voice chosen by
  /// ``quickest(_:punctuation:)``.
  ///
  /// - Precondition: the text is valid UTF-8 without U+0000.
  public mutating func clauses(of text: [UInt8]) throws(Trouble) -> [PhonemeClause] {
    var reader = ClauseReader()
    try read(text) { reader.take($0) }
    var clauses: [PhonemeClause] = []
    var rest = reader.clauses[...]
    translate(text) { string, end in
      // A clause without a sound has an event all the same.
      let spoken = rest.popFirst()
      clauses.append(
        PhonemeClause(
          text: string, end: end, sounds: spoken?.sounds ?? [],
          hasPause: (spoken?.pause ?? 0) >= Self.shortestPause))
    }
    return clauses
  }
}

/// Collects the events of a text.
private struct ClauseReader {
  var clauses: [(sounds: [PhonemeClause.Sound], pause: Int)] = []
  private var sounds: [PhonemeClause.Sound] = []
  private var word: Int?
  /// The frame of the silence at the end, once it has begun.
  private var silence: Int?

  mutating func take(_ event: espeak_EVENT) {
    switch event.type {
    case espeakEVENT_WORD:
      // Words without a length end a clause. The engine counts from 1.
      if event.length > 0 { word = max(Int(event.text_position) - 1, 0) }
    case espeakEVENT_PHONEME:
      let name = withUnsafeBytes(of: event.id.string) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.isEmpty {
        silence = silence ?? Int(event.sample)
      } else {
        silence = nil
        sounds.append(PhonemeClause.Sound(name: name, word: word))
      }
    case espeakEVENT_END:
      clauses.append((sounds, silence.map { Int(event.sample) - $0 } ?? 0))
      (sounds, silence) = ([], nil)
    default: break
    }
  }
}
