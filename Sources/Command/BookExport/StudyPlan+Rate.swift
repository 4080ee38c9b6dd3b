import CommandOutput
import Study
import Vocabulary

extension StudyPlan {
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
