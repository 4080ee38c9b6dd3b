import CDBus
import EventLoop
import Glibc

/// Tells when the socket of a bus address appears in the file system (inotify(7) on its folder).
@Core
final class SocketWatch {
  private let descriptor: CInt
  private let name: String
  private var source: EventSource?

  /// `nil` for an address without a path, and where nothing can be watched.
  ///
  /// Where the folder does not exist, `onAppear` is called when the next part of the way to it does.
  init?(address: String, onAppear: @escaping @Core () -> Void) {
    guard let path = Self.path(in: address) else { return nil }
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard let name = Self.watch(path, with: descriptor) else {
      close(descriptor)
      return nil
    }
    self.name = name
    source = Core.loop.watch(descriptor, for: .readable) { [weak self] _ in
      guard let self, self.sawName() else { return }
      onAppear()
    }
  }

  /// Watches the folder of `path`, or the nearest one above it that exists.
  ///
  /// - Returns: what to look for in it.
  private static func watch(_ path: String, with descriptor: CInt) -> String? {
    // A bus binds its socket (created), listens, and then sets its permissions: only then will it take a connection.
    let mask = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_ONLYDIR)
    var path = path[...]
    while let slash = path.lastIndex(of: "/") {
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      if inotify_add_watch(descriptor, folder, mask) >= 0 { return String(path[path.index(after: slash)...]) }
      guard errno == ENOENT || errno == ENOTDIR else { return nil }
      path = path[..<slash]
    }
    return nil
  }

  isolated deinit {
    source?.cancel()
    close(descriptor)
  }

  /// Reads all events, and says whether one was of the socket.
  private func sawName() -> Bool {
    var found = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return found }
      buffer.withUnsafeBytes { bytes in
        let header = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + header <= count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let text = bytes[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 }
          if text.elementsEqual(name.utf8) { found = true }
          offset += header + Int(event.len)
        }
      }
    }
  }

  /// The path of the first socket of an address that has one.
  private static func path(in address: String) -> String? {
    var entries: UnsafeMutablePointer<OpaquePointer?>?
    var count: CInt = 0
    guard dbus_parse_address(address, &entries, &count, nil) != 0 else { return nil }
    defer { dbus_address_entries_free(entries) }
    for index in 0..<Int(count) {
      if let path = dbus_address_entry_get_value(entries?[index], "path") { return String(cString: path) }
    }
    return nil
  }
}
