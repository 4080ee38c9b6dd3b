import AloudAPI
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// What the service needs from outside: nothing but the bus and the sound server.
  struct OfflineTests {
    /// The tables of the kernel with sockets of the network, and the column of the inode.
    private static let tables = [
      ("tcp", 9), ("tcp6", 9), ("udp", 9), ("udp6", 9), ("udplite", 9), ("udplite6", 9), ("raw", 9), ("raw6", 9),
      ("icmp", 9), ("icmp6", 9), ("packet", 8),
    ]

    /// The inodes of a process's sockets.
    private static func sockets(of process: pid_t) -> Set<String> {
      let folder = "/proc/\(process)/fd"
      let links = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return Set(
        links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
          .filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) })
    }

    /// The inodes of all sockets of the network that a process could have.
    private static func network(of process: pid_t) -> Set<String> {
      var inodes: Set<String> = []
      for (table, column) in tables {
        let text = (try? String(contentsOfFile: "/proc/\(process)/net/\(table)", encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n").dropFirst() {
          let words = line.split(separator: " ")
          if words.count > column { inodes.insert(String(words[column])) }
        }
      }
      return inodes
    }

    @Test func noSocketIsOfTheNetworkWhileItReadsAndAnnounces_S1_21() async throws {
      // The test sees a socket of the network.
      let own = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      defer { close(own) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(own, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      #expect(isBound == 0 && !Self.sockets(of: getpid()).isDisjoint(with: Self.network(of: getpid())))

      try await Scene.with { scene in
        try await scene.remote.speak(String(repeating: "A sentence without a network. ", count: 20))
        try await scene.recorder.wait(for: "Word")
        _ = try await scene.remote(.announce([.text("A message.")], AnnounceOptions()))
        _ = try await eventually("it is heard") {
          scene.recorder.all("Announcement").first { $0.words.first == "started" }
        }
        let workers = descendants(of: scene.service.pid, named: "")
        #expect(!workers.isEmpty && !Self.sockets(of: scene.service.pid).isEmpty)
        for process in [scene.service.pid] + workers {
          #expect(Self.sockets(of: process).isDisjoint(with: Self.network(of: process)))
        }
      }
    }

    @Test func theDoctorSpeaks_S1_20() async throws {
      try await Scene.with { scene in
        let doctor = try await scene.desktop.run(Project.program("aloud"), "doctor", "--say")
        #expect(doctor.succeeded, "\(doctor)")
        try await scene.recorder.wait(for: "sound")
      }
    }
  }
}
