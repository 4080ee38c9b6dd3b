import AloudAPI
import AloudClient
import CommandOutput
import Configuration
import EventLoop
import Study

/// The way in which a file is studied without the service: as it is kept, or as usual, with the options of a command.
struct FileStudy {
  /// The origin of its phrases, and how they are heard.
  let plan: StudyPlan
  /// The phrases that the listener has made by hand.
  let edits: PhraseEdits

  /// - Parameters:
  ///   - descriptor: the file; remains owned by the caller.
  ///   - changes: the options that are given.
  ///   - task: completes "cannot …".
  @Core
  init(_ descriptor: CInt, _ changes: LearnOptions, task: String) async throws(Failure) {
    let kept = KeptState.load()?.study(of: descriptor)
    var usual = kept?.plan
    if usual == nil { usual = try await UserSettings.read(task: task).settings.study.plan }
    plan = changes.changing(usual ?? StudyPlan())
    edits = kept?.edits ?? PhraseEdits()
  }
}
