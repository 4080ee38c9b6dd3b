import BusValues
import DBusKit
import EventLoop
import Playback

/// Tells the listener on the desktop where he has to do something before anything can be heard: there is no sound
/// output for a while, or what should be read cannot be spoken. What ends by itself, and what he did, he is not told.
@Core
final class Notifier {
  private static let name: BusName = "org.freedesktop.Notifications"
  private static let path: ObjectPath = "/org/freedesktop/Notifications"
  private static let interface: InterfaceName = "org.freedesktop.Notifications"
  /// What is plugged in again at once needs no words.
  private static let patience = Duration.seconds(10)

  private let bus: LastingBus
  private let scheduler: any Scheduler
  private var timer: TimerToken?
  /// The notification that is shown, as the desktop numbers it.
  private var shown: UInt32 = 0
  var isEnabled = true

  init(bus: LastingBus, scheduler: any Scheduler) {
    self.bus = bus
    self.scheduler = scheduler
  }

  /// The snapshot has changed.
  func update(_ snapshot: Snapshot, wantsSound: Bool) {
    let isMute = wantsSound && [.noSink, .serverLost].contains(snapshot.pauseReason?.word)
    guard isMute else {
      if let timer {
        scheduler.cancel(timer)
        self.timer = nil
        // What was asked for has been done.
        if shown != 0 { withdraw() }
      }
      return
    }
    guard timer == nil else { return }
    let what = snapshot.pauseReason?.word == .noSink ? "There is no sound output." : "PipeWire does not run."
    timer = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.show("Nothing can be heard", "\(what) The reading goes on by itself when that changes.")
    }
  }

  /// What was being read cannot be.
  func gaveUp(_ message: String) { show("Reading has stopped", message) }

  /// A file that was chosen on the desktop is not read.
  func cannotOpen(_ name: String, _ message: String) { show("Cannot read ‘\(name)’", message) }

  private func show(_ summary: String, _ body: String) {
    guard isEnabled, let connection = bus.connection else { return }
    let hints: [String: BusValue] = ["desktop-entry": .string("org.aloud.Aloud")]
    let call = BusCall(
      Self.name, Self.path, Self.interface, "Notify",
      [
        .string("Aloud"), .uint32(shown), .string("org.aloud.Aloud"), .string(summary), .string(body), .strings([]),
        .vardict(hints), .int32(-1),
      ])
    connection.call(call, timeout: .seconds(10)) { [weak self] result in
      if case .success(let reply) = result, let id = reply.arguments.first?.asUInt32 { self?.shown = id }
    }
  }

  private func withdraw() {
    let call = BusCall(Self.name, Self.path, Self.interface, "CloseNotification", [.uint32(shown)])
    shown = 0
    try? bus.connection?.send(call, autoStart: false)
  }
}
