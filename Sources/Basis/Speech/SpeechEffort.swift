public import Vocabulary

/// The effort of speaking with a voice, as far as it decides what is made before it is heard.
public struct SpeechEffort: Equatable, Sendable {
  /// A sentence of this length is a long one.
  private static let longSentence: Int64 = 20
  /// The most processor time for a second of sound with which texts are measured: the length of a natural voice's
  /// sentence costs less, so that a book of ten hours is measured in some minutes, and on a slow processor in half an
  /// hour.
  private static let measuredCost: Microseconds = 50_000

  /// The sound that is to be ready behind the sentence that is heard. One sentence is in any case.
  public var ahead: Microseconds
  /// True if the lengths of whole texts can be measured beside the reading.
  public var isMeasured: Bool

  /// An effort from its parts.
  public init(ahead: Microseconds, isMeasured: Bool) { (self.ahead, self.isMeasured) = (ahead, isMeasured) }

  /// That of an engine which costs almost nothing.
  public static let slight = SpeechEffort(ahead: 0, isMeasured: true)

  /// The effort of an engine, or of one of its voices: as much is to be ready as it takes to make a long sentence.
  ///
  /// - Parameter voice: `nil` for a voice that is not known (yet).
  public init(_ traits: EngineTraits, _ voice: Voice? = nil) {
    let told = voice?.cost ?? 0
    let cost = told > 0 ? told : traits.cost
    let measuring = voice.map { $0.measuringCost > 0 ? $0.measuringCost : cost } ?? cost
    self.init(
      ahead: cost <= EngineTraits.promptCost
        ? 0 : Microseconds(min(cost, 1_000_000).count * Self.longSentence),
      isMeasured: traits.lengths == .exact && measuring <= Self.measuredCost)
  }
}
