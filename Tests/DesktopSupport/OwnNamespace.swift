import Foundation
import Glibc

/// A part of the machine that only those programs see that are started in it: what is mounted, or the time since the
/// machine was started.
///
/// It ends with its last program. Root may make one where the kernel lets it mount, anybody else where the kernel has
/// user namespaces for everybody. A container may have neither: tests that need one say so in their condition
/// (`isPossible`).
public final class OwnNamespace: Sendable {
  /// What the namespace has of its own.
  public enum Kind: Sendable {
    /// What is mounted.
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

  /// How this user gets one: options of `unshare`; `nil` where he gets none.
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

  /// Root of a user namespace is nobody to a bus outside: its programs get their own user's name back.
  private static func ownName(_ way: [String]) -> [String] {
    way.isEmpty ? [] : ["unshare", "--user", "--map-user=\(getuid())", "--map-group=\(getgid())"]
  }

  /// Whether programs can have one here.
  public static var isPossible: Bool { way != nil }

  private let kind: Kind
  private let way: [String]
  /// Keeps it, and is where it is found.
  private let keeper: Int32

  /// Makes one that lasts as long as the desktop.
  ///
  /// - Parameters:
  ///   - kind: what it has of its own.
  ///   - setup: a shell script that runs in it first, with `arguments` as `$1` and so on.
  /// - Throws: `DesktopError`, where there is no way to one here or the script failed.
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

  /// The command that runs `command` in it, as this user and as the process that was started.
  public func command(_ command: [String]) -> [String] { entering + Self.ownName(way) + command }

  /// The command that changes something in it.
  func administering(_ command: [String]) -> [String] { entering + command }

  private var entering: [String] {
    ["nsenter", "--target", "\(keeper)", kind.entered] + (way.isEmpty ? [] : ["--user", "--preserve-credentials"])
  }

  /// Where a file that it has of its own is seen from outside.
  public func path(_ inside: String) -> String { "/proc/\(keeper)/root\(inside)" }
}
