public import Configuration
public import EventLoop
public import Vocabulary

/// Asks the confined worker that reads `aloud.toml`. Service and command read the files by nothing else.
@Core
public enum SettingsInquiry {
  /// After this time the worker is ended. A session that starts keeps the machine busy, and a setting must not get lost
  /// by that.
  private static let patience = Duration.seconds(5)

  /// Reads `files`, later ones over earlier ones; a missing one is not a mistake.
  ///
  /// - Parameters:
  ///   - files: absolute paths; without one no worker is started, and every default holds.
  ///   - namesAll: true if the listener asks for all mistakes; else a log gets the first hundred.
  ///   - done: called once, in a later turn, with the report or with `died`, `stalled`, `spokeOutOfTurn` or
  ///     `wrongVersion`.
  /// - Throws: `spawnFailed`; `done` is not called then.
  public static func start(
    _ files: [String], namesAll: Bool = false, scheduler: any Scheduler = Core.loop,
    done: @escaping @Core (Result<SettingsReport, Trouble>) -> Void
  ) throws(Trouble) {
    guard !files.isEmpty else {
      scheduler.schedule(after: .zero) { done(.success(SettingsReport())) }
      return
    }
    let most = namesAll ? SettingsReport.mostForListener : SettingsReport.mostForLog
    try LineInquiry(
      try WorkerExecutable.settings.program(), arguments: (namesAll ? ["--all"] : []) + files,
      limits: LineInquiry.Limits(
        bytes: SettingsReport.longestLine, lines: SettingsReport.mostLines(naming: most)),
      patience: patience, scheduler: scheduler
    ) { answer in
      done(
        answer.flatMap { lines in
          SettingsReport(lines: lines, files: files).map { .success($0) } ?? .failure(Trouble(.wrongVersion))
        })
    }
  }
}
