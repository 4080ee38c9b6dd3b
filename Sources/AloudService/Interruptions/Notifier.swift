import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Playback

/// Tells the listener on the desktop where he has to do something before anything can be heard: there is no sound
/// output for a while or it is muted, reading has stopped since it cannot be spoken, or a file that he chose cannot be opened. What
/// ends by itself, and what he did, he is not told; what is settled is taken back.
@Core
final class Notifier {
  private static let name: BusName = "org.freedesktop.Notifications"
  private static let path: ObjectPath = "/org/freedesktop/Notifications"
  private static let interface: InterfaceName = "org.freedesktop.Notifications"
  /// What is plugged in again at once needs no words.
  private static let patience = Duration.seconds(10)

  private enum Subject {
    case noSound, failure
    /// A file that could not be opened: news that nothing settles.
    case file
  }

  private let bus: LastingBus
  private let scheduler: any Scheduler
  private var timer: TimerToken?
  /// Why nothing can be heard now.
  private var silence: String?
  /// What the listener was told and has not settled yet.
  private var subject: Subject?
  /// The notification as the desktop numbers it; 0 before it has.
  private var shown: UInt32 = 0
  /// Why what was read could not be; told when nothing else is read instead.
  private var failure: String?
  var isEnabled = true

  init(bus: LastingBus, scheduler: any Scheduler) {
    self.bus = bus
    self.scheduler = scheduler
  }

  /// A text cannot be spoken, and the next one has its turn.
  func gaveUp(_ message: String) { failure = message }

  /// The session bus is there again, with a desktop that shows nothing.
  func busReturned() {
    subject = nil
    shown = 0
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
    if snapshot.status == .stopped, let failure { show(.failure, "Reading has stopped", failure) }
    if snapshot.status == .playing, player.isHeard, silence == nil, subject != .file { settle() }
    if snapshot.status == .stopped || player.isHeard { failure = nil }
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
  func cannotOpen(_ name: String, _ message: String) { show(.file, "Cannot read ‘\(name)’", message) }

  private func show(_ subject: Subject, _ summary: String, _ body: String) {
    guard isEnabled, let connection = bus.connection else { return }
    self.subject = subject
    let hints: [String: BusValue] = ["desktop-entry": .string(ApplicationInterface.name.text)]
    let call = BusCall(
      Self.name, Self.path, Self.interface, "Notify",
      [
        .string("Aloud"), .uint32(shown), .string(ApplicationInterface.name.text), .string(summary), .string(body),
        .strings([]), .vardict(hints), .int32(-1),
      ])
    connection.call(call, timeout: .seconds(10)) { [weak self, unowned connection] result in
      guard let self, connection.isOpen, case .success(let reply) = result else { return }
      self.shown = reply.arguments.first?.asUInt32 ?? 0
      // Settled before the desktop had shown it.
      if self.subject == nil { self.withdraw() }
    }
  }

  private func settle() {
    guard subject != nil else { return }
    subject = nil
    withdraw()
  }

  private func withdraw() {
    guard shown != 0 else { return }
    let call = BusCall(Self.name, Self.path, Self.interface, "CloseNotification", [.uint32(shown)])
    shown = 0
    try? bus.connection?.send(call, autoStart: false)
  }
}
