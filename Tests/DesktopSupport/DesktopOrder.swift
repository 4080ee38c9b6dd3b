/// An order for the running private desktop.
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

  /// Starts a daemon that was stopped or killed.
  case start(Daemon)
  /// Ends it in an orderly way.
  case stop(Daemon)
  /// Stops and starts it.
  case restart(Daemon)
  /// Ends it at once (SIGKILL).
  case kill(Daemon)
  /// Stops it until `thaw` (SIGSTOP).
  case freeze(Daemon)
  /// Continues a frozen one (SIGCONT).
  case thaw(Daemon)
  /// Another WirePlumber takes over while the sinks stay, as sinks without a card do.
  case replaceWirePlumber
  /// Adds a null sink.
  case addSink(String)
  /// Removes a null sink, as when a headset is pulled.
  case removeSink(String)
  /// Makes a sink the default for new sound.
  case setDefaultSink(String)

  /// The order in the syntax of `scripts/private-desktop`.
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
