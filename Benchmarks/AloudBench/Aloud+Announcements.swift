import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop

/// The announcements of the service, and the reading beside them.
extension Aloud {
  /// The factor on the samples of a book that the listener of the measurements does not hear: a full scale is then half
  /// of what counts as audible.
  private static let inaudible = 0.001

  /// A call of `Announce`, for any connection.
  static func announcement(_ text: String, keepReady: Bool = false) -> BusCall {
    var options = AnnounceOptions()
    options.keepReady = keepReady
    options.speech.language = "en-us"
    return BusCall(
      AloudBus.name, AloudBus.path, AloudBus.interface, "Announce", [.string(text), .vardict(options.table)])
  }

  /// Ends all announcements.
  func cancelAnnouncements() async throws {
    try await call("CancelAnnouncements", [.uint64(0)], ["all": .bool(true)])
  }

  /// Turns the watching of notifications on or off, with the command.
  func watchNotifications(_ isOn: Bool) async throws {
    let result = try await rig.desktop.run(Project.program("aloud"), "notify", isOn ? "on" : "off")
    guard result.succeeded else { throw BenchError("\(result)") }
  }

  /// Reads a book that nobody hears, so that the first audible sample is that of the announcement. Everything else is
  /// as for a loud one: the stream runs, its samples are made, and the reading steps aside.
  func readInaudibly() async throws {
    let file = try DocumentFiles(folder: rig.folder).book(chapters: 4, words: 12_000, cover: 1000, number: 11)
    try await open(file, ["again": .bool(true), "volume": .double(Self.inaudible)])
    // Lengths are not measured beside the measurements.
    try await waitUntilMeasured {}
  }
}
