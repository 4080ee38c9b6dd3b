import DBusKit
import EventLoop
import Reading

/// The ports of the reading, and what its parts need of the rest of the service. A value.
@Core
struct ReadingDrivers {
  var engine: any Synthesizer & EngineIdentity
  var reader: any TextReader
  var playlists: any PlaylistFiles
  var recordings: any RecordingOpener
  /// Opens recordings for what is found in them beside the playing.
  var peaks: any PeakOpener
  /// Keeps the levels of recordings; `nil`: they are found each time.
  var levels: (any LevelKeeper)?
  /// Opens what clients ask for.
  var files: any TextOpening
  /// Opens the texts beside recordings.
  var pairedFiles: any PairedFiles
  var covers: any CoverKeeper
  /// The texts of an earlier run; `nil`: the listener's files, and copies in the store.
  var keptTexts: (any KeptTexts)?
  var settings: any KnownSettings
  /// The session bus, on which the programs are seen that bring texts one by one.
  var bus: LastingBus
  /// The folder of the state; `nil`: nothing is kept.
  var statePath: String?
  /// The history for the next service; `nil`: none.
  var historyFile: HistoryFile?
  /// The bytes of text that one program may have in the queue.
  var textLimit: Int
  var scheduler: any Scheduler
  var log: ServiceLog
  /// Gets the notices of the parts.
  var rooms: Relay<RoomNotice>
}
