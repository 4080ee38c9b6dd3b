import Configuration
import EventLoop
import Playback
import Store

/// What comes back by itself of the last run beside the queue and the place: its levels, or those of the configuration;
/// and sound, where that is wanted.
@Core
final class Resumption {
  /// Nobody wants to hear by itself what ended longer ago.
  private static let patience = Duration.seconds(30)
  /// A text that the service ends of so often in a row stays paused.
  private static let mostCrashes = 3

  private let session: Session
  private let keeper: SessionKeeper
  private let settings: SettingsSource
  private let log: ServiceLog

  init(session: Session, keeper: SessionKeeper, settings: SettingsSource, log: ServiceLog) {
    self.session = session
    self.keeper = keeper
    self.settings = settings
    self.log = log
  }

  /// Goes on where the last run was, as soon as the configuration is known.
  func goOn() {
    settings.whenKnown { [weak self] in
      guard let self else { return }
      self.takeLevels()
      // Nobody remembers the timer of what has been silent meanwhile; what goes on by itself ends by itself.
      let sleep = self.keeper.former.takeSleep()
      guard self.isSoundWanted else { return }
      if let sleep { self.session.send(.setSleep(sleep.left(at: .now))) }
      self.session.send(.play)
      // A reading that was heard on headphones goes on there, or not at all.
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
