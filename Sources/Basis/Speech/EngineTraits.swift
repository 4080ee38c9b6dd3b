public import Vocabulary

/// What the service has to know of a speech engine before it gives it a text, in the engine's own words.
///
/// Its languages are those of its voices (``Voice/languages``).
public struct EngineTraits: Hashable, Sendable {
  /// The truth of a time.
  public enum Precision: Hashable, Sendable, CaseIterable {
    /// To the sample.
    case exact
    /// By a guess, such as the share of the letters.
    case estimated
    /// The engine has none.
    case none
  }

  /// The phonemes that it can say in place of a text.
  public enum Phonemes: Hashable, Sendable, CaseIterable {
    /// None: it says the text.
    case none
    /// The International Phonetic Alphabet.
    case ipa
  }

  /// The samples a second of its voices, but for those that have another one (``Voice/sampleRate``).
  public var sampleRate: SampleRate
  /// The words per minute that it can speak; others become the nearest.
  public var wordsPerMinute: ClosedRange<Int>
  /// The pitches that it can speak, 0…100 with the voice's own at 50; others become the nearest. `50...50` if it has no
  /// choice.
  public var pitch: ClosedRange<Int>
  /// The frames of its marks.
  public var marks: Precision
  /// The frames that it measures, beside those that it speaks.
  public var lengths: Precision
  /// The phonemes that it says (``RunAttributes/phonemes``).
  public var phonemes: Phonemes
  /// The processor time for a second of sound, on a slow processor; at least 1.
  public var cost: Microseconds
  /// The longest time in which one of its processes loads a voice, on a slow machine.
  public var loading: Microseconds
  /// Bytes that one of its processes keeps in memory with a voice.
  public var memory: Int

  /// The most processor time for a second of sound with which an engine is prompt: a sentence of five seconds is there
  /// after a quarter of one.
  static let promptCost: Microseconds = 50_000

  /// The longest ``loading`` that is believed: an engine that hangs is given up after it, while the listener waits.
  public static let longestLoading: Microseconds = 30_000_000

  /// True if it speaks at once, whatever the text.
  public var isPrompt: Bool { cost <= Self.promptCost }

  /// The traits of an engine.
  public init(
    sampleRate: SampleRate, wordsPerMinute: ClosedRange<Int>, pitch: ClosedRange<Int>, marks: Precision,
    lengths: Precision, phonemes: Phonemes = .none, cost: Microseconds, loading: Microseconds = 2_000_000, memory: Int
  ) {
    self.sampleRate = sampleRate
    self.wordsPerMinute = wordsPerMinute
    self.pitch = pitch
    self.marks = marks
    self.lengths = lengths
    self.phonemes = phonemes
    self.cost = max(cost, 1)
    self.loading = max(loading, 0)
    self.memory = memory
  }
}
