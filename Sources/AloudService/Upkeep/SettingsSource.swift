import Configuration
import EventLoop
import Glibc
import Workers

/// The settings that hold: the defaults until the configuration files have been read, and the last good ones where a
/// reading fails.
///
/// A worker reads the files, since the service parses nothing that it did not write; without a file none is started.
@Core
final class SettingsSource {
  /// What holds now.
  private(set) var current = Settings()
  /// Told that ``current`` has changed, before those who waited for it.
  private let tell: Relay<RoomNotice>
  /// Every place where a file may be.
  let paths = ConfigurationFiles.paths { getenv($0).map { String(cString: $0) } }
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var isKnown = false
  private var isReading = false
  /// The files have changed while they were being read.
  private var isStale = false
  private var waiting: [@Core () -> Void] = []

  init(scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.scheduler = scheduler
    self.log = log
  }

  /// Calls `body` when the files have been read, or could not be: at once where that is so already.
  func whenKnown(_ body: @escaping @Core () -> Void) {
    if isKnown { body() } else { waiting.append(body) }
  }

  /// Reads the files; without one the defaults hold at once.
  func read() {
    guard !isReading else {
      isStale = true
      return
    }
    let files = paths.filter(Self.exists)
    guard !files.isEmpty else { return finish(SettingsReport()) }
    do throws(WorkerError) {
      try SettingsInquiry.start(files, scheduler: scheduler) { [weak self] in self?.take($0) }
      isReading = true
    } catch {
      fail(error)
    }
  }

  private func take(_ answer: Result<SettingsReport, WorkerError>) {
    isReading = false
    do throws(WorkerError) {
      finish(try answer.get())
    } catch {
      fail(error)
    }
    guard isStale else { return }
    isStale = false
    read()
  }

  private func fail(_ error: WorkerError) {
    log.warning(
      "the configuration is not read, \(isKnown ? "what held before" : "every default") holds: "
        + "\(WorkerExecutable.settings.rawValue): \(error)")
    finish(SettingsReport(settings: current))
  }

  private func finish(_ report: SettingsReport) {
    for problem in report.problems { log.warning(problem.description) }
    if report.unnamed > 0 { log.warning("and \(report.unnamed) more; `aloud config check` names them all") }
    if report.settings != current {
      if isKnown { log.info("the configuration has changed") }
      current = report.settings
      tell(.configured)
    }
    isKnown = true
    let waiting = waiting
    self.waiting = []
    for body in waiting { body() }
  }

  /// Whether there is something to read, or to complain about.
  private static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }
}
