import EventLoop
import Workers

/// Finds out that another version of the service has been installed, and asks for a restart when that one can run.
///
/// An upgrade replaces the files one after the other. Nothing is done before they have been left alone for a moment, and
/// the new program has found that it and its workers can start: one that cannot would silence the listener.
@Core
final class SelfRestart {
  /// The time for which nothing must change before the files are taken for whole.
  private static let stillness = Duration.seconds(1)
  /// The time that the new program may take to look at itself.
  private static let patience = Duration.seconds(10)
  /// A worker of another version that comes again within this time, without another service, is a fault and no upgrade.
  private static let strangersPatience = Duration.seconds(60)
  /// The time after which a program that cannot start is tried once more, where nothing has told of a change.
  private static let secondTry = Duration.seconds(5)

  private let program: OwnProgram
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var watch: FileWatch?
  private var timer: TimerToken?
  private var isTrying = false
  /// The file that could not start, and whether that has been told.
  private var failed: (file: OwnProgram.Identity, isTold: Bool)?
  /// True if a restart is wanted: another program lies there, and can run.
  private(set) var isWanted = false
  private let tell: Relay<RoomNotice>
  /// When a worker of another version was seen last without another service.
  private var lastStranger: Instant?

  /// The program that is to take over.
  var path: String { program.path }

  /// `nil` where the own file is not known.
  init?(scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    guard let program = OwnProgram() else { return nil }
    self.tell = tell
    self.program = program
    self.scheduler = scheduler
    self.log = log
    watch = FileWatch(paths: program.paths, scheduler: scheduler) { [weak self] in self?.look() }
    // It may have been replaced while this one started.
    if program.replacement != nil { look() }
  }

  isolated deinit { scheduler.cancel(&timer) }

  /// Looks whether the files were replaced, once they are left alone.
  func look() {
    look(after: Self.stillness)
  }

  /// A worker has shown that it belongs to another version of the program. Says whether that is about to take over; if
  /// it is not in the end, ``RoomNotice/restartUnwanted`` tells.
  func isGivingWay() -> Bool {
    if isWanted || isTrying || timer != nil { return true }
    if let file = program.replacement {
      guard failed?.file != file else { return false }
    } else {
      // The service's own file may be the last one to be replaced.
      if let lastStranger, lastStranger.duration(to: scheduler.now) < Self.strangersPatience { return false }
      lastStranger = scheduler.now
    }
    look()
    return true
  }

  private func look(after time: Duration) {
    guard !isWanted else { return }
    scheduler.cancel(&timer)
    timer = scheduler.schedule(after: time) { [weak self] in
      self?.timer = nil
      self?.settled()
    }
  }

  private func settled() {
    guard !isTrying else { return }
    guard let file = program.replacement else { return tell(.restartUnwanted) }
    do throws(WorkerError) {
      try LineInquiry(
        executable: program.path, arguments: ["--check"], limits: LineInquiry.Limits(bytes: 1024, lines: 8),
        patience: Self.patience, scheduler: scheduler
      ) { [weak self] result in self?.triedOut(file, result) }
      isTrying = true
    } catch {
      stay(file, error)
    }
  }

  private func triedOut(_ file: OwnProgram.Identity, _ result: Result<[String], WorkerError>) {
    isTrying = false
    // Replaced once more meanwhile.
    guard program.replacement == file else { return look() }
    switch result {
    case .failure(let error): stay(file, error)
    case .success:
      log.info("\(program.path) was replaced: the service restarts itself")
      isWanted = true
      tell(.restartWanted)
    }
  }

  /// Goes on with this program. Each file is told of once.
  private func stay(_ file: OwnProgram.Identity, _ error: WorkerError) {
    guard let failed, failed.file == file else {
      failed = (file, false)
      return look(after: Self.secondTry)
    }
    if !failed.isTold {
      self.failed = (file, true)
      log.warning("\(program.path) was replaced by a program that does not start (\(error)): this one goes on")
    }
    tell(.restartUnwanted)
  }

}
