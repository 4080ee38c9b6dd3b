import EventLoop
import Speech
import Vocabulary

/// Tries engines that are ill again, with what they failed to do, while nobody waits for it.
@Core
final class EngineCare {
  private let listing: VoiceListing
  private let scheduler: any Scheduler
  private var health: EngineHealth
  private var trials: [String: TimerToken] = [:]
  /// Called when an engine has fallen ill, and why, and when it is well again, without a reason.
  var tell: (@Core (_ engine: String, Trouble?) -> Void)?

  /// - Parameter firstWait: see ``EngineHealth``.
  init(listing: VoiceListing, scheduler: any Scheduler, firstWait: Duration) {
    (self.listing, self.scheduler) = (listing, scheduler)
    health = EngineHealth(firstWait: firstWait)
  }

  /// The reason for which an engine speaks nothing; `nil` if it is well.
  func trouble(of engine: String) -> Trouble? { health.trouble(of: engine) }

  /// An engine speaks nothing, whatever the text is.
  ///
  /// - Parameter text: one that it failed to speak; `nil` if it has not listed its voices.
  func fellIll(_ engine: SpeechEngine, _ trouble: Trouble, _ text: JoinedSpeech.Part?) {
    let isNews = health.failed(engine.engine, trouble, at: scheduler.now)
    setTrial(of: engine, text)
    if isNews { tell?(engine.engine, trouble) }
  }

  /// An engine works.
  func worked(_ engine: SpeechEngine) {
    guard health.recovered(engine.engine) else { return }
    scheduler.cancel(&trials[engine.engine])
    tell?(engine.engine, nil)
  }

  /// An engine is not installed any more.
  func forget(_ engine: String) {
    _ = health.recovered(engine)
    scheduler.cancel(&trials[engine])
  }

  private func setTrial(of engine: SpeechEngine, _ text: JoinedSpeech.Part?) {
    guard let moment = health.nextTrial(of: engine.engine), trials[engine.engine] == nil else { return }
    trials[engine.engine] = scheduler.schedule(at: moment) { [weak self] in self?.attempt(engine, text) }
  }

  private func attempt(_ engine: SpeechEngine, _ text: JoinedSpeech.Part?) {
    trials[engine.engine] = nil
    guard health.beginTrial(of: engine.engine, at: scheduler.now) else { return }
    guard let text else { return listing.askAgain(engine) }
    _ = engine.speak(text.text, runs: text.runs, configuration: text.configuration) { [weak self] event in
      switch event {
      case .done: self?.worked(engine)
      case .failed(let trouble): self?.fellIll(engine, trouble, text)
      case .samples, .mark, .reached, .skipped, .otherVoice: break
      }
    }
  }
}
