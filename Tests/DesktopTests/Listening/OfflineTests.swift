import AloudAPI
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// What the service needs from outside: nothing but the bus and the sound server.
  struct OfflineTests {
    /// The inodes of a process's sockets.
    private static func sockets(of process: pid_t) -> Set<String> {
      let folder = "/proc/\(process)/fd"
      let links = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return Set(
        links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
          .filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) })
    }

    /// The inodes of all local sockets, as a process sees them.
    private static func local(to process: pid_t) throws -> Set<String> {
      let table = try String(contentsOfFile: "/proc/\(process)/net/unix", encoding: .utf8)
      return Set(
        table.split(separator: "\n").dropFirst().compactMap { $0.split(separator: " ").dropFirst(6).first }.map(
          String.init))
    }

    @Test func allSocketsAreLocalWhileItReadsAndAnnounces_S1_21() async throws {
      try await Scene.with { scene in
        try await scene.remote.speak(String(repeating: "A sentence without a network. ", count: 20))
        try await scene.recorder.wait(for: "Word")
        _ = try await scene.remote(.announce([.text("A message.")], AnnounceOptions()))
        _ = try await eventually("it is heard") {
          scene.recorder.all("Announcement").first { $0.words.first == "started" }
        }
        let processes = [scene.service.pid] + descendants(of: scene.service.pid, named: "")
        #expect(processes.count > 1)
        #expect(!Self.sockets(of: scene.service.pid).isEmpty)
        for process in processes {
          let others = Self.sockets(of: process).subtracting(try Self.local(to: process))
            // One that was closed between the two looks is in no table any more.
            .intersection(Self.sockets(of: process))
          #expect(others.isEmpty, "process \(process) has sockets that are not local")
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
