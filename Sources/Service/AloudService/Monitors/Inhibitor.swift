import BusValues
import DBusKit
import EventLoop

/// A request to the login manager to delay or block something. It holds while its descriptor is open.
@Core
final class Inhibitor {
  private let login: LoginManager
  private let arguments: [BusValue]
  private var isWanted = false
  private var descriptor: Descriptor?
  private var pending: PendingCall?

  /// - Parameters:
  ///   - what: the inhibited operations, such as `sleep:shutdown`.
  ///   - why: the reason in the list of inhibitors that people see. It says nothing about the read text.
  ///   - mode: `delay` for a few seconds at most, `block` for good.
  init(_ login: LoginManager, what: String, why: String, mode: String) {
    self.login = login
    arguments = [.string(what), .string("aloud"), .string(why), .string(mode)]
    login.whenThere { [weak self] _ in self?.renew() }
  }

  isolated deinit { release() }

  /// Makes the request, or releases it.
  func update(isWanted wanted: Bool) {
    guard wanted != isWanted else { return }
    isWanted = wanted
    if wanted { request() } else { release() }
  }

  /// A lock from another login manager is not valid with this one.
  private func renew() {
    release()
    if isWanted { request() }
  }

  private func request() {
    guard let connection = login.connection, pending == nil, descriptor == nil else { return }
    let call = BusCall(
      LoginManager.name, LoginManager.path, LoginManager.interface, "Inhibit", arguments, expecting: "h")
    pending = connection.call(call, timeout: .seconds(10), autoStart: false) { [weak self] result in
      guard let self else { return }
      self.pending = nil
      // Refused by policy, or the login manager is gone: the machine then sleeps without the pause.
      guard let reply = try? result.get(), let index = reply.arguments.first?.asDescriptor else { return }
      self.descriptor = reply.takeDescriptor(index).flatMap { Descriptor(owning: $0) }
    }
  }

  private func release() {
    pending?.cancel()
    pending = nil
    descriptor = nil
  }
}
