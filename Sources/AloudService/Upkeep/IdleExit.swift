import EventLoop
import Playback

/// A service that nobody wants anything of ends after a while; the bus starts it again when it is called, and then
/// everything is as it was.
@Core
final class IdleExit {
  private let session: Session
  private let keeper: SessionKeeper
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var timer: TimerToken?
  /// Whether nobody is there for whom it must stay.
  var isFree: @Core () -> Bool = { false }
  private let tell: Relay<RoomNotice>

  init(session: Session, keeper: SessionKeeper, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.session = session
    self.keeper = keeper
    self.scheduler = scheduler
    self.log = log
  }

  /// Begins to wait anew: something has happened, or is configured otherwise.
  ///
  /// - Parameter patience: how long it stays with nothing to do; 0: for ever.
  func update(_ patience: Duration) {
    scheduler.cancel(&timer)
    guard session.snapshot.status == .stopped, patience > .zero else { return }
    timer = scheduler.schedule(after: patience) { [weak self] in
      guard let self else { return }
      self.timer = nil
      // A queue that could not be saved is not left behind.
      guard self.isFree(), self.session.snapshot.tracks.isEmpty || self.keeper.isKept else {
        return self.update(patience)
      }
      self.log.info("nothing to do for \(patience): leaving")
      self.tell(.idle)
    }
  }
}
