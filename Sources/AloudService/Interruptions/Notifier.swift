import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Playback

/// Tells the listener on the desktop when something must be done before anything can be heard: there is no sound output
/// for a while or it is muted, reading has stopped since it cannot be spoken, or a chosen file cannot be opened. It does
/// not tell what ends by itself, nor what the listener did; what is settled is taken back.
@Core
final class Notifier {
  /// What is plugged in again at once needs no words.
  private static let patience = Duration.seconds(10)

  private enum Subject {
    case noSound, failure
    /// A file that could not be opened: news that nothing settles.
    case file
  }

  private let desktop: NotificationDesktop
  private let scheduler: any Scheduler
  private var timer: TimerToken?
  /// Why nothing can be heard now.
  private var silence: String?
  /// What the listener was told and has not settled yet.
  private var subject: Subject?
  /// Why what was read could not be; told when nothing else is read instead.
  private var failure: String?
  var isEnabled = true
  /// Whether names and titles stay out of what is shown, which a locked screen may show too.
  var hidesTitles = false
  /// Whether a text only says aloud what the notification shows: it settles nothing.
  var isOurs: (@Core (TrackID) -> Bool)?
  /// The remedy for a reading that has stopped.
  var remedy: (@Core () -> Remedy?)?

  init(desktop: NotificationDesktop, scheduler: any Scheduler) {
    self.desktop = desktop
    self.scheduler = scheduler
  }

  /// A text cannot be spoken, and the next one has its turn. Where the reading has stopped already it is told at once,
  /// because no turn follows.
  func gaveUp(_ message: String, _ player: Player) {
    failure = message
    tellFailure(player.snapshot)
  }

  /// The session bus is there again, with a desktop that shows nothing.
  func busReturned() {
    subject = nil
    desktop.forget()
    stopTimer()
  }

  /// Something may have changed: called after each turn.
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
    guard player.isHeard, let current = player.current, !(isOurs?(current) ?? false) else { return }
    if snapshot.status == .playing, silence == nil, subject != .file { settle() }
    failure = nil
  }

  private func tellFailure(_ snapshot: Snapshot) {
    guard let failure, snapshot.status == .stopped || snapshot.pauseReason?.word == .engineLost else { return }
    show(.failure, "Reading has stopped", hidesTitles ? "`aloud status` says why." : failure, remedy: remedy?())
    self.failure = nil
  }

  /// Why nothing can be heard of what the listener wants to hear, in a sentence or two.
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

  /// A file that was chosen on the desktop is not read.
  ///
  /// - Parameter uri: the file's, where it can be shown.
  func cannotOpen(_ name: String, _ message: String, uri: String?) {
    guard !hidesTitles else {
      return show(.file, "Cannot read a file", "Its name is private here; `aloud read` with the file says why.")
    }
    show(.file, "Cannot read ‘\(name)’", message, remedy: uri.map { .showFile($0) })
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
