/// Which marks of punctuation are spoken by name.
public enum SpokenPunctuation: String, Sendable, CaseIterable {
  case none
  /// Those that the engine counts as worth naming.
  case some
  case all
}

/// A voice with its parameters: everything that the sound of a text depends on besides the text itself.
///
/// Two equal configurations give byte-identical sound for the same text. Values out of range are clamped.
public struct VoiceConfiguration: Hashable, Sendable {
  /// 175 is the engine's normal speed.
  public static let wordsPerMinuteRange = 80...450
  /// Pitches that the engine takes; 50 is the voice's own.
  public static let pitchRange = 0...100
  /// Variations of pitch that the engine takes; 50 is the voice's own.
  public static let rangeRange = 0...100

  /// The engine's identifier, such as `gmw/en-US`; see ``Voice/identifier``.
  public let voice: String
  /// Words per minute, 80…450.
  public let wordsPerMinute: Int
  /// Base pitch, 0…100; 50 is the voice's own.
  public let pitch: Int
  /// Variation of pitch, 0 (monotone)…100; 50 is the voice's own.
  public let range: Int
  /// Which marks are spoken by name.
  public let punctuation: SpokenPunctuation

  /// A voice with the engine's normal parameters where none are given; values out of range are clamped.
  public init(
    voice: String, wordsPerMinute: Int = 175, pitch: Int = 50, range: Int = 50, punctuation: SpokenPunctuation = .none
  ) {
    self.voice = voice
    self.wordsPerMinute = Self.wordsPerMinuteRange.clamping(wordsPerMinute)
    self.pitch = Self.pitchRange.clamping(pitch)
    self.range = Self.rangeRange.clamping(range)
    self.punctuation = punctuation
  }
}

extension ClosedRange {
  fileprivate func clamping(_ value: Bound) -> Bound { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
