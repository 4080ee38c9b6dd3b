import BusValues
import Configuration
import DBusKit
package import EventLoop
import PipeWireKit
import Reading

/// Everything outside the service that it stands on. `aloudd` brings the real ones, and a test those that it moves by
/// hand. A value.
@Core
package struct ServiceDrivers {
  /// The files in which small wishes are kept, or notes for the next service; `nil`: nothing is kept.
  @Core
  struct KeptFiles {
    /// The volume of a sink that is raised.
    var floor: FloorFile?
    /// The pause of announcements.
    var pause: PauseFile?
    /// The wish to hear the desktop's notifications.
    var watch: WatchFile?
  }

  /// Those of the reading.
  var reading: ReadingDrivers
  var clock: any MachineClock
  var engines: any SpeechEngines
  /// The folders in which engines are installed.
  var engineFolders: [String]
  var readers: any DocumentReaders
  var settings: any SettingsFiles
  /// The sound server, and the output of the reading to it.
  var sound: any SoundServer
  var output: OutputDriver
  /// Makes the output of announcements when something is announced.
  var makeAnnouncementOutput: @Core (Settings.Output) -> (OutputDriver, any SoundServer)
  var waveforms: (any WaveformKeeper)?
  /// The system bus, not connected yet.
  var systemBus: LastingBus
  /// The names on the session bus.
  var names: (own: BusName, player: BusName)
  /// True if it is the only service of the session, whose wishes outlive it.
  var isAlone: Bool
  var kept: KeptFiles
  /// The running program, which an upgrade replaces; `nil` if it is not known.
  var program: OwnProgram?

  var scheduler: any Scheduler { reading.scheduler }
  /// The session bus.
  var bus: LastingBus { reading.bus }
  var log: ServiceLog { reading.log }
  /// Gets the notices of all rooms but the session.
  var rooms: Relay<RoomNotice> { reading.rooms }
}
