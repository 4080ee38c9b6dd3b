import Configuration
import EventLoop
import Playback
import Reading
import Store
import Vocabulary

/// Restores the parts of the last run that come back by themselves, besides the queue and the place: its levels, or
/// those of the configuration; and sound, if wanted.
@Core
final class Resumption {
  /// The longest pause after which sound resumes by itself.
  private static let patience = Duration.seconds(30)
  /// The number of crashes in a row after which a text stays paused.
  private static let mostCrashes = 3

  private let session: Session
  private let keeper: SessionKeeper
  private let settings: any KnownSettings
  private let log: ServiceLog

  init(session: Session, keeper: SessionKeeper, settings: any KnownSettings, log: ServiceLog) {
    self.session = session
    self.keeper = keeper
    self.settings = settings
    self.log = log
  }

  /// Continues the last run, as soon as the configuration is known.
  func goOn() {
    settings.whenKnown { [weak self] in
      guard let self else { return }
      self.takeLevels()
      // A sleep timer is restored only together with sound: a reading that resumes by itself also ends by itself.
      let sleep = self.keeper.former.takeSleep()
      guard self.isSoundWanted else { return }
      if let sleep { self.session.send(.setSleep(sleep.left(at: .now))) }
      self.session.send(.play)
      // A reading that was heard on headphones resumes there, or not at all.
      if let route = self.keeper.former.takeRoute() { self.session.output.audio.goOn(at: route) }
    }
  }

  private func takeLevels() {
    let player = settings.current.player
    if !keeper.hasRate, session.snapshot.globalRate == 1 { session.send(.setGlobalRate(player.rate)) }
    if let volume = keeper.takeVolume(), player.rememberVolume, session.snapshot.volume == 1 {
      session.send(.setVolume(volume))
    }
  }

  private var isSoundWanted: Bool {
    let wasPlaying = keeper.former.takeWasPlaying()
    if keeper.takeWord(), session.snapshot.pauseReason == .restart { return true }
    guard settings.current.state.resume == .asItWas, wasPlaying, session.snapshot.pauseReason == .restart else {
      return false
    }
    let history = keeper.history
    guard history.crashes < Self.mostCrashes else {
      log.warning("the service ended \(history.crashes) times while it read this text: it stays paused")
      return false
    }
    return history.age.map { $0 <= Self.patience } ?? false
  }
}
