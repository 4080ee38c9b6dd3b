import EventLoop
import Reading
import Vocabulary
import Workers

/// Finds out that another version of the service has been installed, and asks for a restart if that version can run.
///
/// An upgrade replaces the files one by one. Nothing is done until they have been unchanged for a moment and the new
/// program has checked that it and its workers can start: a version that cannot start would silence the listener.
@Core
final class SelfRestart {
  /// The time without changes after which the files count as complete.
  private static let stillness = Duration.seconds(1)
  /// The time that the new program has to check itself.
  private static let patience = Duration.seconds(10)
  /// The time after which a program that cannot start is tried once more, even if no change was reported.
  private static let secondTry = Duration.seconds(5)

  private let program: OwnProgram
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var watch: FileWatch?
  private var timer: TimerToken?
  private var isTrying = false
  /// The file that could not start, and a flag: true if that has been logged.
  private var failed: (file: OwnProgram.Identity, isTold: Bool)?
  /// True if a restart is wanted: another program is installed, and can run.
  private(set) var isWanted = false
  private let tell: Relay<RoomNotice>

  /// The program that will take over.
  var path: String { program.path }

  init(_ program: OwnProgram, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.program = program
    self.scheduler = scheduler
    self.log = log
    watch = FileWatch(paths: program.paths, scheduler: scheduler) { [weak self] in self?.look() }
    // The file may have been replaced during the start.
    if program.replacement != nil { look() }
  }

  isolated deinit { scheduler.cancel(&timer) }

  /// Checks if the files were replaced, once they have been unchanged for a moment.
  private func look(after time: Duration = stillness) {
    guard !isWanted else { return }
    scheduler.cancel(&timer)
    timer = scheduler.schedule(after: time) { [weak self] in
      self?.timer = nil
      self?.settled()
    }
  }

  private func settled() {
    guard !isTrying, let file = program.replacement else { return }
    do throws(Trouble) {
      try LineInquiry(
        HeldProgram(program.path), arguments: ["--check"], limits: LineInquiry.Limits(bytes: 1024, lines: 8),
        patience: Self.patience, scheduler: scheduler
      ) { [weak self] result in self?.triedOut(file, result) }
      isTrying = true
    } catch {
      stay(file, error)
    }
  }

  private func triedOut(_ file: OwnProgram.Identity, _ result: Result<[String], Trouble>) {
    isTrying = false
    // The file was replaced once more meanwhile.
    guard program.replacement == file else { return look() }
    switch result {
    case .failure(let error): stay(file, error)
    case .success:
      log.info("\(program.path) was replaced: the service restarts itself")
      isWanted = true
      tell(.restartWanted)
    }
  }

  /// Continues with this program. There is one warning per file.
  private func stay(_ file: OwnProgram.Identity, _ error: Trouble) {
    guard let failed, failed.file == file else {
      failed = (file, false)
      return look(after: Self.secondTry)
    }
    if !failed.isTold {
      self.failed = (file, true)
      log.warning("\(program.path) was replaced by a program that does not start (\(error)): this one goes on")
    }
  }
}
