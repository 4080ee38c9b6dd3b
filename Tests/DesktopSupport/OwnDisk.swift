import Glibc

/// A small file system, mounted over a directory for the programs that are started in its `place`. It can be filled to
/// the last byte and made read-only. It exists as long as the desktop.
public final class OwnDisk: Sendable {
  /// The namespace of the programs that see it.
  public let place: OwnNamespace
  /// The directory as seen from outside.
  public let path: String
  private let mountPoint: String
  private let desktop: PrivateDesktop

  /// Mounts one of `size` bytes over `directory`, which must exist.
  ///
  /// - Throws: `DesktopError` if that is not possible here.
  public init(over directory: String, size: Int, in desktop: PrivateDesktop) async throws {
    place = try await OwnNamespace(
      .mounts, in: desktop, setup: #"mount -t tmpfs -o "size=$2,mode=700" none "$1""#, directory, "\(size)")
    path = place.path(directory)
    mountPoint = directory
    self.desktop = desktop
  }

  private var ballast: String { path + "/ballast" }

  /// Uses up all remaining space.
  ///
  /// - Throws: `DesktopError` if some space is left.
  public func fill() throws {
    let file = open(ballast, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw DesktopError(.desktop, "\(ballast): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    for size in [4096, 1] {
      let bytes = [UInt8](repeating: 0, count: size)
      while write(file, bytes, size) > 0 {}
    }
    guard errno == ENOSPC else { throw DesktopError(.desktop, "\(ballast): \(String(cString: strerror(errno)))") }
  }

  /// Frees the space that `fill` took.
  public func empty() { unlink(ballast) }

  /// Makes it read-only or writable; no file may be open for writing.
  ///
  /// - Throws: `DesktopError` with the message of `mount`.
  public func remount(readOnly: Bool) async throws {
    let command = place.administering(["mount", "-o", readOnly ? "remount,bind,ro" : "remount,bind,rw", mountPoint])
    let result = try await desktop.start(command).waitForEnd()
    guard result.succeeded else { throw DesktopError(.desktop, "\(result)") }
  }
}
