import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import DBusKit
import EventLoop
import Glibc

/// `aloud open URI…`, as desktops call it that start programs by `Exec=` and not over the bus. Its output is not seen.
/// So the service opens the files as for calls over the bus, and reports unreadable files in a notification.
struct Launch: Verb {
  static let configuration = CommandConfiguration(commandName: "open", shouldDisplay: false)

  @Argument var uris: [String] = []

  /// - Parameter hasTerminal: true if a user sees the output.
  /// - Returns: `nil` if the arguments are not what a desktop passes for `Exec=aloud open %U`.
  static func from(_ arguments: [String], hasTerminal: Bool) -> Launch? {
    guard !hasTerminal, arguments.count > 1, arguments[0] == "open" else { return nil }
    guard arguments.dropFirst().allSatisfy({ $0.hasPrefix("file://") }) else { return nil }
    var launch = Launch()
    launch.uris = Array(arguments.dropFirst())
    return launch
  }

  func run(_ console: Console) async throws(Failure) {
    let call = BusCall(
      ApplicationInterface.name, ApplicationInterface.path, ApplicationInterface.interface, "Open",
      [.strings(uris), .vardict([:])])
    _ = try await Service().call(call, task: uris.count == 1 ? "read '\(uris[0])'" : "read \(uris.count) files")
  }
}
