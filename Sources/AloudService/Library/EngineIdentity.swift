import EventLoop
import Workers

/// Knows which speech engine speaks. Lengths that one engine made are of no use for another.
@Core
protocol EngineIdentity: AnyObject {
  /// The engine's name and version. The same name makes the same sounds. `nil` until the engine has reported it.
  var name: String? { get }
  /// Asks the engine for ``name``. `done` is called when it has answered, or when it cannot.
  func identify(_ done: @escaping @Core () -> Void)
}

extension SpeechEngine: EngineIdentity {
  // The engine identifies itself together with its voices.
  func identify(_ done: @escaping @Core () -> Void) { voices { _ in done() } }
}
