import Playback
import Speech

/// A report from a part of the session.
enum PartReport {
  case output(OutputDriver.Report)
  case feeder(Feeder.Report)
  case synthesis(Synthesis.Report)
  /// A track's length is better known than at the last announcement.
  case measured(Track)
  /// A word or sentence begins to be heard, at a media frame.
  case heard(HeardAnnouncer.Heard, Frame)
  /// A text that is still being written has been silent for a while.
  case silent(Player.Epoch)
  /// The sleep timer, or a long silence of the place, has an event for the player.
  case player(Player.Event)
  /// A text should be heard but cannot.
  case missing(TrackID, ReadingError)
  /// Something is fed, heard or known that others wait for.
  case progress
  /// Details outside the snapshot may be others: the unit that is heard, the last error.
  case details
  /// A notice for the service.
  case notice(SessionNotice)
}
