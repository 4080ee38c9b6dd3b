import AloudAPI
import BusValues
import Configuration
import Documents
import EventLoop
import PipeWireKit
import Playback
import Reading
import Speech

/// The player of announcements: a session of its own with a stream of its own, by the same code as the reading. It has
/// no queue that anybody sees, and nobody controls it over MPRIS.
///
/// It exists from the first announcement on; its stream and its connection to PipeWire end two seconds after each.
@Core
final class AnnouncementStage {
  /// The silence after which the stream and the connection to PipeWire are given up.
  private static let releaseAfter = Duration.seconds(2)
  /// The time for which the stream runs on without sound for screen-reading programs.
  private static let standby = Duration.seconds(3600)

  let session: Session
  let output: OutputDriver
  let transport: Transport
  private let openings: OpeningQueue
  private let audio: (any SoundServer)?

  /// - Parameters:
  ///   - output: the output of announcements.
  ///   - audio: its stream, if it is a real one.
  ///   - engine: that of the reading.
  ///   - notify: gets the notices of the session.
  init(
    output: OutputDriver, audio: (any SoundServer)? = nil, engine: any Synthesizer, reader: any TextReader,
    recordings: any RecordingOpener,
    settings: any KnownSettings, clock: any MachineClock, rooms: Relay<RoomNotice>, scheduler: any Scheduler,
    notify: @escaping @Core (SessionNotice) -> Void
  ) {
    self.output = output
    self.audio = audio
    session = Session(
      engine: AnnouncementEngine(engine), output: output, scheduler: scheduler, clock: clock, seed: 0)
    openings = OpeningQueue(
      session: session, reader: reader, recordings: recordings, admission: AnnouncementAdmission(),
      covers: NoCovers(), scheduler: scheduler)
    // The lane orders each announcement by itself.
    openings.heedsSilence = false
    transport = Transport(
      session: session, openings: openings, engine: engine, settings: settings, isUrgent: true, rooms)
    session.notify = { [openings] notice in
      if case .left(let id) = notice { openings.forget(id) }
      notify(notice)
    }
  }

  /// Plays clips, for which no voice is needed.
  ///
  /// - Parameter source: has the text of the clips.
  func play(
    _ clips: UtteranceParts, _ source: TextSource, admitting: @escaping OpeningQueue.Admitting,
    completion: @escaping OpeningQueue.Completion
  ) {
    session.openOutput()
    var request = OpeningRequest(
      source: source, voices: VoiceChoice(VoiceConfiguration(voice: ""), from: nil), placement: .now)
    request.parts = clips
    request.isSaid = true
    openings.open(request, admitting: admitting, completion: completion)
  }

  /// Keeps the stream ready between announcements, for screen-reading programs.
  var isKeptReady = false {
    didSet {
      output.configure(
        linger: isKeptReady ? Self.standby : .zero, releaseAfter: Self.releaseAfter, showsTitle: false)
      if !isKeptReady { output.endStandby() }
    }
  }

  /// Applies a changed configuration.
  func configure(_ settings: Settings.Output) { audio?.configure(settings) }

  /// The output to PipeWire, which is closed soon after the last sound.
  ///
  /// Its role tells mixers and session managers what it is. Its volume is ours alone: what the session manager stored
  /// for the role would be that of other programs.
  static func makeOutput(_ settings: Settings.Output, scheduler: any Scheduler) -> (OutputDriver, AudioOutput) {
    let sounds = Relay<SoundEvent>()
    let audio = AudioOutput(
      configuration: AudioOutput.Configuration(
        nodeName: "aloud-announcements", cycles: CycleLengths(settings), role: "Notification", isRestored: false),
      scheduler: scheduler
    ) { sounds($0) }
    return (
      OutputDriver(audio, events: sounds, linger: .zero, releaseAfter: releaseAfter, scheduler: scheduler), audio
    )
  }
}

/// Announcements are few and short: their lane has limits of its own.
@Core
private final class AnnouncementAdmission: Admission {
  let room = 64
  func grow(_ track: TrackID, to bytes: Int) -> Bool { bytes <= 1 << 20 }
}

/// No card shows an announcement.
@Core
private final class NoCovers: CoverKeeper {
  func keep(_ image: CoverImage, named name: String, known: @escaping @Core (String) -> Void) {}
}
