public import Vocabulary

/// A voice with its parameters: all that the sound of a text depends on besides the text.
///
/// Two equal configurations give byte-identical sound for the same text. Values out of range are clamped.
public struct VoiceConfiguration: Hashable, Sendable {
  /// Words per minute that the engine accepts; 175 is its normal speed.
  public static let wordsPerMinuteRange = 80...450
  /// Pitches that the engine accepts; 50 is the voice's own.
  public static let pitchRange = 0...100
  /// Variations of pitch that the engine accepts; 50 is the voice's own.
  public static let rangeRange = 0...100

  /// The voice.
  public let voice: VoiceID
  /// Words per minute, 80…450.
  public let wordsPerMinute: Int
  /// Base pitch, 0…100; 50 is the voice's own.
  public let pitch: Int
  /// Variation of pitch, 0 (monotone)…100; 50 is the voice's own.
  public let range: Int
  /// The punctuation marks that are spoken by name.
  public let punctuation: SpokenPunctuation

  /// A voice; parameters that are not given have the engine's normal values. Values out of range are clamped.
  public init(
    voice: VoiceID, wordsPerMinute: Int = 175, pitch: Int = 50, range: Int = 50, punctuation: SpokenPunctuation = .none
  ) {
    self.voice = voice
    self.wordsPerMinute = Self.wordsPerMinuteRange.clamping(wordsPerMinute)
    self.pitch = Self.pitchRange.clamping(pitch)
    self.range = Self.rangeRange.clamping(range)
    self.punctuation = punctuation
  }

  /// Another voice with the same parameters.
  public func with(voice: VoiceID) -> VoiceConfiguration {
    VoiceConfiguration(
      voice: voice, wordsPerMinute: wordsPerMinute, pitch: pitch, range: range, punctuation: punctuation)
  }
}

extension ClosedRange {
  /// The value of the range that is nearest.
  func clamping(_ value: Bound) -> Bound { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
