public import Vocabulary

/// The way in which a part of a text is said, and what happens where it begins.
///
/// The silence and the mark are points rather than ways: they stand before the first character, and a run of no
/// character may have them. What is out of bounds is refused before an engine gets it (`Utterance.isWellFormed`).
public struct RunAttributes: Hashable, Sendable {
  /// The language (BCP 47); empty for that of the voice. It is not heard by itself: ``VoiceChoice`` finds the voice that
  /// speaks it, before a text goes to an engine, and no engine is told of it.
  public var language: String
  /// The voice, with the parameters of the text's; `nil` for the voice of the text.
  public var voice: VoiceID?
  /// Speed, pitch and loudness, compared with those of the text.
  public var prosody: Prosody
  /// The silence before the run, 0…``longestPause``.
  public var pauseBefore: Microseconds
  /// The name of a mark where the run begins, behind the silence, at most ``maximumMark`` bytes: the listener's program
  /// is told when it is reached. It is not heard, and does not divide the sound.
  public var mark: String?
  /// What is said in place of the run's characters, in the International Phonetic Alphabet, at most
  /// ``maximumPhonemes`` bytes without control characters. An engine that cannot say it says the characters
  /// (``EngineTraits/phonemes``).
  public var phonemes: String?

  /// Ten seconds.
  public static let longestPause: Microseconds = 10_000_000
  /// The most bytes of a mark's name.
  public static let maximumMark = 255
  /// The most bytes of phonemes.
  public static let maximumPhonemes = 1_024

  /// The attributes of a text that says nothing about itself, but for what is given.
  public init(
    language: String = "", voice: VoiceID? = nil, prosody: Prosody = Prosody(), pauseBefore: Microseconds = .zero,
    mark: String? = nil, phonemes: String? = nil
  ) {
    (self.language, self.voice, self.prosody) = (language, voice, prosody)
    (self.pauseBefore, self.mark, self.phonemes) = (pauseBefore, mark, phonemes)
  }

  /// True if the run is said as the rest of the text, and nothing happens before it.
  public var isPlain: Bool { sound == RunAttributes() && mark == nil && pauseBefore == .zero }

  /// True if something happens where the run begins.
  public var isPoint: Bool { mark != nil || pauseBefore != .zero }

  /// The attributes that the sound of the run's characters has.
  public var sound: RunAttributes { RunAttributes(voice: voice, prosody: prosody, phonemes: phonemes) }

  /// All that the length and the sound depend on: a multiple of eight bytes, equal only if both are the same. That of a
  /// voice alone is its text.
  public var soundKey: [UInt8] {
    var key = voice?.text ?? ""
    if prosody != Prosody() {
      key += "\0prosody \(prosody.rate.percent) \(prosody.pitch.cents) \(prosody.volume.permille)"
    }
    if pauseBefore != .zero { key += "\0pause \(pauseBefore)" }
    if let phonemes { key += "\0phonemes \(phonemes)" }
    let bytes = Array(key.utf8)
    return bytes + [UInt8](repeating: 0, count: -bytes.count & 7)
  }
}

/// A part of a text that is said in one way.
public struct TextRun: Hashable, Sendable {
  /// Bytes of the text (UTF-8), between characters.
  public var utf8: Range<Int>
  /// The way in which it is said.
  public var attributes: RunAttributes

  /// The part `utf8` of a text.
  public init(utf8: Range<Int>, _ attributes: RunAttributes) { (self.utf8, self.attributes) = (utf8, attributes) }

  /// The part `utf8` of a text, spoken by `voice` with the parameters of the rest.
  public init(utf8: Range<Int>, voice: VoiceID) { self.init(utf8: utf8, RunAttributes(voice: voice)) }

  /// The runs that cover a text, in order: the marked parts, and what lies between them. A text without a character is
  /// one run.
  ///
  /// - Parameters:
  ///   - count: bytes of the text.
  ///   - marked: parts of the text, in order; they do not overlap.
  ///   - rest: the way in which everything else is said.
  public static func covering(_ count: Int, _ marked: [TextRun], rest: RunAttributes = RunAttributes()) -> [TextRun] {
    var runs: [TextRun] = []
    var end = 0
    for run in marked {
      if end < run.utf8.lowerBound { runs.append(TextRun(utf8: end..<run.utf8.lowerBound, rest)) }
      runs.append(run)
      end = run.utf8.upperBound
    }
    if end < count || runs.isEmpty { runs.append(TextRun(utf8: end..<count, rest)) }
    return runs
  }
}
