import CommandOutput
package import Study
import Vocabulary

/// The wishes for an exercise that is written as a sound file.
package struct StudyWishes {
  /// The numbers by which a recording is divided.
  package var phrases: PhraseSettings
  /// The origin of a recording's phrases.
  package var source: PhraseSource
  /// The way in which its phrases are heard.
  package var exercise: ExerciseSettings

  /// The wishes as the command line tells them.
  package init(phrases: PhraseSettings, by source: PhraseSource, exercise: ExerciseSettings) {
    (self.phrases, self.source, self.exercise) = (phrases, source, exercise)
  }

  /// The exercise at another rate of the listener's, which everything in it obeys: phrases and gaps.
  ///
  /// - Throws: if a phrase would be slower or faster than a phrase may be.
  func exercise(at rate: Double, task: String) throws(Failure) -> ExerciseSettings {
    guard rate != 1 else { return exercise }
    var result = exercise
    let speeds = exercise.speeds.map { $0 * rate }
    guard let slowest = speeds.min(), let fastest = speeds.max(), ExerciseSettings.speedRange.contains(slowest),
      ExerciseSettings.speedRange.contains(fastest)
    else {
      throw Failure(
        .usage, "cannot \(task): a phrase would have a speed that none may have",
        cure: "--rate and --speeds that make 0.25 to 4 together")
    }
    result.speeds = speeds
    if case .time(let time) = exercise.gap { result.gap = .time(Microseconds(clamping: Double(time) / rate)) }
    return result
  }
}
