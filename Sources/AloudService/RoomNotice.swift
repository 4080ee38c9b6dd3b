import Playback

/// Something that a room of the service other than the session tells it, at the moment that it happens.
enum RoomNotice {
  /// The state of an earlier run has been restored; this may come late if the disk was missing at first.
  case takenUp
  /// The machine has woken up.
  case wokeUp
  /// The kinds of events that anybody wants have changed.
  case subscriptionsChanged
  /// Another playlist is the active one.
  case playlistsChanged
  /// Something in the library is different that clients are told of.
  case libraryChanged(LibraryCatalogue.Change)
  /// A track may be measured now.
  case measurable(SpokenTrack)
  /// The settings that hold have changed.
  case configured
  /// The service has had nothing to do for long enough.
  case idle
  /// The session bus has been away for too long.
  case busMissed
  /// A restart of the service has become wanted.
  case restartWanted
  /// There is nothing to give way to: what waited for it goes on.
  case restartUnwanted
}
