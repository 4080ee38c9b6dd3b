import Foundation

/// The project as installed by `make install`, in a directory of its own, from the programs of this build.
public struct Installation: Sendable {
  /// The `PREFIX` of the installation.
  public let prefix: String

  /// The directory with the D-Bus service files, for `PrivateDesktop.Activation.directory`.
  public var services: String { prefix + "/share/dbus-1/services" }

  /// Further variables for `make`.
  private let environment: [String: String]

  /// Installs below `prefix`.
  ///
  /// - Parameter environment: further variables for the programs that `make` starts.
  /// - Throws: `DesktopError` with what `make` printed.
  public static func make(prefix: String, environment: [String: String] = [:]) async throws -> Installation {
    try await run("install", prefix, environment)
    return Installation(prefix: prefix, environment: environment)
  }

  /// Installs the natural voice (``Project/fetchedVoices``), too.
  ///
  /// - Throws: `DesktopError` with what `make` printed.
  public func addVoice() async throws {
    try await Self.run("install-voice", prefix, environment)
  }

  /// Uninstalls everything.
  ///
  /// - Throws: `DesktopError` with what `make` printed.
  public func remove() async throws {
    try await Self.run("uninstall", prefix, environment)
  }

  /// The path of an installed file, given relative to the prefix.
  public func file(_ path: String) -> String {
    prefix + "/" + path
  }

  private static func run(_ target: String, _ prefix: String, _ extra: [String: String]) async throws {
    var environment = ProcessInfo.processInfo.environment
    for name in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "DESTDIR", "DBUS_SESSION_BUS_ADDRESS"] {
      environment[name] = nil
    }
    environment.merge(extra) { $1 }
    let make = try RunningProcess(
      ["make", "-C", Project.directory, target, "PREFIX=\(prefix)", "BIN_DIR=\(Project.programs)"],
      environment: environment)
    let result = try await make.runToEnd(within: .seconds(60))
    guard result.succeeded else { throw DesktopError(.ended, "make \(target): \(result)") }
  }
}
