import BusValues
import DBusKit
import EventLoop
import Glibc

/// Tells clients in a sandbox (Flatpak, Snap) from others: a sandbox is meant to hide the user's activities from its
/// program.
enum Sandbox {
  /// The number of bytes that are read from each of these files.
  private static let mostBytes = 4096

  /// Asks the bus for the client's process and looks at that; `done` is called in a later turn. A process that cannot
  /// be looked at counts as sandboxed.
  @Core
  static func holds(_ client: BusName, on connection: BusConnection, done: @escaping @Core (Bool) -> Void) {
    let call = BusCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID", [.string(client.text)],
      expecting: "u")
    connection.call(call, timeout: .seconds(5)) { result in
      guard let process = (try? result.get())?.arguments.first?.asUInt32, process > 0 else { return done(true) }
      done(holds(process))
    }
  }

  /// Looks at a process. A Flatpak's root, also that of the proxy through which it reaches the bus, holds a file that
  /// nothing in it can remove (flatpak-metadata(5)); a Snap has its name in its security label and its control group.
  static func holds(_ process: UInt32) -> Bool {
    let folder = "/proc/\(process)"
    guard let root = Descriptor(opening: folder + "/root", O_RDONLY | O_DIRECTORY) else { return true }
    var status = stat()
    guard fstatat(root.number, ".flatpak-info", &status, AT_SYMLINK_NOFOLLOW) != 0, errno == ENOENT else { return true }
    return isSnap(label: text(folder + "/attr/current"), groups: text(folder + "/cgroup"))
  }

  /// - Parameters:
  ///   - label: the security label from AppArmor: `snap.NAME.APP (enforce)`.
  ///   - groups: the lines of `cgroup`: `0::/user.slice/…/snap.NAME.APP-ID.scope`.
  static func isSnap(label: String, groups: String) -> Bool {
    label.hasPrefix("snap.")
      || groups.split(whereSeparator: { $0 == "/" || $0 == "\n" }).contains { $0.hasPrefix("snap.") }
  }

  private static func text(_ path: String) -> String {
    guard let file = Descriptor(opening: path, O_RDONLY) else { return "" }
    return String(decoding: file.readAll(limit: mostBytes), as: UTF8.self)
  }
}
