import AloudAPI
import BusValues
import Configuration
import DBusKit
import EventLoop
import PipeWireKit
import Playback
import Reading

/// Silences the reading because of other programs, and notifies the listener if nothing else helps.
@Core
final class Interruptions {
  private let session: Session
  let calls: CallMonitor
  let pauses: PauseCallers
  private let players: PlayerMonitor
  private let notifier: Notifier

  /// - Parameter notice: the spoken notices, which are no texts of the listener.
  init(
    session: Session, audio: any SoundServer, bus: LastingBus, notice: SpokenNotice, scheduler: any Scheduler,
    log: ServiceLog, _ tell: Relay<RoomNotice>
  ) {
    self.session = session
    calls = CallMonitor(session: session, audio: audio, scheduler: scheduler, tell)
    pauses = PauseCallers(session: session, audio: audio, bus: bus, scheduler: scheduler, log: log)
    players = PlayerMonitor(session: session, bus: bus)
    notifier = Notifier(
      desktop: NotificationDesktop(bus: bus) { $0.perform(session, bus) }, scheduler: scheduler,
      isOurs: { notice.isSaying($0) }, remedy: { Remedy(for: session) })
  }

  func configure(_ settings: Settings) {
    notifier.isEnabled = settings.service.notifications
    notifier.hidesTitles = settings.service.privateTitles
    session.send(.configure(Policy(settings.interruptions)))
    calls.configure(settings.interruptions)
    players.configure(settings.interruptions)
  }

  /// A file that was chosen on the desktop cannot be read.
  ///
  /// - Parameter uri: the file's URI; `nil` if the item is not a file.
  func cannotOpen(_ name: String, _ message: String, uri: String?) { notifier.cannotOpen(name, message, uri: uri) }

  /// The files of the settings cannot be read as a whole; `nil` once they can be.
  func doubted(_ doubt: SettingsDoubt?) { notifier.doubted(doubt) }

  /// The reading of the current text was given up.
  func gaveUp(_ error: ReadingError) { notifier.gaveUp(error.message, session.player) }

  /// The connection to the session bus is back.
  func busReturned() {
    pauses.busReturned()
    players.busReturned()
    notifier.busReturned()
  }

  /// Called after each turn: something may have changed.
  func update() {
    calls.update()
    players.update()
    notifier.update(session.player)
  }
}
