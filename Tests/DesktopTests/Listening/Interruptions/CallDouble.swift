import DesktopSupport

extension Scene {
  /// A silent call, or another stream of that kind: ten minutes of zeros that only the server receives.
  func call(role: String = "Communication") throws -> RunningProcess {
    let header: [UInt8] = [
      0x52, 0x49, 0x46, 0x46, 0x24, 0, 0xC8, 0, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6D, 0x74, 0x20, 16, 0, 0, 0, 1, 0, 1, 0,
      0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0, 0x64, 0x61, 0x74, 0x61, 0, 0, 0xC8, 0,
    ]
    let file = try file("call.wav", header + [UInt8](repeating: 0, count: 0xC8_0000))
    return try desktop.start(["pw-play", "--media-role", role, file])
  }
}
