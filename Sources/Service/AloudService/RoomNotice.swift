import Announcements
import DBusKit
import PipeWireKit
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
  /// Something that clients are told of, and that is in no snapshot, has changed.
  case detailsChanged
  /// Files of a playlist cannot be read, and no client waits for them.
  case refused([Opened.Refusal])
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
  /// A client wants the service to end.
  case endWanted
  /// The service owns its name on the session bus.
  case reachable
  /// The service cannot have its name.
  case unreachable(Service.StartError)
  /// The connection to the session bus is gone.
  case busLost
  /// There is a new connection to the session bus.
  case busReturned(BusConnection)

  // MARK: Announcements

  /// There is news about an announcement, with its request as long as there is one.
  case announced(AnnouncementNotice, AnnouncementRoom.Request?)
  /// A word of an announcement is heard whose client wants to know.
  case announcedWord(AnnouncedWord, Announcement.ID, AnnouncementRoom.Request)
  /// An announcement cannot be spoken, for a reason.
  case announcementFailed(String)
  /// Something is announced after nothing (`true`), or nothing is left (`false`).
  case announcing(Bool)
  /// Something may have changed in what is announced, or in what is heard of it.
  case announcementsTurned
  /// The machine has woken up: who may hear an announcement is to be found out anew, before one goes on.
  case announcementsGoOn
  /// The desktop decides about an announcement, and has to be asked.
  case desktopWanted
  /// The volume of the sink of announcements is wanted, so that their output has to connect.
  case sinkWanted

  // MARK: The desktop

  /// While the lock is watched: its state became known or has changed, or the session on the screen is another one.
  case screenChanged
  /// The desktop's do-not-disturb became known or has changed.
  case doNotDisturbChanged
  /// A first call begins (`true`), or the last one has ended (`false`).
  case inCall(Bool)
  /// The streams of other programs have changed; none if they are not watched any more.
  case otherStreams([OtherStream])
}
