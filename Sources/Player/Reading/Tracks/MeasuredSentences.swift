/// The sentences of a track whose lengths were asked for.
package struct MeasuredSentences {
  /// Those of unknown length, since the engine could not speak them, or not to their end.
  package var lacking: Set<Int> = []
  /// The number of sentences that the engine was asked to measure.
  package var count = 0
}
