import EventLoop
import Speech
import Workers

/// Knows which speech engines speak. Lengths that one engine made are of no use for another.
@Core
protocol EngineIdentity: AnyObject {
  /// The names and versions of the engines. The same name makes the same sounds. `nil` until the usual engine has
  /// reported its own.
  var names: EngineNames? { get }
  /// True if a voice may say the same text otherwise each time: its engine finds no length before it has spoken.
  func mayVary(_ voice: VoiceID) -> Bool
  /// Asks the engines for ``names``. `done` is called when they have answered, or when they cannot.
  func identify(_ done: @escaping @Core () -> Void)
}

extension EngineDirectory: EngineIdentity {
  // An engine identifies itself together with its voices.
  func identify(_ done: @escaping @Core () -> Void) { voices { _ in done() } }
}
