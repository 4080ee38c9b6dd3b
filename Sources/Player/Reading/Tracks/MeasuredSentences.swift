package import Speech

/// The sentences of a track whose lengths were asked for.
package struct MeasuredSentences {
  /// Those of unknown length, since the engine could not speak them, or not to their end.
  package var lacking: Set<Int> = []
  /// The number of sentences that the engine was asked to measure.
  package var count = 0
  /// The number of sentences from the first on that have an estimate by what their voice has spoken, or a length.
  package var estimated = 0
  /// The sentences of which that was known then; 0 if there was no such estimate.
  package var fitted = 0
  /// The lengths, by sentence, that earlier runs heard of voices that may say a text otherwise each time: estimates,
  /// until the voice is known to repeat itself.
  package var former: [Int: Frame] = [:]
}
