import DesktopSupport
import Foundation
import Testing

/// `make run` reads the introduction with words for a machine on which nothing is installed.
@Suite(.timeLimit(.minutes(1)))
struct DemoTests {
  private static let script = Result { try String(contentsOfFile: Project.file("scripts/run-demo"), encoding: .utf8) }
  private static let text = Result {
    try String(contentsOfFile: Project.file("share/introduction.txt"), encoding: .utf8)
  }

  /// The introduction as it is shown, by the script's own commands.
  private func spoken(withTerminal: Bool, inPrivate: Bool) async throws -> String {
    let lines = try Self.script.get().split(separator: "\n", omittingEmptySubsequences: false)
    let key = lines.filter { $0.hasPrefix("  key=") }
    #expect(key.count == 2)
    let begin = try #require(lines.firstIndex { $0.hasPrefix("  sed -e \"s/Press") })
    let end = try #require(lines[begin...].firstIndex { $0 == "fi" })
    let commands = lines[begin..<end].split(separator: "else").map { $0.joined(separator: "\n") }
    #expect(commands.count == 2)
    let command = "words=/dev/stdout; text=$1\n\(key[inPrivate ? 0 : 1])\n\(commands[withTerminal ? 0 : 1])"
    let result = try await RunningProcess(
      ["sh", "-euc", command, "sh", Project.file("share/introduction.txt")],
      environment: ProcessInfo.processInfo.environment
    ).runToEnd(within: .seconds(45))
    #expect(result.succeeded, "\(result)")
    return result.output
  }

  @Test(arguments: [false, true], [false, true])
  func theSpokenAdviceWorksBeforeAnythingIsInstalled(withTerminal: Bool, inPrivate: Bool) async throws {
    #expect(try Self.text.get().contains("type: aloud, pause"))
    let spoken = try await spoken(withTerminal: withTerminal, inPrivate: inPrivate)
    #expect(!spoken.contains("type: aloud"), "there is no such command yet")
    #expect(spoken.contains("the space bar in this window") == withTerminal)
    #expect(spoken.contains("Did you come back?") == withTerminal)
    #expect(spoken.contains("the key that pauses your music") == (withTerminal && !inPrivate))
    #expect(spoken.hasPrefix("Hello.") && spoken.hasSuffix("Thank you for listening.\n"))
  }
}
