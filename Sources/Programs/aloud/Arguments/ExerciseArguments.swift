import AloudAPI
import ArgumentParser
import CommandOutput
import Configuration
import Study
import Vocabulary

/// The options for the way in which phrases are studied.
struct ExerciseArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The gap behind a phrase: a time, or a factor of its length such as 1.5x; as long as the phrase unless set.",
      valueName: "gap"))
  var gap: String?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("The times that each phrase is heard: 1 unless set.", valueName: "n"))
  var repetitions: String?

  @Option(help: ArgumentHelp("The speeds at which each phrase is heard: 0.7,0.7,1,1.5", valueName: "list"))
  var speeds: String?

  /// True if none of them is given.
  var isEmpty: Bool { gap == nil && repetitions == nil && speeds == nil }

  /// The way in which phrases are studied.
  ///
  /// - Parameter task: completes "cannot …".
  func settings(task: String) throws(Failure) -> ExerciseSettings {
    var settings = ExerciseSettings()
    if let gap { settings.gap = try Self.gap(gap, task) }
    if let speeds { settings.speeds = try Self.speeds(speeds, task) }
    guard let repetitions else { return settings }
    let most = ExerciseSettings.mostRepetitions
    guard speeds == nil else {
      throw Failure(
        .usage, "cannot \(task): --speeds tells how often a phrase is heard", cure: "--repeat or --speeds, not both")
    }
    guard let count = Int(repetitions), 1...most ~= count else {
      throw Failure(
        .usage, "cannot \(task): '\(repetitions)' is no number of repetitions", cure: "--repeat 1 to \(most)")
    }
    settings.speeds = [Double](repeating: 1, count: count)
    return settings
  }

  /// Changes what is given in the options of a call.
  ///
  /// - Parameter task: completes "cannot …".
  func apply(to options: inout LearnOptions, task: String) throws(Failure) {
    let settings = try settings(task: task)
    if gap != nil { options.gap = settings.gap }
    if speeds != nil || repetitions != nil { options.speeds = settings.speeds }
  }

  /// `2.5s`, `1:30` or `1.5x`.
  private static func gap(_ text: String, _ task: String) throws(Failure) -> ExerciseSettings.Gap {
    if let gap = StudyText.gap(text) { return gap }
    throw Failure(
      .usage, "cannot \(task): '\(text)' is no gap",
      cure: "--gap 2s, up to 10 minutes, or a factor of the phrase's length such as --gap 1.5x, up to 10x")
  }

  private static func speeds(_ text: String, _ task: String) throws(Failure) -> [Double] {
    if let speeds = StudyText.speeds(text) { return speeds }
    throw Failure(
      .usage, "cannot \(task): '\(text)' is no list of speeds",
      cure: "--speeds 0.7,1,1.5: 1 to \(ExerciseSettings.mostRepetitions) speeds from 0.25 to 4")
  }
}
