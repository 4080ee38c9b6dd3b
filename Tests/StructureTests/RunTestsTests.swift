import DesktopSupport
import Foundation
import Testing

/// The output of `scripts/run-tests` for a test run.
@Suite(.timeLimit(.minutes(1)))
struct RunTestsTests {
  /// Runs it with a runner that prints `log` and ends with `status`.
  private func run(_ log: String, status: Int = 0) async throws -> CommandResult {
    let folder = NSTemporaryDirectory() + "aloud-run-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let runner = folder + "/aloudPackageTests.xctest"
    try "#!/bin/sh\ncat <<'E'\n\(log)\nE\nexit \(status)\n".write(toFile: runner, atomically: false, encoding: .utf8)
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
}
