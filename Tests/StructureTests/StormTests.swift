import DesktopSupport
import Foundation
import Testing

/// A long run that has nothing to do says so: it does not pass, and does not run for ever.
@Suite(.timeLimit(.minutes(1)))
struct StormTests {
  @Test(arguments: [
    ["storm-messages", "--messages"], ["storm-messages", "--seeds", "5-1"], ["storm-messages", "--seeds", "1-2-3"],
    ["storm-messages", "--seeds", ","], ["storm-messages", "--messages", "many"], ["storm-lockers", "--minutes"],
    ["storm-lockers", "--minutes", "0"], ["storm-lockers", "--seed", "x"],
    ["storm-kills", "--kills"], ["storm-kills", "--kills", "0"], ["storm-kills", "--seed", "x"],
  ])
  func aRunWithoutWorkFails(words: [String]) async throws {
    var environment = ProcessInfo.processInfo.environment
    environment["ALOUD_BIN_DIR"] = Project.programs
    let result = try await RunningProcess(
      [Project.file("scripts/\(words[0])")] + words.dropFirst(), environment: environment
    ).runToEnd(within: .seconds(45))
    #expect(!result.succeeded && !result.errors.isEmpty && !result.output.contains("passed"), "\(result)")
  }
}
