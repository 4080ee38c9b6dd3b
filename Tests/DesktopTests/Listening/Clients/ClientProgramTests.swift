import AloudAPI
import AloudClient
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

extension ListeningTests {
  /// Programs on `AloudClient`: `small-client`, a program on `AloudClient` that has nothing of the command in it.
  struct ClientProgramTests {
    @Test func aProgramStartsTheServiceSpeaksAndFollowsItsWords() async throws {
      try await Scene.inDesktop { desktop in
        let program = Project.program("small-client")
        let first = try await desktop.run(program, "Mail has come.")
        #expect(first.succeeded, "\(first.output)")
        let lines = first.output.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == ["running false", "started true"])
        let words = lines.filter { $0.hasPrefix("word ") }.map {
          $0.dropFirst(5).trimmingCharacters(in: .punctuationCharacters)
        }
        #expect(words == ["Mail", "has", "come"])
        #expect(lines.last?.hasPrefix("status ") == true)
        // The service outlives it, and serves the next one.
        let second = try await desktop.run(program, "Tea.")
        #expect(second.succeeded && second.output.hasPrefix("running true\nstarted false\n"), "\(second.output)")
      }
    }

    /// A window has several calls under way when it is closed.
    @Test func callsWaitSideBySideAndAreGivenUpTogether() async throws {
      try await Scene.inDesktop { desktop in
        let running = try await desktop.startService()
        let remote = try Remote(desktop)
        let client = ServiceConnection(on: remote.bus)
        let calls = [AloudCall.listTracks, .listDocuments]
        let both = { @Core () async -> [String] in
          let tasks = calls.map { call in Task { @Core in await Self.outcome(of: call, client) } }
          var outcomes: [String] = []
          for task in tasks { outcomes.append(await task.value) }
          return outcomes
        }
        #expect(await both() == ["answered", "answered"])
        // Nobody answers while the service is stopped.
        kill(running.pid, SIGSTOP)
        Core.loop.schedule(after: .milliseconds(300)) { client.abandon() }
        let begin = Remote.now
        #expect(await both() == ["abandoned", "abandoned"])
        #expect(Remote.now - begin < 4000 * milliseconds, "a call was not given up")
        kill(running.pid, SIGCONT)
        #expect(try await remote.text(.state) == "idle")
      }
    }

    @Core private static func outcome(of call: AloudCall, _ client: ServiceConnection) async -> String {
      do throws(ClientFailure) {
        return try await client.callIfRunning(call, task: "ask") == nil ? "absent" : "answered"
      } catch {
        return error.cause == .abandoned ? "abandoned" : "\(error)"
      }
    }
  }
}
