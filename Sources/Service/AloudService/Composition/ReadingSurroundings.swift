import EventLoop
import Playback
import Reading
import Vocabulary

/// The rest of the service, which hears from the reading: the faces on the bus, the desktop, and the upkeep.
///
/// Each call comes from ``ReadingParts/take(_:for:)``, within a turn of the session.
@Core
protocol ReadingSurroundings: AnyObject {
  /// The snapshot has changed.
  func changed(from old: Snapshot, to new: Snapshot)
  /// A turn is over, and the reading has not been saved yet.
  func turns()
  /// A turn is over, and its changes are kept.
  func turned()
  /// Something outside the snapshot has changed.
  func detailsChanged()
  /// An utterance has started or ended, or was interrupted.
  func utterance(_ event: Player.UtteranceEvent, _ id: TrackID)
  /// The position has jumped.
  func seeked(to position: Microseconds)
  /// A word or a sentence begins to be heard.
  func heard(_ heard: HeardAnnouncer.Heard, at position: Microseconds)
  /// A sentence has ended at which the service was to end.
  func departed()
  /// A text cannot be spoken, or not to its end.
  func failed(_ id: TrackID, _ error: ReadingError)
  /// Reading the current text was given up.
  func gaveUp(_ error: ReadingError)
  /// A track has left the queue.
  func left(_ id: TrackID)
  /// The sound moves to another device.
  func routeChanged(_ change: RouteChange)
  /// The reading has been silent for long, and needs nothing that is kept ready.
  func released()
}
