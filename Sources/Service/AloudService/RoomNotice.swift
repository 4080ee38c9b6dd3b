import Playback
import Reading

/// An event that a room of the service, other than the session, reports when it happens.
enum RoomNotice {
  /// The state of an earlier run has been restored; this may come late if the disk was missing at first.
  case takenUp
  /// The machine has woken up.
  case wokeUp
  /// The kinds of events that clients want have changed.
  case subscriptionsChanged
  /// Another playlist is the active one.
  case playlistsChanged
  /// The part of the library that clients are told about has changed.
  case libraryChanged(LibraryCatalogue.Change)
  /// A track may be measured now.
  case measurable(Track)
  /// The engine has listed its voices.
  case voicesKnown
  /// An engine or a voice was installed or removed, or an engine has fallen ill or is well again.
  case enginesChanged
  /// The settings in effect have changed.
  case configured
  /// The files of the settings could not be read as a whole; `nil` once they can be.
  case settingsDoubted(SettingsDoubt?)
  /// The service has been idle for long enough.
  case idle
  /// The session bus has been away for too long.
  case busMissed
  /// A restart of the service is wanted now.
  case restartWanted
  /// No other version takes over: waiting requests continue.
  case restartUnwanted
}
