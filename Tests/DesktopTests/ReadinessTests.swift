import DesktopSupport
import Glibc
import Testing

/// The messages to a service manager that started the service (sd_notify(3)).
@Suite(.timeLimit(.minutes(3)))
struct ReadinessTests {
  /// A datagram socket like systemd's.
  private struct NotifySocket {
    let path: String
    let descriptor: CInt

    init(in directory: String) throws {
      path = directory + "/notify"
      descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(descriptor >= 0 && result == 0)
    }

    /// A message that has arrived and was not taken yet; nil if there is none.
    func message() -> String? {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    func wait(for wanted: String) async throws {
      try await eventually("systemd hears \(wanted)") {
        while let message = message() { if message.contains(wanted) { return true } }
        return false
      }
    }
  }

  @Test func readinessWatchdogAndEndAreTold() async throws {
    try await PrivateDesktop.with { desktop in
      let socket = try NotifySocket(in: desktop.directory)
      defer { close(socket.descriptor) }
      let service = try await desktop.startService(
        environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "400000"])
      try await socket.wait(for: "READY=1")
      for _ in 0..<3 { try await socket.wait(for: "WATCHDOG=1") }
      service.send(signal: SIGTERM)
      try await socket.wait(for: "STOPPING=1")
      #expect(try await service.waitForEnd().exitCode == 0)
    }
  }
}
