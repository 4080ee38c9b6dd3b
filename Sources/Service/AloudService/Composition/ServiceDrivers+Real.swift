import AloudAPI
import BusValues
import Configuration
import DBusKit
package import EventLoop
import Glibc
import MPRIS
import PipeWireKit
import Playback
import Reading
import Store
import Vocabulary
import Workers

extension ServiceDrivers {
  /// The real ones: the workers, the session bus and PipeWire.
  ///
  /// - Throws: ``Service/StartError``: `noWorkers` or `noBus`.
  package init(_ options: Service.Options, scheduler: any Scheduler = Core.loop) throws(Service.StartError) {
    let rooms = Relay<RoomNotice>()
    let log = ServiceLog(level: Settings().service.logLevel)
    let settings = SettingsSource(scheduler: scheduler, log: log, rooms)
    let engines: EngineDirectory
    let readers: DocumentReader
    do throws(Trouble) {
      // The engine takes longest until it can speak. It starts first, beside everything that follows.
      engines = EngineDirectory([try EngineProgram.usual()], lists: VoiceLists(), scheduler: scheduler)
      engines.voices { _ in }
      // From here on the workers are those of this build, whatever an upgrade does to their files.
      engines.complete(try EngineProgram.installed())
      readers = DocumentReader(try WorkerExecutable.read.program(), scheduler: scheduler)
    } catch {
      throw .noWorkers("\(error)")
    }
    let bus: LastingBus
    do throws(BusError) {
      bus = LastingBus(try BusConnection.session(scheduler: scheduler), scheduler: scheduler) { () throws(BusError) in
        try BusConnection.sessionAddress()
      }
    } catch {
      throw .noBus(error.message)
    }
    let sounds = Relay<SoundEvent>()
    let sound = AudioOutput(settings.current.output, scheduler: scheduler, events: sounds)
    let decoders = SoundDecoders(indices: .indices(scheduler: scheduler), scheduler: scheduler)
    // An instance beside the first one leaves no state.
    let isAlone = !options.isNewInstance
    let reading = ReadingDrivers(
      engine: engines, reader: readers, playlists: readers, recordings: decoders, peaks: decoders,
      levels: LevelCache(scheduler: scheduler),
      files: FileOpening(scheduler: scheduler), pairedFiles: BesideRecordings(scheduler: scheduler),
      covers: Covers(cache: CoverCache(), reader: readers, scheduler: scheduler), settings: settings, bus: bus,
      statePath: isAlone ? UserFolder.state : nil, historyFile: isAlone ? HistoryFile() : nil,
      textLimit: options.textLimit, scheduler: scheduler, log: log, rooms: rooms)
    self.init(
      reading: reading, clock: KernelClock(), engines: engines,
      engineFolders: EngineProgram.folder.map { [$0] } ?? [], readers: readers, settings: settings, sound: sound,
      output: OutputDriver(
        sound, events: sounds, linger: settings.current.output.linger,
        releaseAfter: settings.current.output.releaseAfter, scheduler: scheduler),
      makeAnnouncementOutput: { AnnouncementStage.makeOutput($0, scheduler: scheduler) },
      waveforms: WaveformCache(scheduler: scheduler),
      systemBus: LastingBus(scheduler: scheduler) { BusConnection.systemAddress() },
      names: isAlone
        ? (AloudBus.name, MPRISBus.name)
        : (
          BusName(stringLiteral: "\(AloudBus.name.text).instance\(getpid())"),
          MPRISBus.instanceName(processID: getpid())
        ),
      isAlone: isAlone,
      kept: isAlone ? KeptFiles(floor: FloorFile(), pause: PauseFile(), watch: WatchFile()) : KeptFiles(),
      program: OwnProgram())
  }
}
