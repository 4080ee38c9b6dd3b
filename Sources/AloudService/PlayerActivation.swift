import AloudAPI
import BusValues
import DBusKit
public import EventLoop

/// What the bus starts for a call to the player's name while nobody owns it (`aloudd --player`).
///
/// The service itself may run already, idle and without that name, or not at all; under systemd it has a unit of its
/// own. So this only asks it to appear as the player, which starts it where it does not run.
@Core
public final class PlayerActivation {
  private let bus: BusConnection

  /// - Throws: ``Service/StartError``: `noBus`.
  public init(scheduler: any Scheduler = Core.loop) throws(Service.StartError) {
    do throws(BusError) {
      bus = try BusConnection.session(scheduler: scheduler)
    } catch {
      throw .noBus(error.message)
    }
  }

  /// Asks; `done` is called once, with why the service did not appear.
  public func start(done: @escaping @Core (Service.StartError?) -> Void) { start(attempts: 2, done: done) }

  /// A service that was about to end fails; asked again, the bus starts the next one.
  private func start(attempts: Int, done: @escaping @Core (Service.StartError?) -> Void) {
    let call = AloudCall.appearAsPlayer
    bus.call(BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, call.method, call.arguments)) { result in
      switch result {
      case .success: done(nil)
      case .failure where attempts > 1: self.start(attempts: attempts - 1, done: done)
      case .failure(let error): done(.noService(error.message))
      }
    }
  }
}
