import AloudAPI
import BusValues
import Configuration
import DBusKit
import Documents
import EventLoop
import MPRIS
import PipeWireKit
import Playback
import Recordings
import Speech
import Vocabulary
import Workers

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The drivers of a whole service that a test moves by hand. It has no bus, and nobody but the test uses it.
@Core
final class ManualDrivers {
  let clock = ManualScheduler()
  let machine = ManualClock()
  let voice: CountingVoice
  let reader: ScriptedReader
  let files = ManualFiles()
  let settings: ManualSettings
  let output: ManualOutput
  private let sounds = Relay<SoundEvent>()

  init(_ settings: Settings = Settings()) {
    voice = CountingVoice(scheduler: clock)
    reader = ScriptedReader(scheduler: clock)
    self.settings = ManualSettings(settings)
    output = ManualOutput(scheduler: clock, events: sounds)
  }

  /// A service on these drivers.
  func service() -> Service {
    let recordings = ManualRecordings(scheduler: clock)
    let clock = clock
    let reading = ReadingDrivers(
      engine: voice, reader: reader, playlists: ManualPlaylists(scheduler: clock), recordings: recordings,
      peaks: NoPeaks(), levels: nil, files: files, pairedFiles: ManualTextsBeside(), covers: ManualCovers(),
      keptTexts: nil, settings: settings,
      bus: .none(clock), statePath: nil, historyFile: nil, textLimit: 1 << 20,
      scheduler: clock, log: ServiceLog(level: .error), rooms: Relay())
    return Service(
      ServiceDrivers(
        reading: reading, clock: machine, engines: voice, engineFolders: [], readers: reader, settings: settings,
        sound: output,
        output: OutputDriver(
          output, events: sounds, linger: .seconds(3), releaseAfter: .seconds(180), scheduler: clock),
        makeAnnouncementOutput: { _ in
          let sounds = Relay<SoundEvent>()
          let output = ManualOutput(scheduler: clock, events: sounds)
          return (
            OutputDriver(output, events: sounds, linger: .zero, releaseAfter: .seconds(2), scheduler: clock), output
          )
        }, waveforms: nil, systemBus: .none(clock),
        names: (AloudBus.name, MPRISBus.name), isAlone: false, kept: ServiceDrivers.KeptFiles(), program: nil))
  }
}

extension LastingBus {
  /// A bus that is never there.
  fileprivate static func none(_ clock: ManualScheduler) -> LastingBus {
    LastingBus(scheduler: clock) { () throws(BusError) in
      throw BusError(name: BusError.Name.noServer, message: "there is no bus")
    }
  }
}

/// Nobody looks at pictures of recordings.
@Core
final class NoPeaks: PeakOpener {
  private final class Decoder: PeakDecoder {
    func wantPeaks(frames: Int, each: Int) {}
    func wantLevels(count: Int) {}
    func seek(to frame: Int64) {}
    func abandon() {}
  }

  func openPeaks(_ file: any TextFile, events: @escaping @Core (RecordingEvent) -> Void) -> any PeakDecoder {
    Decoder()
  }
}

// A sound server on which no other program plays, and whose devices are unknown.
extension ManualOutput: SoundServer {
  func followOthers(_ take: @escaping @Core ([OtherStream]) -> Void) {}
  func watchOthers(_ isWanted: Bool) {}
  func askIfSessionManager(_ process: UInt32, done: @escaping @Core (Bool?) -> Void) { done(nil) }
  func followSinks(_ take: @escaping @Core () -> Void) {}
  var knowsSinks: Bool { false }
  var sinkLevel: SinkLevel? { nil }
  func hasSink(_ name: String) -> Bool { false }
  func level(ofSink name: String) -> SinkLevel? { nil }
  func setVolume(_ volume: CubicLevel, ofSink serial: UInt64) {}
  var serverVersion: String { "" }
  var hasDummySinkOnly: Bool { false }
  var state: AudioOutput.State { .closed }
  func configure(_ settings: Settings.Output) {}
}

extension CountingVoice: SpeechEngines {
  func follow(_ take: @escaping @Core (EngineNews) -> Void) {}
  func lookForInstalled(with commands: [EngineCommand]) throws(Trouble) {}
  var voiceFolders: [String] { [] }
  func voicesMayHaveChanged(isSeen: Bool) {}
  var isListing: Bool { false }
  func whenListed(_ body: @escaping @Core () -> Void) { body() }
  func help(changes: any VoiceChanges) {}
  func help(substitute: @escaping @Core (_ voice: VoiceID, _ found: @escaping @Core (VoiceID?) -> Void) -> Void) {}
}

extension ScriptedReader: DocumentReaders {
  func warm() {}
  func setStandby(_ isOn: Bool) {}
  func release() {}
}

extension ManualSettings: SettingsFiles {
  var paths: [String] { [] }
  func read() {}
  var isReading: Bool { false }
  func whenRead(_ body: @escaping @Core () -> Void) { body() }
}
