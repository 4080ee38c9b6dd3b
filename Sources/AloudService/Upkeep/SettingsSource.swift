import Configuration
import EventLoop
import Glibc
import Reading
import Workers

/// Knows the settings that hold.
@Core
protocol KnownSettings: AnyObject {
  /// The settings that hold now.
  var current: Settings { get }
  /// Calls `body` as soon as the configuration is known, or cannot be; at once if that is so already.
  func whenKnown(_ body: @escaping @Core () -> Void)
}

/// The settings in effect: the defaults until the configuration files have been read, and the last valid ones if
/// reading fails.
///
/// A worker reads the files, since the service does not parse data that it has not written. Without a file, no worker
/// is started.
@Core
final class SettingsSource: KnownSettings {
  /// The present settings.
  private(set) var current = Settings()
  /// Reports a change of ``current``, before the waiting calls continue.
  private let tell: Relay<RoomNotice>
  /// Every place where a file may be.
  let paths = ConfigurationFiles.paths { getenv($0).map { String(cString: $0) } }
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var isKnown = false
  private var isReading = false
  /// True if the files have changed while they were being read.
  private var isStale = false
  private var waiting: [@Core () -> Void] = []

  init(scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.scheduler = scheduler
    self.log = log
  }

  /// Calls `body` when the files have been read or could not be read; at once if that has happened already.
  func whenKnown(_ body: @escaping @Core () -> Void) {
    if isKnown { body() } else { waiting.append(body) }
  }

  /// Reads the files. Without files, the defaults are in effect at once.
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

  /// True if there is a file to read, or one to report an error about.
  private static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }
}
