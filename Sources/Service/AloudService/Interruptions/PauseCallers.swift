import BusValues
import DBusKit
import EventLoop
import PipeWireKit
import Playback
import Reading

/// Tells a `Pause` of the listener from that of a session manager.
///
/// When a sink goes, WirePlumber (from 0.5.11 on, `linking.pause-playback`) calls `Pause` of the players that were
/// linked to it. This service decides about its routes itself, and knows who can hear them; so such a call is left out.
/// The process of the caller is that of a client of PipeWire which says that it is a session manager. Both numbers come
/// from the kernel.
@Core
final class PauseCallers {
  /// The longest doubt. Without an answer, the pause is the listener's.
  private static let patience = Duration.seconds(2)
  /// Callers that are remembered; unique names of the bus are never used again.
  private static let mostKnown = 64

  private let session: Session
  private let audio: any SoundServer
  private let bus: LastingBus
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var lastNumber: UInt64 = 0
  /// True for session managers.
  private var known: [BusName: Bool] = [:]
  /// The calls whose callers are asked for.
  private var doubts: [PauseCall: TimerToken] = [:]

  init(session: Session, audio: any SoundServer, bus: LastingBus, scheduler: any Scheduler, log: ServiceLog) {
    self.session = session
    self.audio = audio
    self.bus = bus
    self.scheduler = scheduler
    self.log = log
  }

  /// A program has called `Pause`. In doubt it takes effect at once.
  func paused(by caller: BusName?) {
    guard let caller, let connection = bus.connection, doubts.count < Self.mostKnown else {
      return session.send(.pause(.user))
    }
    switch known[caller] {
    case true?: return leaveOut()
    case false?: return session.send(.pause(.user))
    case nil: break
    }
    lastNumber += 1
    let call = PauseCall(number: lastNumber)
    doubts[call] = scheduler.schedule(after: Self.patience) { [weak self] in self?.settle(call, isListeners: true) }
    session.send(.pauseAsked(call))
    let question = BusCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID", [.string(caller.text)],
      expecting: "u")
    connection.call(question, timeout: Self.patience) { [weak self] result in
      guard let self else { return }
      guard let process = (try? result.get())?.arguments.first?.asUInt32, process > 0 else {
        return settle(call, isListeners: true)
      }
      audio.askIfSessionManager(process) { [weak self] answer in
        guard let self else { return }
        if let answer { remember(caller, isManager: answer) }
        settle(call, isListeners: answer != true)
      }
    }
  }

  /// The connection to the bus is new: its names have nothing to do with those of the last one.
  func busReturned() { known = [:] }

  private func remember(_ caller: BusName, isManager: Bool) {
    if known.count >= Self.mostKnown { known = [:] }
    known[caller] = isManager
  }

  private func settle(_ call: PauseCall, isListeners: Bool) {
    guard let timer = doubts.removeValue(forKey: call) else { return }
    scheduler.cancel(timer)
    session.send(.pauseKnown(call, isListeners: isListeners))
    if !isListeners { leaveOut() }
  }

  private func leaveOut() {
    log.info("a Pause of the session manager is left out: the route of the sound decides")
  }
}
