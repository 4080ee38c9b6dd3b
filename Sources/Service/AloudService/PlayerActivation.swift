import AloudAPI
import BusValues
import DBusKit
public import EventLoop
import Reading

/// The program that the bus starts for a call to the player's name while the name has no owner (`aloudd --player`).
///
/// The service itself may be running, idle and without that name, or not running. Under systemd it has a unit of its
/// own. So this program only asks it to appear as the player, which starts it if necessary.
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

  /// Asks. `done` is called once, with the reason if the service did not appear.
  public func start(done: @escaping @Core (Service.StartError?) -> Void) { start(attempts: 2, done: done) }

  /// A service that is about to end fails the call. After a second call the bus starts the next one.
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
