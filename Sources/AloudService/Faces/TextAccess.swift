import AloudAPI
import BusValues
import Configuration
import DBusKit
import EventLoop

/// Decides who is told the words of a reading: never a program in a sandbox, and nobody at a locked screen.
@Core
final class TextAccess {
  /// When the locked screen counts.
  enum LockRule {
    /// Always: words that were heard long ago.
    case always
    /// With `private-titles`: words that are heard anyway.
    case withPrivateTitles
  }

  private let bus: LastingBus
  private let surroundings: Surroundings
  private let settings: SettingsSource

  init(bus: LastingBus, surroundings: Surroundings, settings: SettingsSource) {
    (self.bus, self.surroundings, self.settings) = (bus, surroundings, settings)
  }

  /// Asks for a client.
  ///
  /// - Parameters:
  ///   - what: the subject of the refusal, such as "the text".
  ///   - done: called in a later turn, with the refusal or `nil`; never where the bus is gone, and the client with it.
  func ask(for client: BusName, _ what: String, locked rule: LockRule, done: @escaping @Core (APIError?) -> Void) {
    guard let connection = bus.connection else { return }
    Sandbox.holds(client, on: connection) { [self] isSandboxed in
      guard !isSandboxed else { return done(APIError(.notAllowed, "\(what) is not told to a program in a sandbox")) }
      guard rule == .always || settings.current.service.privateTitles else { return done(nil) }
      surroundings.askWhetherLocked { isLocked in
        done(isLocked ? APIError(.notAllowed, "\(what) is not told while the screen is locked") : nil)
      }
    }
  }
}
