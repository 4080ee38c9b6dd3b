import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// The measured service, from the view of a client. The bus starts it.
@Core
struct Aloud {
  static let name: BusName = "org.aloud.Aloud1"
  private static let path: ObjectPath = "/org/aloud/Aloud1"
  private static let interface: InterfaceName = "org.aloud.Aloud1"

  let rig: Rig

  @discardableResult
  func call(_ member: MemberName, _ arguments: [BusValue] = [], _ options: [String: BusValue] = [:]) async throws
    -> [BusValue]
  {
    try await rig.call(Self.name, Self.path, Self.interface, member, arguments + [.vardict(options)])
  }

  /// Starts to speak and returns when the service has confirmed it; `start` is before the call.
  @discardableResult
  func speak(_ text: String, _ options: [String: BusValue] = [:]) async throws -> (track: ObjectPath?, start: Instant) {
    let start = Core.loop.now
    let answer = try await call("Speak", [.string(text)], options.merging(["language": .string("en-us")]) { $1 })
    return (answer.first?.asObjectPath, start)
  }

  func get(_ property: String) async throws -> BusValue {
    try await rig.property(Self.name, Self.path, Self.interface, property)
  }

  /// Sets the rate; the service stores it.
  func setRate(_ rate: Double) async throws {
    try await rig.call(
      Self.name, Self.path, "org.freedesktop.DBus.Properties", "Set",
      [.string(Self.interface.text), .string("Rate"), .variant(.double(rate))])
  }

  func processes() async throws -> [Int32] { Processes.family(of: try await rig.processID(of: Self.name)) }

  /// The speech workers, with the warm parents first.
  func speakers() async throws -> [Int32] {
    try await processes().filter { Processes.name(of: $0) == "aloud-speak" }
  }

  /// The reason for a silence although something could be heard; empty if there is none.
  func pauseReason() async throws -> String { try await get("PauseReason").asString ?? "" }

  /// Starts the service if it does not run, and waits until everything is warm.
  func warm() async throws {
    _ = try await get("Version")
    try await call("Clear")
    _ = try await speak(Texts.short)
    _ = await rig.listener.firstSound(after: Core.loop.now)
    try await call("Clear")
    try await rig.quiet()
  }

  /// Ends the service and waits until it is gone.
  func quit() async throws {
    guard try await rig.isOwned(Self.name) else { return }
    let processes = try await processes()
    try await call("Quit")
    try await eventually("aloudd ends") { processes.allSatisfy { Processes.family(of: $0).isEmpty || !exists($0) } }
  }
}

/// Returns true if a process exists.
func exists(_ pid: Int32) -> Bool { Processes.memory(of: [pid]).rss > 0 }

/// A player that is controlled over MPRIS.
@Core
struct MPRISPlayer {
  private static let path: ObjectPath = "/org/mpris/MediaPlayer2"
  private static let interface: InterfaceName = "org.mpris.MediaPlayer2.Player"

  let rig: Rig
  let name: BusName

  /// The service under its name as a player.
  static func aloud(_ rig: Rig) -> MPRISPlayer { MPRISPlayer(rig: rig, name: "org.mpris.MediaPlayer2.aloud") }

  func call(_ member: MemberName, _ arguments: [BusValue] = []) async throws {
    try await rig.call(name, Self.path, Self.interface, member, arguments)
  }

  /// Moves to a place of the current track, in seconds.
  func setPosition(_ seconds: Double) async throws {
    let metadata = try await rig.property(name, Self.path, Self.interface, "Metadata").asVardict ?? [:]
    // mpv-mpris has a string here, as the old specification did.
    let id = metadata["mpris:trackid"]
    guard let track = id?.asObjectPath ?? id?.asString.flatMap({ ObjectPath($0) }) else {
      throw BenchError("\(name) names no track")
    }
    try await call("SetPosition", [.objectPath(track), .int64(Int64(seconds * 1e6))])
  }

  /// Sets the speed of playing.
  func setRate(_ rate: Double) async throws {
    try await rig.call(
      name, Self.path, "org.freedesktop.DBus.Properties", "Set",
      [.string(Self.interface.text), .string("Rate"), .variant(.double(rate))])
  }

  /// The position in seconds.
  func position() async throws -> Double {
    Double(try await rig.property(name, Self.path, Self.interface, "Position").asInt64 ?? 0) / 1e6
  }
}

/// mpv with its MPRIS plugin, playing a file.
enum MPV {
  static let name: BusName = "org.mpris.MediaPlayer2.mpv"
  private static let plugins = [
    "/usr/lib/mpv-mpris/mpris.so", "/etc/mpv/scripts/mpris.so", "/usr/share/mpv/scripts/mpris.so",
  ]

  private static var plugin: String? { plugins.first { FileManager.default.isReadableFile(atPath: $0) } }

  /// True if mpv is installed without a plugin that could control it.
  static var isWithoutPlugin: Bool { Rig.find("mpv") != nil && plugin == nil }

  /// The command that plays a file; `nil` if it is not installed.
  static func command(_ file: String, mpris: Bool) -> [String]? {
    options(mpris: mpris).map { $0 + [file] }
  }

  /// The command that waits for files over MPRIS; `nil` if it is not installed.
  static var idleCommand: [String]? { options(mpris: true).map { $0 + ["--idle=yes"] } }

  private static func options(mpris: Bool) -> [String]? {
    guard let mpv = Rig.find("mpv") else { return nil }
    var command = [mpv, "--no-config", "--no-video", "--no-terminal", "--ao=pipewire"]
    if mpris {
      guard let plugin else { return nil }
      command += ["--script=\(plugin)", "--keep-open=yes"]
    }
    return command
  }
}
