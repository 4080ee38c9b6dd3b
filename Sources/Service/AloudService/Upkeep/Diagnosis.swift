import AloudAPI
import Configuration
import EventLoop
import PipeWireKit
import Playback
import Reading
import Speech
import Vocabulary
import VoiceSelection
import Workers

/// The service's checks for `aloud doctor`: each part that a reading needs, and a remedy if it fails.
@Core
final class Diagnosis {
  private let engine: any SpeechEngines
  private let output: OutputDriver
  private let audio: any SoundServer
  private let transport: Transport
  private let systemMonitors: SystemMonitors
  private let keeper: SessionKeeper
  private let notifications: NotificationCalls
  private let announcing: AnnounceCalls
  private let scheduler: any Scheduler

  init(
    engine: any SpeechEngines, output: OutputDriver, audio: any SoundServer, transport: Transport,
    systemMonitors: SystemMonitors, keeper: SessionKeeper, notifications: NotificationCalls,
    announcing: AnnounceCalls, scheduler: any Scheduler
  ) {
    self.engine = engine
    self.output = output
    self.audio = audio
    self.transport = transport
    self.systemMonitors = systemMonitors
    self.keeper = keeper
    self.notifications = notifications
    self.announcing = announcing
    self.scheduler = scheduler
  }

  /// Runs all checks. `done` is called once, within a few seconds.
  func run(_ done: @escaping @Core ([DiagnosisStep]) -> Void) {
    output.warm()
    systemMonitors.look()
    transport.whenReady { [self] voices in
      var steps = [voiceStep(voices)] + engineSteps
      guard let catalogue = try? voices.get(), let configuration = transport.standard(from: catalogue) else {
        return finish(steps, done)
      }
      var isAnswered = false
      attempt(with: configuration) { [self] result in
        guard !isAnswered else { return }
        isAnswered = true
        steps.append(speechStep(result, configuration, catalogue.voice(configuration.voice)))
        finish(steps, done)
      }
    }
  }

  /// Lets a voice make a sound that nobody hears; `done` gets its length. Not every engine tells one without the sound.
  private func attempt(with voice: VoiceConfiguration, _ done: @escaping @Core (Result<Frame, Trouble>) -> Void) {
    let text = Array("One two three.".utf8)
    if engine.effort(of: voice.voice).isMeasured {
      _ = engine.measure(text, with: voice, [], at: .usual, done: done)
    } else {
      _ = engine.speak(text, with: voice, [], at: .usual, .ahead) { event in
        switch event {
        case .done(let frames): done(.success(frames))
        case .failed(let trouble): done(.failure(trouble))
        case .otherVoice: done(.failure(Trouble(.engine, "another voice speaks in its place")))
        case .samples, .mark, .reached, .skipped: break
        }
      }
    }
  }

  /// The audio server could answer during the earlier steps. If it has not, it gets a little more time.
  private func finish(_ steps: [DiagnosisStep], _ done: @escaping @Core ([DiagnosisStep]) -> Void, tries: Int = 20) {
    if output.isBecomingKnown, tries > 0 {
      scheduler.schedule(after: .milliseconds(50)) { [self] in finish(steps, done, tries: tries - 1) }
    } else {
      systemMonitors.describeLock { [self] lock in
        systemMonitors.doNotDisturb.findUnseen { [self] server in
          done(steps + [outputStep, sleepStep, stateStep, notificationStep(unseen: server), lock.step])
        }
      }
    }
  }

  private func voiceStep(_ voices: Result<VoiceCatalogue, APIError>) -> DiagnosisStep {
    switch voices {
    case .success where !transport.voiceError.isEmpty:
      DiagnosisStep(
        .voices, isWell: false, detail: transport.voiceError,
        cure: "aloud voices; until then the language chooses the voice")
    case .success(let catalogue) where !catalogue.voices.isEmpty:
      DiagnosisStep(.voices, isWell: true, detail: "\(catalogue.voices.count) voices")
    case .success:
      DiagnosisStep(
        .voices, isWell: false, detail: "the engine has no voices", cure: "install \(UsualEngine.dataPackage)")
    case .failure(let error):
      DiagnosisStep(
        .voices, isWell: false, detail: error.message,
        cure: "install aloud for this system, with \(UsualEngine.dataPackage) of the release that it was built with")
    }
  }

  /// A row for each engine, and for each voice, that does not work.
  private var engineSteps: [DiagnosisStep] {
    engine.voiceTroubles.map {
      DiagnosisStep(
        .engine, isWell: false, detail: "the voice \($0.voice) does not work: \($0.trouble)",
        cure: "get its files anew, or remove them; until then other voices read")
    }
      + engine.troubles.map {
        DiagnosisStep(
          .engine, isWell: false, detail: "the engine \($0.engine) does not work: \($0.trouble)",
          cure: "install it anew, or remove it; until then other voices read")
      }
  }

  private func speechStep(
    _ result: Result<Frame, Trouble>, _ configuration: VoiceConfiguration, _ voice: Voice?
  ) -> DiagnosisStep {
    switch result {
    case .success(let frames) where frames > 0:
      Self.speakingStep(configuration, voice)
    case .success:
      DiagnosisStep(
        .speech, isWell: false, detail: "\(configuration.voice) stays silent",
        cure: "choose another voice: `aloud voices`")
    case .failure(let error):
      DiagnosisStep(
        .speech, isWell: false, detail: "\(error)",
        cure: "choose another voice, or reinstall \(UsualEngine.dataPackage)")
    }
  }

