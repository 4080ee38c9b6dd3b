import AloudAPI
import Configuration
import DBusKit
import EventLoop
import Playback

/// What other programs do that silences the reading, and the word to the listener where nothing else helps.
@Core
final class Interruptions {
  private let session: Session
  private let calls: CallMonitor
  private let players: PlayerMonitor
  private let notifier: Notifier

  init(session: Session, output: OutputDriver, bus: LastingBus, scheduler: any Scheduler) {
    self.session = session
    calls = CallMonitor(session: session, output: output, scheduler: scheduler)
    players = PlayerMonitor(session: session, bus: bus)
    notifier = Notifier(bus: bus, scheduler: scheduler)
    session.onGivenUp = { [weak self] in self?.notifier.gaveUp($0.message) }
  }

  func configure(_ settings: Settings) {
    notifier.isEnabled = settings.service.notifications
    session.send(.configure(Policy(settings.interruptions)))
    calls.configure(settings.interruptions)
    players.configure(settings.interruptions)
  }

  /// A file that was chosen on the desktop is not read.
  func cannotOpen(_ name: String, _ message: String) { notifier.cannotOpen(name, message) }

  /// The session bus is there again.
  func busReturned() {
    players.busReturned()
    notifier.busReturned()
  }

  /// Something may have changed: called after each turn.
  func update() {
    calls.update()
    players.update()
    notifier.update(session.player)
  }
}
