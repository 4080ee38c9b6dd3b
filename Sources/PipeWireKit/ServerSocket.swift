import CPipeWire
import EventLoop
import Glibc

/// Tells when the server's socket appears, by watching its directory (inotify).
@Core
final class ServerSocketWatch {
  private let descriptor: CInt
  private var source: EventSource?

  /// - Parameter onAppear: called whenever the socket was made; the server may not listen for a moment yet.
  /// - Returns: nil when there is no directory to watch.
  init?(onAppear: @escaping @Core () -> Void) {
    guard let (directory, name) = Self.location() else { return nil }
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let mask = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB)
    guard inotify_add_watch(descriptor, directory, mask) >= 0 else {
      Glibc.close(descriptor)
      return nil
    }
    source = Core.loop.watch(descriptor, for: .readable) { [weak self] _ in
      if self?.takeEvents(naming: name) == true { onAppear() }
    }
  }

  isolated deinit { close() }

  /// Ends the watch.
  func close() {
    guard let source else { return }
    source.cancel()
    self.source = nil
    Glibc.close(descriptor)
  }

  /// Reads all waiting events and says whether one of them names the socket.
  private func takeEvents(naming name: String) -> Bool {
    var found = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while true {
        let size = read(descriptor, buffer.baseAddress, buffer.count)
        guard size > 0 else { return }
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= size {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          offset += MemoryLayout<inotify_event>.size
          if event.len > 0, let base = buffer.baseAddress {
            let text = (base + offset).assumingMemoryBound(to: CChar.self)
            if String(cString: text) == name { found = true }
          }
          offset += Int(event.len)
        }
      }
    }
    return found
  }

  /// Where libpipewire looks for its server.
  private static func location() -> (directory: String, name: String)? {
    func variable(_ name: String) -> String? {
      guard let value = getenv(name), value.pointee != 0 else { return nil }
      return String(cString: value)
    }
    let remote = variable("PIPEWIRE_REMOTE") ?? PW_DEFAULT_REMOTE
    if remote.hasPrefix("/"), let slash = remote.lastIndex(of: "/") {
      let directory = slash == remote.startIndex ? "/" : String(remote[..<slash])
      return (directory, String(remote[remote.index(after: slash)...]))
    }
    guard
      let directory = variable("PIPEWIRE_RUNTIME_DIR") ?? variable("XDG_RUNTIME_DIR") ?? variable("USERPROFILE")
    else { return nil }
    return (directory, remote)
  }
}