  /// A voice that speaks, perhaps not at the pitch that the configuration asks for.
  nonisolated static func speakingStep(_ configuration: VoiceConfiguration, _ voice: Voice?) -> DiagnosisStep {
    let speaks = "\(configuration.voice) speaks, at \(configuration.wordsPerMinute) wpm"
    guard voice?.hasOnePitch == true, configuration.hasOtherPitch else {
      return DiagnosisStep(.speech, isWell: true, detail: speaks)
    }
    return DiagnosisStep(
      .speech, isWell: true, detail: "\(speaks); it \(OnePitch.predicate)",
      cure: "choose another voice: `aloud voices`")
  }

  /// Never a failure: some machines never sleep.
  private var sleepStep: DiagnosisStep {
    DiagnosisStep(
      .sleep, isWell: true,
      detail: systemMonitors.hearsOfSleep
        ? "the login manager tells when the machine goes to sleep"
        : "no login manager on the system bus: a machine that goes to sleep does not pause the reading first",
      cure: systemMonitors.hearsOfSleep ? "" : "systemd-logind or elogind, on a machine that sleeps")
  }

  /// The start of the service at a login, as it is added to a sentence.
  private var start: String {
    switch notifications.way {
    case .systemd: "; systemd starts the service at each login"
    case .autostart: "; the desktop starts the service at each login"
    case .none: "; nothing starts the service at a login (\(notifications.startObstacle))"
    }
  }

  /// Never a failure: what is not seen is spoken by `aloud notify`.
  ///
  /// - Parameter server: the notification server whose do-not-disturb is not seen.
  private func notificationStep(unseen server: String?) -> DiagnosisStep {
    let watch = notifications.watch
    let undisturbed = watch.isOn && DesktopTools.missing.isEmpty ? server : nil
    let missing = watch.isOn ? DesktopTools.missing : []
    let paused = announcing.isPaused ? ("; everything that is announced waits", "aloud notify resume") : ("", "")
    func step(_ detail: String, _ cure: String = "") -> DiagnosisStep {
      let unseen =
        missing.map { "; \($0.fact) is not seen, since \($0.program) is not installed" }.joined()
        + (undisturbed.map { "; the do-not-disturb of \($0) is not seen" } ?? "")
      let install =
        (missing.isEmpty ? "" : "apt install " + missing.map(\.package).joined(separator: " "))
        + (undisturbed == nil ? "" : "aloud notify pause, and resume, when you are not to be disturbed")
      return DiagnosisStep(
        .notifications, isWell: true, detail: detail + paused.0 + (watch.isOn ? start : "") + unseen,
        cure: [cure, paused.1, install].filter { !$0.isEmpty }.joined(separator: "; "))
    }
    let why = watch.obstacle
    switch watch.step {
    case .off: return step("those of other programs are not spoken (`aloud notify on`)")
    case .waiting: return step("the bus has not answered yet", "aloud doctor, in a moment")
    case .monitor: return step("watched through a monitor connection")
    case .eavesdropping:
      return step(
        "watched through copies of messages, without the numbers by which they are replaced and closed, since the bus "
          + "allows no monitor: \(why)")
    case .own:
      return step(
        "only those of `aloud notify` are spoken, since the bus lets nobody see others: \(why)",
        "the bus's policy, in session.conf, must allow org.freedesktop.DBus.Monitoring")
    }
  }

  private var stateStep: DiagnosisStep {
    let report = keeper.report
    return DiagnosisStep(.state, isWell: report.isWell, detail: report.detail, cure: report.cure)
  }

  /// Checks the volumes and mutes: sound that reaches the sink may still be inaudible.
  private func readyStep(_ sink: String?) -> DiagnosisStep {
    let version = audio.serverVersion
    let server = version.isEmpty ? "PipeWire" : "PipeWire \(version)"
    let name = sink.map { "\(server), \($0)" } ?? server
    let loudness = audio.loudness
    func unheard(_ why: String, _ cure: String) -> DiagnosisStep {
      DiagnosisStep(.output, isWell: false, detail: "\(name): \(why)", cure: cure)
    }
    if loudness.isStreamMuted { return unheard("aloud is muted in the mixer", "unmute it there, as in pavucontrol") }
    if audio.volume == 0 { return unheard("the volume of aloud is 0", "aloud volume 80") }
    if loudness.isSinkMuted { return unheard("the sink is muted", "wpctl set-mute @DEFAULT_AUDIO_SINK@ 0") }
    if loudness.sinkVolume == 0 {
      return unheard("the volume of the sink is 0", "wpctl set-volume @DEFAULT_AUDIO_SINK@ 50%")
    }
    return DiagnosisStep(.output, isWell: true, detail: name)
  }

  private var outputStep: DiagnosisStep {
    func bad(_ detail: String, _ cure: String) -> DiagnosisStep {
      DiagnosisStep(.output, isWell: false, detail: detail, cure: cure)
    }
    switch audio.state {
    case .ready(let sink): return readyStep(sink)
    case .noSink where audio.hasDummySinkOnly:
      return bad(
        "PipeWire has no sink but its Dummy Output, which is silent",
        "connect a sound card; `wpctl status` lists the sinks")
    case .noSink: return bad("PipeWire has no sink", "connect a sound card; `wpctl status` lists the sinks")
    case .unlinked:
      return bad(
        "the session manager connects the sound to no sink",
        "systemctl --user restart pipewire.service wireplumber.service")
    case .serverMissing(.audioServer):
      return bad("PipeWire does not run", "systemctl --user start pipewire.service wireplumber.service")
    case .serverMissing(.sessionManager):
      return bad("no session manager runs", "systemctl --user start wireplumber.service")
    case .closed, .connecting: return bad("PipeWire does not answer", "systemctl --user restart pipewire.service")
    case .failed(let error): return bad("\(error)", "systemctl --user restart pipewire.service")
    }
  }
}
