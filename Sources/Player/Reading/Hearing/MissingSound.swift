import EventLoop
import Playback
import Vocabulary

/// Reports a text that should be heard but cannot, because there is no way to make sound; once per text.
///
/// The text stays in the queue and continues when sound is possible. Clients that wait for a text learn that they wait
/// in vain.
@Core
final class MissingSound {
  /// Longer than a restart of the sound server.
  private static let patience = Duration.seconds(2)
  /// For a text that has begun: a device that is plugged in again at once needs no message.
  private static let patienceWithin = Duration.seconds(10)

  private let scheduler: any Scheduler
  /// The current track, which cannot be heard.
  private var held: TrackID?
  /// The reason.
  private var error: ReadingError?
  /// Tracks that were queued meanwhile and not reported yet.
  private var further: [TrackID] = []
  /// Tracks that were in the queue already.
  private var known: Set<TrackID> = []
  private var timer: TimerToken?
  private let reports: Relay<PartReport>

  init(scheduler: any Scheduler, _ reports: Relay<PartReport>) {
    self.scheduler = scheduler
    self.reports = reports
  }

  /// Checks the player after each turn.
  func update(_ player: Player) {
    error = error(player)
    let now = error == nil ? nil : player.current
    if now != held { begin(now, player) } else if now != nil, known.count != player.ids.count { notice(player.ids) }
  }

  private func begin(_ now: TrackID?, _ player: Player) {
    held = now
    scheduler.cancel(&timer)
    (known, further) = ([], [])
    guard let now else { return }
    known = Set(player.ids)
    further = [now]
    wait(player.hasStarted(now) ? Self.patienceWithin : Self.patience)
  }

  /// The first of several new texts is enough: a client that waits for it waits for all.
  private func notice(_ ids: [TrackID]) {
    if let new = ids.first(where: { !known.contains($0) }) { further.append(new) }
    known = Set(ids)
    wait(Self.patience)
  }

  private func wait(_ patience: Duration) {
    guard timer == nil, !further.isEmpty else { return }
    timer = scheduler.schedule(after: patience) { [weak self] in
      guard let self else { return }
      timer = nil
      let missing = further.filter(known.contains)
      further = []
      guard let error else { return }
      for id in missing { reports(.missing(id, error)) }
    }
  }

  /// The reason why the current text cannot be heard; `nil` if it can, or need not.
  private func error(_ player: Player) -> ReadingError? {
    guard player.wantsSound, player.current != nil else { return nil }
    switch player.pauseReason {
    case .serverLost: return ReadingError(.noAudio, "PipeWire cannot be reached; the text waits in the queue")
    case .noSink: return ReadingError(.noAudio, "there is no sink to play to; the text waits in the queue")
    case .noLink:
      return ReadingError(
        .noAudio, "PipeWire connects the sound to no sink, and has to be restarted; the text waits in the queue")
    default: return nil
    }
  }
}
