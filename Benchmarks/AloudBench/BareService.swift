import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// The floor of everything that has to speak: a service in C that does nothing else (`peers/bare-speak.c`).
@Core
struct BareService {
  /// The way in which it speaks.
  enum Kind: String, CaseIterable {
    /// The engine speaks in the service itself. The same text may sound different the second time, and a text that
    /// crashes the engine ends the service.
    case direct = "bare C service"
    /// The engine speaks in a copy of the process, as aloud's does.
    case copies = "bare C service, copies"
  }

  private static let name: BusName = "org.aloud.BareService"

  let rig: Rig
  let process: RunningProcess

  /// - Returns: `nil` if it cannot be compiled.
  private static func command(_ rig: Rig, _ kind: Kind, quantum: Int = 256) async throws -> [String]? {
    let flags = ["$(pkg-config --cflags --libs dbus-1 libpipewire-0.3)", "-lespeak-ng"]
    guard let program = try await rig.compile("bare-speak", flags) else { return nil }
    return [program, name.text, "\(quantum)"] + (kind == .copies ? ["copies"] : [])
  }

  /// The time from a call that starts the service to its sound; `nil` if it cannot be compiled.
  static func firstSound(_ rig: Rig, _ kind: Kind) async throws -> Series? {
    guard let command = try await command(rig, kind) else { return nil }
    let file = "\(rig.desktop.directory)/services/\(name.text).service"
    try "[D-BUS Service]\nName=\(name.text)\nExec=\(command.joined(separator: " "))\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    try await rig.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
    var series = Series()
    for _ in 0..<rig.rounds {
      await rig.stagger()
      let start = Core.loop.now
      try await rig.call(name, "/org/aloud/BareService", "org.aloud.BareService", "Speak", [.string(Texts.short)])
      if let sound = await rig.listener.firstSound(after: start) { series.add(sound.milliseconds(since: start)) }
      let process = try await rig.desktop.processID(of: name.text)
      if let process { kill(process, SIGKILL) }
      try await eventually("the bare service ends") { try await rig.isOwned(name) ? nil : true }
      try await rig.quiet()
    }
    return series
  }

  /// - Parameter quantum: the frames of a cycle that its stream asks for.
  /// - Returns: `nil` if it cannot be compiled.
  static func start(_ rig: Rig, _ kind: Kind, quantum: Int = 256) async throws -> BareService? {
    guard let command = try await command(rig, kind, quantum: quantum) else { return nil }
    let process = try rig.start(command)
    try await rig.desktop.waitUntilOwned(name.text, by: process)
    let service = BareService(rig: rig, process: process)
    // The voice's data are read with the first text.
    let start = Core.loop.now
    try await service.speak(Texts.short)
    _ = await rig.listener.firstSound(after: start)
    try await service.call("Clear")
    try await rig.quiet()
    return service
  }

  /// The service as a player with `Play` and `Pause`.
  var player: MPRISPlayer { MPRISPlayer(rig: rig, name: Self.name) }

  func speak(_ text: String) async throws { try await call("Speak", [.string(text)]) }

  /// Speaks a text without the first milliseconds of its sound.
  func speak(_ text: String, from milliseconds: Double) async throws {
    try await call("SpeakFrom", [.string(text), .uint32(UInt32(milliseconds))])
  }

  func call(_ member: MemberName, _ arguments: [BusValue] = []) async throws {
    try await rig.call(Self.name, "/org/aloud/BareService", "org.aloud.BareService", member, arguments)
  }
}
