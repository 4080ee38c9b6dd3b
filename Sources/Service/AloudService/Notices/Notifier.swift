import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Playback
import Reading
import Vocabulary

/// Shows one notification at a time.
@Core
protocol NotificationDisplay: AnyObject {
  /// Shows a notification, in place of the one that is there.
  func show(_ summary: String, _ body: String, _ remedy: Remedy?)
  /// Takes the notification back.
  func withdraw()
  /// There is another desktop, which shows nothing.
  func forget()
}

/// Notifies the listener on the desktop if something must be done before the reading can be heard: there is no sound
/// output for a while or it is muted, reading has stopped because a text cannot be spoken, a chosen file cannot be
/// opened, or the settings cannot be read. It does not report problems that end by themselves, nor the listener's own
/// actions. It withdraws a notification when its problem is solved.
@Core
final class Notifier {
  /// The time before silence is reported: a device that is plugged in again at once needs no notification.
  private static let patience = Duration.seconds(10)

  private enum Subject {
    case noSound, failure
    /// A file that could not be opened. No later event withdraws this notification.
    case file
    /// The settings, until they can be read.
    case settings
  }

  private let desktop: any NotificationDisplay
  private let scheduler: any Scheduler
  private var timer: TimerToken?
  /// The reason for silence; `nil` if the reading can be heard.
  private var silence: String?
  /// The subject of the shown notification, until its problem is solved.
  private var subject: Subject?
  /// The reason why a text could not be read; reported if nothing else is read instead.
  private var failure: String?
  var isEnabled = true
  /// True if names and titles are hidden from notifications, which a locked screen may show.
  var hidesTitles = false
  private let isOurs: @Core (TrackID) -> Bool
  private let remedy: @Core () -> Remedy?

  /// - Parameters:
  ///   - isOurs: true if the text is a spoken notice with the notification's content. It does not withdraw the
  ///     notification.
  ///   - remedy: the remedy for a reading that has stopped.
  init(
    desktop: any NotificationDisplay, scheduler: any Scheduler, isOurs: @escaping @Core (TrackID) -> Bool,
    remedy: @escaping @Core () -> Remedy?
  ) {
    (self.desktop, self.scheduler) = (desktop, scheduler)
    (self.isOurs, self.remedy) = (isOurs, remedy)
  }

  /// A text cannot be spoken, and the next one has its turn. If the reading has stopped already, the failure is
  /// reported at once, because no turn follows.
  func gaveUp(_ message: String, _ player: Player) {
    failure = message
    tellFailure(player.snapshot)
  }

  /// The connection to the session bus is back, with a desktop that shows nothing.
  func busReturned() {
    subject = nil
    desktop.forget()
    stopTimer()
  }

  /// Called after each turn: something may have changed.
  func update(_ player: Player) {
    let snapshot = player.snapshot
    silence = Self.silence(player)
    if silence != nil {
      startTimer()
    } else {
      stopTimer()
      if subject == .noSound { settle() }
    }
    tellFailure(snapshot)
    guard player.isHeard, let current = player.current, !isOurs(current) else { return }
    if snapshot.status == .playing, silence == nil, subject != .file, subject != .settings { settle() }
    failure = nil
  }

  private func tellFailure(_ snapshot: Snapshot) {
    guard let failure, snapshot.status == .stopped || snapshot.pauseReason?.word == .engineLost else { return }
    show(.failure, "Reading has stopped", hidesTitles ? "`aloud status` says why." : failure, remedy: remedy())
    self.failure = nil
  }

  /// The reason why a wanted reading cannot be heard, in a sentence or two; `nil` if it can.
  private static func silence(_ player: Player) -> String? {
    guard player.wantsSound else { return nil }
    let goesOn = "The reading goes on by itself when that changes."
    switch player.pauseReason?.word {
    case nil: break
    case .noSink: return "There is no sound output. \(goesOn)"
    case .noLink: return "PipeWire connects the sound to no output. Restarting PipeWire helps. \(goesOn)"
    case .serverLost: return "PipeWire does not run. \(goesOn)"
    default: return nil
    }
    guard player.isHeard else { return nil }
    switch player.unheard {
    case nil: return nil
    case .volume: return "The volume of aloud is 0."
    case .muted: return "Aloud is muted in the mixer."
    case .sinkVolume: return "The volume of the sound output is 0."
    case .sinkMuted: return "The sound output is muted."
    }
  }

  private func startTimer() {
    guard timer == nil, subject != .noSound else { return }
    timer = scheduler.schedule(after: Self.patience) { [weak self] in
      guard let self else { return }
      timer = nil
      if let silence { show(.noSound, "Nothing can be heard", silence) }
    }
  }

  private func stopTimer() {
    scheduler.cancel(&timer)
  }

  /// A file that was chosen on the desktop cannot be read.
  ///
  /// - Parameter uri: the file's URI; `nil` if it cannot be shown.
  func cannotOpen(_ name: String, _ message: String, uri: String?) {
    guard !hidesTitles else {
      return show(.file, "Cannot read a file", "Its name is private here; `aloud read` with the file says why.")
    }
    show(.file, "Cannot read ‘\(name)’", message, remedy: uri.map { .showFile($0) })
  }

  /// The files of the settings cannot be read as a whole; `nil` once they can be.
  func doubted(_ doubt: SettingsDoubt?) {
    guard let doubt else {
      if subject == .settings { settle() }
      return
    }
    let consequence =
      doubt.isSilent
      ? "Notifications are not spoken until it is mended." : "What held before holds until it is mended."
    show(.settings, "The settings are not read", "\(doubt.mistake). \(consequence)")
  }

  private func show(_ subject: Subject, _ summary: String, _ body: String, remedy: Remedy? = nil) {
    guard isEnabled else { return }
    self.subject = subject
    desktop.show(summary, body, remedy)
  }

  private func settle() {
    guard subject != nil else { return }
    subject = nil
    desktop.withdraw()
  }
}
