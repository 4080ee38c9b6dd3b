import Playback
import Speech

/// Something that a part of the session tells it.
enum PartReport {
  case output(OutputDriver.Report)
  case feeder(Feeder.Report)
  case synthesis(Synthesis.Report)
  /// A track's length is better known than when it was last announced.
  case measured(SpokenTrack)
  /// A word or sentence begins to be heard, at a media frame.
  case heard(HeardAnnouncer.Heard, Frame)
  /// The end of the unit that was heard has come.
  case unitPassed
  /// A text that is still being written has said nothing for a while.
  case silent(Player.Epoch)
  /// The sleep timer has something for the player.
  case sleep(Player.Event)
  /// A text should be heard and cannot.
  case missing(TrackID, ReadingError)
}
