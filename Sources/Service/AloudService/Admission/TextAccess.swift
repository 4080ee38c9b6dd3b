import AloudAPI
import BusValues
import Configuration
import DBusKit
import EventLoop

/// Decides if a client may have the words of a reading: never in a sandbox, and not while the screen is locked.
@Core
final class TextAccess {
  /// The cases in which the locked screen counts.
  enum LockRule {
    /// Always: for words that were heard long ago.
    case always
    /// With `private-titles`: for words that are being heard anyway.
    case withPrivateTitles
    /// Never: for what gives nothing away.
    case never
  }

  private let bus: LastingBus
  private let systemMonitors: SystemMonitors
  private let settings: any KnownSettings

  init(bus: LastingBus, systemMonitors: SystemMonitors, settings: any KnownSettings) {
    (self.bus, self.systemMonitors, self.settings) = (bus, systemMonitors, settings)
  }

  /// Asks for permission on behalf of a client.
  ///
  /// - Parameters:
  ///   - what: the subject of the refusal, such as "the text".
  ///   - done: called in a later turn, with the refusal or `nil`. It is not called if the connection to the bus has
  ///     ended, since the client is gone too.
  func ask(for client: BusName, _ what: String, locked rule: LockRule, done: @escaping @Core (APIError?) -> Void) {
    guard let connection = bus.connection else { return }
    Sandbox.holds(client, on: connection) { [self] isSandboxed in
      guard !isSandboxed else { return done(APIError(.notAllowed, "\(what) is not given to a program in a sandbox")) }
      switch rule {
      case .never: done(nil)
      case .always: askForLock(what, done: done)
      case .withPrivateTitles:
        // A call may have started the service, which has not read yet what the listener wants.
        settings.whenKnown { [self] in
          if settings.current.service.privateTitles { askForLock(what, done: done) } else { done(nil) }
        }
      }
    }
  }

  private func askForLock(_ what: String, done: @escaping @Core (APIError?) -> Void) {
    systemMonitors.askWhetherLocked { isLocked in
      done(isLocked ? APIError(.notAllowed, "\(what) is not given while the screen is locked") : nil)
    }
  }
}
