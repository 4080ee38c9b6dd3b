import Foundation
import Glibc

/// A namespace for the programs that are started in it, with mounts or a boot time of its own.
///
/// It ends with its last program. Root can make one if the kernel permits mounting, other users if the kernel has user
/// namespaces for all users. In a container neither may be possible: tests that need one check `isPossible` in their
/// condition.
public final class OwnNamespace: Sendable {
  /// The kind of namespace.
  public enum Kind: Sendable {
    /// The mounts.
    case mounts
    /// CLOCK_BOOTTIME, so many seconds ahead of the machine's.
    case time(ahead: Int)

    fileprivate var unshared: [String] {
      switch self {
      case .mounts: ["--mount"]
      case .time(let seconds): ["--time", "--boottime", "\(seconds)"]
      }
    }
    fileprivate var entered: String {
      switch self {
      case .mounts: "--mount"
      case .time: "--time"
      }
    }
  }

  /// The options of `unshare` with which this user can make one; `nil` if that is impossible.
  private static let way: [String]? = [[], ["--user", "--map-root-user"]].first { way in
    let probe = Process()
    probe.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = #"mount -t tmpfs none /mnt && nsenter --version && "$@""#
    probe.arguments =
      ["unshare"] + way + Kind.mounts.unshared + Kind.time(ahead: 1).unshared
      + ["--fork", "sh", "-c", script, "sh"] + ownName(way) + ["true"]
    probe.standardOutput = FileHandle.nullDevice
    probe.standardError = FileHandle.nullDevice
    guard (try? probe.run()) != nil else { return false }
    probe.waitUntilExit()
    return probe.terminationStatus == 0
  }

  /// Root of a user namespace is an unknown user to a bus outside, so its programs get their own user's name back.
  private static func ownName(_ way: [String]) -> [String] {
    way.isEmpty ? [] : ["unshare", "--user", "--map-user=\(getuid())", "--map-group=\(getgid())"]
  }

  /// True if it is possible here.
  public static var isPossible: Bool { way != nil }

  private let kind: Kind
  private let way: [String]
  /// The process that keeps the namespace and identifies it.
  private let keeper: Int32

  /// Makes one that lasts as long as the desktop.
  ///
  /// - Parameters:
  ///   - kind: the kind of namespace.
  ///   - setup: a shell script that runs in it first, with `arguments` as `$1` and so on.
  /// - Throws: `DesktopError` if it is impossible here or the script failed.
  public init(
    _ kind: Kind, in desktop: PrivateDesktop, setup: String = ":", _ arguments: String...
  ) async throws {
    guard let way = Self.way else { throw DesktopError(.desktop, "no namespace can be made here") }
    let script = "{ \(setup); } && echo $$ && exec cat >/dev/null"
    let process = try desktop.start(
      ["unshare"] + way + kind.unshared + ["--fork", "--kill-child", "sh", "-ec", script, "sh"] + arguments,
      keepsInputOpen: true)
    keeper = try await process.waitForOutput("the id of its keeper") { output in
      output.hasSuffix("\n") ? Int32(output.dropLast()) : nil
    }
    self.kind = kind
    self.way = way
  }

  /// The command that runs `command` in it, as this user.
  public func command(_ command: [String]) -> [String] { entering + Self.ownName(way) + command }

  /// The command that changes something in it, such as what is mounted.
  public func administering(_ command: [String]) -> [String] { entering + command }

  private var entering: [String] {
    ["nsenter", "--target", "\(keeper)", kind.entered] + (way.isEmpty ? [] : ["--user", "--preserve-credentials"])
  }

  /// The path outside of a file inside.
  public func path(_ inside: String) -> String { "/proc/\(keeper)/root\(inside)" }
}
