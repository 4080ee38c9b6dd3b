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
  /// True if the text is a spoken notice.
  var isNotice: (@Core (TrackID) -> Bool)?

  init(session: Session, audio: AudioOutput, bus: LastingBus, scheduler: any Scheduler, log: ServiceLog) {
    self.session = session
    calls = CallMonitor(session: session, audio: audio, scheduler: scheduler)
    pauses = PauseCallers(session: session, audio: audio, bus: bus, scheduler: scheduler, log: log)
    players = PlayerMonitor(session: session, bus: bus)
    let desktop = NotificationDesktop(bus: bus)
    notifier = Notifier(desktop: desktop, scheduler: scheduler)
    notifier.isOurs = { [weak self] in self?.isNotice?($0) ?? false }
    notifier.remedy = { [weak self] in self?.remedy }
    desktop.onRemedy = { [weak self] in self?.perform($0, on: bus) }
  }

  /// The remedy for a reading that has stopped.
  private var remedy: Remedy? {
    guard let current = session.player.current else { return nil }
    guard session.track(current)?.blockage != nil else { return .tryAgain }
    return session.player.following(current) == nil ? nil : .readOn(after: current)
  }

  private func perform(_ remedy: Remedy, on bus: LastingBus) {
    switch remedy {
    case .readOn(let track):
      guard let target = session.player.following(track) else { return }
      session.send(.goTo(target))
      session.send(.play)
    case .tryAgain: session.send(.play)
    case .showFile(let uri):
      let name: BusName = "org.freedesktop.FileManager1"
      try? bus.connection?.send(
        BusCall(
          name, "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1", "ShowItems",
          [.strings([uri]), .string("")]))
    }
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
