import AloudAPI
import BusValues
import DBusKit
import Documents
import EventLoop
import Glibc

/// The versions of aloud's dependencies: its behaviour may differ with them.
@Core
enum Platform {
  private static let limit = 4096
  private static let patience = Duration.seconds(2)

  /// PipeWire, WirePlumber, the session bus and the desktop portal, each with its version.
  static func finding(_ service: Service) async -> Finding {
    var parts = [await named("PipeWire", "pipewire"), await named("WirePlumber", "wireplumber")]
    parts.append(await owner(of: "org.freedesktop.DBus", service) ?? "a bus of unknown version")
    parts.append(await owner(of: "org.freedesktop.portal.Desktop", service) ?? "no desktop portal")
    return Finding("platform", .good, parts.joined(separator: ", "))
  }

  private static func named(_ name: String, _ program: String) async -> String {
    await version(of: program).map { "\(name) \($0)" } ?? "\(name) of unknown version"
  }

  /// The program that owns a name. It is not started for this.
  private static func owner(of name: String, _ service: Service) async -> String? {
    let call = BusCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID", [.string(name)],
      expecting: "u")
    guard let process = (try? await service.bus.call(call))?.arguments.first?.asUInt32,
      let program = executable(of: process)
    else { return nil }
    let file = FileName.last(of: program)
    return await version(of: program).map { "\(file) \($0)" } ?? file
  }

  private static func executable(of process: UInt32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let length = readlink("/proc/\(process)/exe", buffer.baseAddress!, buffer.count)
      guard length > 0 else { return nil }
      return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  private static func version(of program: String) async -> String? {
    let run = await ToolRun.run([program, "--version"], limit: limit, patience: patience)
    guard run.end == .exited(0) else { return nil }
    return version(in: String(decoding: run.output, as: UTF8.self))
  }

  /// The session manager's own rule about sinks that go, if it has one and it is on. WirePlumber before 0.5.11 has
  /// none.
  static func pauseRule() async -> Finding? {
    let run = await ToolRun.run(["wpctl", "settings", pauseSetting], limit: limit, patience: patience)
    guard run.end == .exited(0), isTrue(String(decoding: run.output, as: UTF8.self)) else { return nil }
    return Finding(
      "sinks that go", .good,
      "WirePlumber calls Pause of the players that were heard there (\(pauseSetting)); aloud leaves that out, and follows "
        + "its own rules")
  }

  private static let pauseSetting = "linking.pause-playback"

  /// True for what `wpctl settings KEY` prints about a setting that is on: `Value: true (Saved: true)`.
  nonisolated static func isTrue(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count > 1 && words[0] == "Value:" && words[1] == "true"
  }

  /// The first word that looks like a version, such as `1.14.10`.
  nonisolated static func version(in text: String) -> String? {
    text.split(whereSeparator: \.isWhitespace).first { word in
      let parts = word.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count > 1 && Int(parts[0]) != nil && parts[1].first?.isNumber == true
    }.map(String.init)
  }
}
