import CDBus
import EventLoop
import Glibc

/// Reports that the socket of a bus address appears in the file system.
@Core
final class SocketWatch {
  private var watch: FileWatch?

  /// `nil` for an address without a path.
  ///
  /// A bus binds its socket, listens, and then sets its permissions. `onAppear` is called for each of these steps that
  /// is seen separately; only after the last one a connection is sure to succeed. The socket's folder may be missing,
  /// or be removed and made again.
  init?(address: String, scheduler: any Scheduler, onAppear: @escaping @Core () -> Void) {
    guard let path = Self.path(in: address) else { return nil }
    watch = FileWatch(paths: [path], patience: .zero, scheduler: scheduler) {
      if access(path, F_OK) == 0 { onAppear() }
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
