import AloudAPI
import EventLoop
import Playback

/// Tells of a text that should begin and cannot, because there is no way to make sound; once for each.
///
/// The text stays in the queue and begins when there is one. A text that has begun is announced as paused instead.
@Core
final class MissingSound {
  /// A restart of the sound server is over sooner.
  private static let patience = Duration.seconds(2)

  private let scheduler: any Scheduler
  /// What cannot begin; told when no timer is left.
  private var held: TrackID?
  private var timer: TimerToken?
  var onMissing: (@Core (TrackID, APIError) -> Void)?

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Looks at the player after each turn.
  func update(_ player: Player) {
    let error = error(player)
    let now = error == nil ? nil : player.current
    guard now != held else { return }
    held = now
    scheduler.cancel(&timer)
    guard let now, let error else { return }
    timer = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.timer = nil
      self?.onMissing?(now, error)
    }
  }

  /// Why the current text cannot begin; `nil` where it can, or need not.
  private func error(_ player: Player) -> APIError? {
    guard player.wantsSound, let current = player.current, !player.hasStarted(current) else { return nil }
    switch player.pauseReason {
    case .serverLost: return APIError(.noAudio, "PipeWire cannot be reached; the text waits in the queue")
    case .noSink: return APIError(.noAudio, "there is no sink to play to; the text waits in the queue")
    default: return nil
    }
  }
}
