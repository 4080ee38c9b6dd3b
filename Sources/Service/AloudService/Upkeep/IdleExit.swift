import EventLoop
import Playback
import Reading
import Vocabulary

/// Ends a service that is not used after a while. The bus starts it again at the next call, with the state unchanged.
@Core
final class IdleExit {
  private let session: Session
  private let keeper: SessionKeeper
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var timer: TimerToken?
  /// True once the service can be called. The bus starts it for a call: if it ended before it has its name, while it
  /// waits for the state of the last run, that call would wait until the bus gives up.
  private var isReachable = false
  private var patience = Duration.zero
  private let isFree: @Core () -> Bool
  private let tell: Relay<RoomNotice>

  /// - Parameter isFree: true if no client needs the service to stay.
  init(
    session: Session, keeper: SessionKeeper, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>,
    isFree: @escaping @Core () -> Bool
  ) {
    self.tell = tell
    self.isFree = isFree
    self.session = session
    self.keeper = keeper
    self.scheduler = scheduler
    self.log = log
  }

  /// The service can be called from now on: the wait begins.
  func begin() {
    isReachable = true
    update(patience)
  }

  /// Restarts the wait: something has happened, or the configuration has changed.
  ///
  /// - Parameter patience: the time without work after which the service ends; 0: never.
  func update(_ patience: Duration) {
    self.patience = patience
    scheduler.cancel(&timer)
    guard isReachable, session.snapshot.status == .stopped, patience > .zero else { return }
    timer = scheduler.schedule(after: patience) { [weak self] in
      guard let self else { return }
      self.timer = nil
      // The service stays if its queue could not be saved.
      guard self.isFree(), self.session.snapshot.tracks.isEmpty || self.keeper.isKept else {
        return self.update(patience)
      }
      self.log.info("nothing to do for \(patience): leaving")
      self.tell(.idle)
    }
  }
}
