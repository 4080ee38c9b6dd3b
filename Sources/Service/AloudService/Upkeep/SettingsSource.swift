import Configuration
import EventLoop
import Glibc
import Reading
import Vocabulary
import Workers

/// Knows the settings that hold.
@Core
protocol KnownSettings: AnyObject {
  /// The settings that hold now.
  var current: Settings { get }
  /// True once the configuration is known, or cannot be.
  var isKnown: Bool { get }
  /// Calls `body` as soon as the configuration is known, or cannot be; at once if that is so already.
  func whenKnown(_ body: @escaping @Core () -> Void)
}

/// Settings that are read from files.
@Core
protocol SettingsFiles: KnownSettings {
  /// Every place where a file may be.
  var paths: [String] { get }
  /// Reads the files.
  func read()
  /// True while the files are being read.
  var isReading: Bool { get }
  /// Calls `body` when the files are not being read, and what they say is in effect; at once if that is so already.
  func whenRead(_ body: @escaping @Core () -> Void)
}

/// The settings in effect: the defaults until the configuration files have been read. Mistakes undo no wish that
/// something stays silent, see ``Configuration/SettingsHold``.
///
/// A worker reads the files, since the service does not parse data that it has not written. Without a file, no worker
/// is started.
@Core
final class SettingsSource: SettingsFiles {
  /// The longest pause between two attempts to read the files if the worker fails.
  private static let pauses = Duration.seconds(2)...Duration.seconds(60)

  private var hold = SettingsHold()
  /// The present settings.
  var current: Settings { hold.current }
  /// Reports a change of ``current``, before the waiting calls continue, and then a doubt about it.
  private let tell: Relay<RoomNotice>
  /// Every place where a file may be.
  let paths = ConfigurationFiles.paths { getenv($0).map { String(cString: $0) } }
  private let scheduler: any Scheduler
  private let log: ServiceLog
  /// True once the files have been read, or could not be.
  private(set) var isKnown = false
  private(set) var isReading = false
  /// True if the files have changed while they were being read.
  private var isStale = false
  private var waiting: [@Core () -> Void] = []
  /// Those who wait for the end of the reading.
  private var waitingForEnd: [@Core () -> Void] = []
  private var delays = RetryDelay(SettingsSource.pauses)
  private var retry: TimerToken?
  /// The failure of the last attempt.
  private var failure: String?
  /// The last doubt that was told.
  private var doubt: SettingsDoubt?

  init(scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.scheduler = scheduler
    self.log = log
  }

  /// Calls `body` when the files have been read or could not be read; at once if that has happened already.
  func whenKnown(_ body: @escaping @Core () -> Void) {
    if isKnown { body() } else { waiting.append(body) }
  }

  func whenRead(_ body: @escaping @Core () -> Void) {
    if isReading { waitingForEnd.append(body) } else { body() }
  }

  /// Reads the files. Without files, the defaults are in effect at once.
  func read() {
    guard !isReading else {
      isStale = true
      return
    }
    let files = paths.filter(Self.exists)
    guard !files.isEmpty else { return finish(SettingsReport()) }
    do throws(Trouble) {
      try SettingsInquiry.start(files, scheduler: scheduler) { [weak self] in self?.take($0) }
      isReading = true
    } catch {
      fail(error)
    }
  }

  private func take(_ answer: Result<SettingsReport, Trouble>) {
    isReading = false
    do throws(Trouble) {
      finish(try answer.get())
    } catch {
      fail(error)
    }
    if isStale {
      isStale = false
      read()
    }
    guard !isReading else { return }
    let waiting = waitingForEnd
    waitingForEnd = []
    for body in waiting { body() }
  }

  private func fail(_ error: Trouble) {
    let mistake = "\(WorkerExecutable.settings.rawValue): \(error)"
    change { $0.fail() }
    // Each attempt of many may fail in the same way.
    if mistake != failure { log.warning("the configuration is not read, \(consequence): \(mistake)") }
    failure = mistake
    settle(about: mistake)
    // The worker may have been too late on a busy machine.
    retry = scheduler.schedule(after: delays.next()) { [weak self] in
      self?.retry = nil
      self?.read()
    }
  }

  private func finish(_ report: SettingsReport) {
    delays.reset()
    failure = nil
    for problem in report.problems { log.warning(problem.description) }
    if report.unnamed > 0 { log.warning("and \(report.unnamed) more; `aloud config check` names them all") }
    change { $0.take(report) }
    let first = report.problems.first { $0.kind == .unreadable } ?? report.problems.first
    if hold.state != .read { log.warning("the configuration is not read as a whole: \(consequence)") }
    settle(about: first.map { "\($0.file) \($0.line.map { "line \($0): " } ?? "")\($0.message)" } ?? "")
  }

  /// The consequence of a mistake, for the log.
  private var consequence: String {
    hold.state == .silenced ? "notifications are not spoken until it is mended" : "what held before holds"
  }

  private func change(_ body: (inout SettingsHold) -> Void) {
    scheduler.cancel(&retry)
    let before = current
    body(&hold)
    guard current != before else { return }
    if isKnown { log.info("the configuration has changed") }
    tell(.configured)
  }

  /// Lets the waiting calls continue, and tells the listener about a doubt.
  private func settle(about mistake: String) {
    isKnown = true
    let waiting = waiting
    self.waiting = []
    for body in waiting { body() }
    let doubt = hold.state == .read ? nil : SettingsDoubt(mistake: mistake, isSilent: hold.state == .silenced)
    guard doubt != self.doubt else { return }
    self.doubt = doubt
    tell(.settingsDoubted(doubt))
  }

  /// True if there is a file to read, or one to report an error about.
  private static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }
}

/// The reason why the settings in effect are not those of the files.
struct SettingsDoubt: Equatable {
  /// The mistake: the file, and the cause.
  var mistake: String
  /// True if no notification is spoken, since nobody knows which ones the listener muted.
  var isSilent: Bool
}
