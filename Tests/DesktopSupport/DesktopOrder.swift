/// What the private desktop can be told while it runs.
public enum DesktopOrder: Equatable, Sendable, CustomStringConvertible {
  /// The daemons of the private desktop.
  public enum Daemon: String, CaseIterable, Sendable {
    /// The session bus.
    case bus
    /// The sound server; when it stops, WirePlumber stops with it, and both start together.
    case pipewire
    /// The session manager; the sinks go and come with it, as those of real hardware do.
    case wireplumber
  }

  /// Starts what was stopped or killed.
  case start(Daemon)
  /// Ends it in an orderly way.
  case stop(Daemon)
  /// Stops and starts it.
  case restart(Daemon)
  /// Ends it at once (SIGKILL).
  case kill(Daemon)
  /// Keeps it from running until `thaw` (SIGSTOP).
  case freeze(Daemon)
  /// Lets a frozen one go on (SIGCONT).
  case thaw(Daemon)
  /// Another WirePlumber takes over while the sinks stay, as those that are nobody's card.
  case replaceWirePlumber
  /// Adds a null sink.
  case addSink(String)
  /// Removes a null sink, as when a headset is pulled.
  case removeSink(String)
  /// Makes a sink the one that new sound goes to.
  case setDefaultSink(String)

  /// The order as `scripts/private-desktop` reads it.
  public var description: String {
    switch self {
    case .start(let daemon): "start-\(daemon.rawValue)"
    case .stop(let daemon): "stop-\(daemon.rawValue)"
    case .restart(let daemon): "restart-\(daemon.rawValue)"
    case .kill(let daemon): "kill-\(daemon.rawValue)"
    case .freeze(let daemon): "freeze-\(daemon.rawValue)"
    case .thaw(let daemon): "thaw-\(daemon.rawValue)"
    case .replaceWirePlumber: "replace-wireplumber"
    case .addSink(let name): "add-sink \(name)"
    case .removeSink(let name): "remove-sink \(name)"
    case .setDefaultSink(let name): "set-default-sink \(name)"
    }
  }
}
