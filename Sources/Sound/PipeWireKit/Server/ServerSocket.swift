import CPipeWire
import EventLoop
import Glibc

/// Reports that the server's socket appears.
@Core
final class ServerSocketWatch {
  private var watch: FileWatch?

  /// - Parameter onAppear: called whenever the socket is made; the server may not listen for another moment. The
  ///   socket's folder may be missing, or be removed and made again.
  /// - Returns: `nil` if the environment names no folder for it.
  init?(scheduler: any Scheduler, onAppear: @escaping @Core () -> Void) {
    guard let path = Self.path() else { return nil }
    watch = FileWatch(paths: [path], patience: .zero, scheduler: scheduler) {
      if access(path, F_OK) == 0 { onAppear() }
    }
  }

  /// The path at which libpipewire looks for its server.
  private static func path() -> String? {
    func variable(_ name: String) -> String? {
      guard let value = getenv(name), value.pointee != 0 else { return nil }
      return String(cString: value)
    }
    let remote = variable("PIPEWIRE_REMOTE") ?? PW_DEFAULT_REMOTE
    if remote.hasPrefix("/") { return remote }
    guard
      let directory = variable("PIPEWIRE_RUNTIME_DIR") ?? variable("XDG_RUNTIME_DIR") ?? variable("USERPROFILE")
    else { return nil }
    return "\(directory)/\(remote)"
  }
}
