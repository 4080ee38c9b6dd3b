import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// A service that wants no sound does not watch others.
  struct IdleTests {
    /// The subscriptions of the service, as listed by the session bus.
    @Core
    private func rules(of service: RunningProcess, _ remote: Remote) async throws -> [String] {
      func ask(
        _ member: MemberName, _ interface: InterfaceName, _ arguments: [BusValue] = []
      ) async throws -> BusValue? {
        try await remote.bus.call(BusCall(.bus, "/org/freedesktop/DBus", interface, member, arguments)).arguments.first
      }
      let table = try await ask("GetAllMatchRules", "org.freedesktop.DBus.Debug.Stats")
      guard case .dictionary(key: _, value: _, let entries)? = table else { return [] }
      var found: [String] = []
      for entry in entries {
        let process = try await ask("GetConnectionUnixProcessID", "org.freedesktop.DBus", [entry.key])?.asUInt32
        if process == UInt32(service.pid) { found += entry.value.asStrings ?? [] }
      }
      return found
    }

    @Test func otherPlayersAreWatchedOnlyWhileSoundIsWanted_S0_21() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        @Core func watches() async throws -> Int {
          try await rules(of: scene.service, remote).count { $0.contains("org.mpris.MediaPlayer2") }
        }
        let before = try await rules(of: scene.service, remote).sorted()
        #expect(try await watches() == 0, "\(before)")
        for _ in 0..<2 {
          try await remote.speak(reading)
          try await remote.wait(.state, "speaking")
          try await eventually("they are watched") { try await watches() == 2 }
          try await remote(.pause(.immediate))
          try await eventually("and no more") { try await watches() == 0 }
          try await remote(.hush)
        }
        #expect(try await rules(of: scene.service, remote).sorted() == before, "nothing is left over")
      }
    }

    @Test func otherProgramsDoNotWakeAPausedService_S0_21() async throws {
      try await Scene.inDesktop { desktop in
        try Scene.write("[output]\nrelease-after = \"1s\"\n", in: desktop)
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        let scene = Scene(desktop: desktop, service: service, remote: remote)
        let login = try await LoginManagerDouble(in: desktop)
        let player = try await OtherPlayerDouble("test", in: desktop)
        try await remote.speak("Early one morning an old man walked along a narrow lane.")
        try await remote.wait(.state, "speaking")
        try await eventually("sleep is put off") { login.held("delay").count == 1 }
        try await remote(.pause(.immediate))
        try await Graph.wait(for: "the end of the stream", in: desktop) { $0.stream == nil }
        try await eventually("nothing is put off") { login.held("delay").isEmpty }
        try await eventually("the workers are gone") { speakers(below: service.pid).isEmpty }
        try await eventually("nothing is left to do") { hasNoTimer(service.pid) }
        // A thread that brings the state to the device wakes the loop at its end.
        var (former, unchanged) = (0, 0)
        try await eventually("no thread is at work") {
          let now = switches(of: service.pid)
          unchanged = now == former ? unchanged + 1 : 0
          former = now
          return unchanged == 6
        }
        let begin = switches(of: service.pid)
        // Other programs play, call, appear and disappear.
        for _ in 0..<3 {
          for _ in 0..<20 {
            try await player.say("Playing")
            try await player.say("Paused")
          }
          let call = try scene.call()
          try await Graph.wait(for: "the call", in: desktop) { graph in
            graph.nodes.values.contains { $0.role == "Communication" }
          }
          _ = try await call.end()
          let other = try await OtherPlayerDouble("guest", status: "Playing", in: desktop)
          try await other.say("Stopped")
        }
        let wakeUps = switches(of: service.pid) - begin
        #expect(wakeUps <= 2, "\(wakeUps) wake-ups")
        // With sound the watch begins again.
        try await remote(.play)
        try await remote.wait(.state, "speaking")
        try await player.say("Playing")
        try await remote.wait(.pauseReason, "other-player")
      }
    }
  }
}
