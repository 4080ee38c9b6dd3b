import DesktopSupport
import Foundation
import Testing

/// The output of `scripts/run-tests` for a test run.
@Suite(.timeLimit(.minutes(1)))
struct RunTestsTests {
  /// Runs it with a runner that prints `log` and ends with `status`.
  ///
  /// - Parameter again: commands of the shell for a test that is run by itself; `$look` counts such runs from 1.
  private func run(
    _ log: String, status: Int = 0, again: String = "exit 1"
  ) async throws -> CommandResult {
    let folder = NSTemporaryDirectory() + "aloud-run-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let runner = folder + "/aloudPackageTests.xctest"
    let script = """
      #!/bin/sh
      case " $* " in
      *" --filter "*)
        echo look >>'\(folder)/looks'
        look=$(wc -l <'\(folder)/looks')
        \(again)
        exit ;;
      esac
      cat <<'E'
      \(log)
      E
      exit \(status)
      """
    try script.write(toFile: runner, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: runner)
    return try await RunningProcess(
      [Project.file("scripts/run-tests"), folder], environment: ProcessInfo.processInfo.environment
    ).waitForEnd(within: watchdog)
  }

  @Test func aRunEndsWithEachSkippedTestItsReasonAndTheSummary() async throws {
    let run = try await run(
      """
      ➜ Suite Mounting skipped: "no file system can be mounted"
      ➜ Test fills(a:) skipped: "no file system can be mounted"
      ✔ Test passes() passed after 0.1 seconds.
      ➜ Test waits() skipped.
      ✔ Test run with 3 tests in 2 suites passed after 1 second.
      """)
    #expect(run.succeeded, "\(run)")
    #expect(
      run.lines.suffix(4) == [
        "Skipped:", "  fills(a:): no file system can be mounted", "  waits(): no reason given",
        "✔ Test run with 3 tests in 2 suites passed after 1 second.",
      ])
  }

  @Test func aRunThatSkippedNothingSaysNothingOfIt() async throws {
    let run = try await run("✔ Test run with 3 tests in 2 suites passed after 1 second.")
    #expect(run.lines == ["✔ Test run with 3 tests in 2 suites passed after 1 second."], "\(run)")
  }

  @Test func whatFailedFollowsWhatWasSkipped() async throws {
    let run = try await run(
      """
      ➜ Test waits() skipped: "there is nothing to wait for"
      ✘ Test fails() recorded an issue at A.swift:1:1: Expectation failed
      ✘ Test run with 2 tests in 1 suite failed after 1 second with 1 issue.
      """, status: 1)
    #expect(run.exitCode == 1)
    #expect(
      run.lines.suffix(5) == [
        "Skipped:", "  waits(): there is nothing to wait for", "What failed:",
        "✘ Test fails() recorded an issue at A.swift:1:1: Expectation failed",
        "✘ Test run with 2 tests in 1 suite failed after 1 second with 1 issue.",
      ])
  }

  /// A run in which these tests failed.
  private static func failing(_ names: String...) -> String {
    names.map {
      "✘ Test \($0)() recorded an issue at A.swift:1:1: no\n✘ Test \($0)() failed after 1 seconds with 1 issue."
    }
    .joined(separator: "\n") + "\n✘ Test run with 9 tests in 1 suite failed after 1 second with 1 issue."
  }
  private static let passes = "echo '✔ Test run with 1 test in 1 suite passed after 1 second.'"

  @Test func whatFailedOnceAndPassesThreeTimesByItselfIsToldAndPasses() async throws {
    let run = try await run(Self.failing("waits"), status: 1, again: Self.passes)
    #expect(run.succeeded, "\(run)")
    #expect(
      run.lines.suffix(5) == [
        "What failed:", "✘ Test waits() recorded an issue at A.swift:1:1: no", "waits passed three times by itself",
        "The run counts as passed: what failed once did not fail again.",
        "✘ Test run with 9 tests in 1 suite failed after 1 second with 1 issue.",
      ], "\(run)")
  }

  @Test func whatFailsAgainFailsTheRun() async throws {
    let fails = "[ \"$look\" -lt 3 ] || exit 1; \(Self.passes)"
    let run = try await run(Self.failing("waits"), status: 1, again: fails)
    #expect(run.exitCode == 1)
    #expect(run.lines.contains("waits failed again (look 3 of 3)"), "\(run)")
    // A filter that finds no test proves nothing.
    #expect(try await self.run(Self.failing("waits"), status: 1, again: "exit 0").exitCode == 1)
  }

  @Test func manyFailuresAreNoBadMoment() async throws {
    let run = try await run(Self.failing("one", "two", "three", "four"), status: 1, again: Self.passes)
    #expect(run.exitCode == 1)
    #expect(!run.lines.contains { $0.contains("by itself") }, "\(run)")
  }
}
