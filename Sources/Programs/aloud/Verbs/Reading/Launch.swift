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
    guard !hasTerminal, arguments.first == "open" else { return nil }
    let uris = arguments.dropFirst().filter { $0 != show }
    guard !uris.isEmpty, uris.allSatisfy({ $0.hasPrefix("file://") }) else { return nil }
    var launch = Launch()
    launch.uris = Array(uris)
    return launch
  }

  /// The first argument where a desktop opens a terminal for the display, as for the entry in its menu.
  private static let show = "--show"

  /// The work of `aloud open` on a terminal: the files are read and shown.
  ///
  /// - Parameter alone: the words for the display without a file.
  /// - Returns: `nil` if the files are to be read and not shown.
  static func words(_ arguments: [String], alone: [String]) -> [String]? {
    // Desktops call this for a click on the media card: there is no window to raise and no file to read.
    if arguments.isEmpty { return ["status"] }
    guard arguments.first == show else { return nil }
    return arguments.count == 1 ? alone : ["read", "--interactive"] + arguments.dropFirst()
  }

  func run(_ console: Console) async throws(Failure) {
    let call = BusCall(
      ApplicationInterface.name, ApplicationInterface.path, ApplicationInterface.interface, "Open",
      [.strings(uris), .vardict([:])])
    _ = try await Service().call(call, task: uris.count == 1 ? "read '\(uris[0])'" : "read \(uris.count) files")
  }
}
