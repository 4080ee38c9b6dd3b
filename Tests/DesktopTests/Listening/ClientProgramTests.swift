import DesktopSupport
import Foundation
import Testing

extension ListeningTests {
  /// `small-client`, a program on `AloudClient` that has nothing of the command in it.
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
  }
}
