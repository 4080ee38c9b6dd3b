import Foundation
import Glibc

/// State and settings written by an earlier version, from `Tests/Fixtures`.
public struct FormerState: Sendable {
  /// The first seven digits of the version's commit, which are the name of its folder.
  public let version: String

  /// The first version whose state is kept for tests: books and texts. Its states are `reading`, `announcement` and
  /// `ended`.
  public static let first = FormerState(version: "79d478a")

  /// The second one: a book, a recording with chapters, and an utterance with clips. Its states are `paused` and
  /// `killed`.
  public static let second = FormerState(version: "5a0f1f4")

  private var folder: String { Project.file("Tests/Fixtures/\(version)") }

  /// The text of its `aloud.toml`.
  public func settings() throws -> String { try String(contentsOfFile: folder + "/aloud.toml", encoding: .utf8) }

  /// Copies one of its states to the folder `path`, which must not exist.
  public func copy(_ state: String, to path: String) throws {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder + "/" + state, toPath: path)
    // A checkout does not keep the permissions of the service's files.
    chmod(path, 0o700)
  }

  /// Runs `body` while its documents are at the paths that its state names. Other test runs on this machine wait
  /// meanwhile.
  ///
  /// - Throws: `DesktopError`, and what `body` throws.
  public func withDocuments(_ body: () async throws -> Void) async throws {
    let place = "/tmp/aloud-\(version)"
    let lock = open(place + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard lock >= 0 else { throw DesktopError(.desktop, "\(place).lock: \(String(cString: strerror(errno)))") }
    defer { close(lock) }
    try await eventually("no other test run has \(place)") { flock(lock, LOCK_EX | LOCK_NB) == 0 }
    try? FileManager.default.removeItem(atPath: place)
    try FileManager.default.copyItem(atPath: folder + "/documents", toPath: place)
    defer { try? FileManager.default.removeItem(atPath: place) }
    try await body()
  }
}
