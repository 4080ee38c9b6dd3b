import EventLoop
import Speech
import Vocabulary

/// Tries engines and voices that are ill again, with what they failed to do, while nobody waits for it.
@Core
final class EngineCare {
  private let listing: VoiceListing
  private let scheduler: any Scheduler
  private var health: EngineHealth
  private var trials: [Patient: TimerToken] = [:]
  /// Called when an engine or a voice has fallen ill, and why, and when it is well again, without a reason.
  var tell: (@Core (Patient, Trouble?) -> Void)?

  /// - Parameter firstWait: see ``EngineHealth``.
  init(listing: VoiceListing, scheduler: any Scheduler, firstWait: Duration) {
    (self.listing, self.scheduler) = (listing, scheduler)
    health = EngineHealth(firstWait: firstWait)
  }

  /// The reason for which an engine speaks nothing; `nil` if it is well.
  func trouble(of engine: String) -> Trouble? { health.trouble(of: .engine(engine)) }

  /// The reason for which a voice speaks nothing, be it that of its engine; `nil` if both are well.
  func trouble(of voice: VoiceID) -> Trouble? { trouble(of: voice.engine) ?? health.trouble(of: .voice(voice)) }

  /// The voices that speak nothing although their engines are well, and why.
  var voiceTroubles: [(voice: VoiceID, trouble: Trouble)] { health.voices }

  /// An engine speaks nothing, whatever the text is, or a voice does not.
  ///
  /// - Parameters:
  ///   - voice: the voice, if it has processes of its own; `nil` for the engine.
  ///   - text: one that was not spoken; `nil` if the engine has not listed its voices.
  func fellIll(_ engine: SpeechEngine, _ voice: VoiceID? = nil, _ trouble: Trouble, _ text: JoinedSpeech.Part?) {
    let patient = voice.map { Patient.voice($0) } ?? .engine(engine.engine)
    let isNews = health.failed(patient, trouble, at: scheduler.now)
    setTrial(of: patient, engine, text)
    if isNews { tell?(patient, trouble) }
  }

  /// An engine works, and a voice of it if it has spoken.
  func worked(_ engine: SpeechEngine, _ voice: VoiceID? = nil) {
    recovered(.engine(engine.engine))
    if let voice { recovered(.voice(voice)) }
  }

  private func recovered(_ patient: Patient) {
    guard health.recovered(patient) else { return }
    scheduler.cancel(&trials[patient])
    tell?(patient, nil)
  }

  /// An engine is not installed any more.
  func forget(_ engine: String) {
    forget(.engine(engine))
    forgetVoices(of: engine)
  }

  /// The voices of an engine may be others now: each may work.
  func forgetVoices(of engine: String) {
    for ill in health.voices where ill.voice.engine == engine { forget(.voice(ill.voice)) }
  }

  private func forget(_ patient: Patient) {
    _ = health.recovered(patient)
    scheduler.cancel(&trials[patient])
  }

  private func setTrial(of patient: Patient, _ engine: SpeechEngine, _ text: JoinedSpeech.Part?) {
    guard let moment = health.nextTrial(of: patient), trials[patient] == nil else { return }
    trials[patient] = scheduler.schedule(at: moment) { [weak self] in self?.attempt(patient, engine, text) }
  }

  private func attempt(_ patient: Patient, _ engine: SpeechEngine, _ text: JoinedSpeech.Part?) {
    trials[patient] = nil
    guard health.beginTrial(of: patient, at: scheduler.now) else { return }
    guard let text else { return listing.askAgain(engine) }
    _ = engine.speak(text.text, runs: text.runs, configuration: text.configuration) { [weak self] event in
      switch event {
      case .done: self?.worked(engine, text.configuration.voice)
      case .failed(let trouble): self?.fellIll(engine, patient.voice, trouble, text)
      case .samples, .mark, .reached, .skipped, .otherVoice: break
      }
    }
  }
}
