import DesktopSupport
import Foundation
import Testing

/// The groups that `scripts/run-tests` makes of the tests, and its output.
@Suite(.timeLimit(.minutes(1)))
struct RunTestsTests {
  /// Runs it with a runner that lists `tests`, and prints `log` and ends with `status` for the group that they are.
  ///
  /// - Parameters:
  ///   - tests: the names of functions in one suite.
  ///   - again: commands of the shell for a test that runs by itself; `$look` counts such runs from 1.
  private func run(
    _ log: String, tests: [String] = ["passes"], status: Int = 0, again: String = "exit 1"
  ) async throws -> CommandResult {
    try await run(
      tests.map { "SomeTests.SomeSuite/\($0)()" },
      """
      if [ -e "$folder/ran" ]; then
        echo look >>"$folder/looks"
        look=$(wc -l <"$folder/looks")
        \(again)
        exit
      fi
      touch "$folder/ran"
      cat <<'E'
      \(log)
      E
      exit \(status)
      """)
  }

  /// Runs it with a runner that lists `tests` and is else the shell script `script`: `$filter` is what it shall run,
  /// and `$folder` is where it lies.
  private func run(_ tests: [String], _ script: String, options: [String] = []) async throws -> CommandResult {
    let folder = NSTemporaryDirectory() + "aloud-run-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let runner = folder + "/aloudPackageTests.xctest"
    let script = """
      #!/bin/sh
      folder='\(folder)'
      while [ $# -gt 0 ]; do
        case $1 in
        --list-tests) exec cat "$folder/list" ;;
        --filter) filter=$2 ;;
        esac
        shift
      done
      \(script)
      """
    try (tests.joined(separator: "\n") + "\n").write(toFile: folder + "/list", atomically: false, encoding: .utf8)
    try script.write(toFile: runner, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: runner)
    var environment = ProcessInfo.processInfo.environment
    for name in ["ALOUD_TEST_JOBS", "ALOUD_SECOND_LOOKS"] { environment[name] = nil }
    return try await RunningProcess(
      [Project.file("scripts/run-tests"), folder] + options, environment: environment
    ).runToEnd(within: watchdog)
  }

  /// The last lines of a run, without the seconds that it took.
  private func end(of run: CommandResult, _ count: Int) -> [String] {
    run.lines.suffix(count).map { $0.replacing(#/ after [0-9]+ seconds/#, with: "") }
  }

  // MARK: Groups

  /// A runner that runs what `filter` selects. Each line of `groups` is one run: how many others ran beside it that
  /// were not measured, its processes' priority, and its tests.
  private static let counting = """
    mkdir -p "$folder/beside"
    echo "$filter" >"$folder/beside/$$"
    sleep 0.2
    others=$(grep -L '^.[A-Za-z.\\/]*Measured' "$folder/beside"/* 2>/dev/null | grep -cv "/$$\\$")
    tests=$(grep -P "$filter" "$folder/list")
    echo "$others $(nice) $tests" | tr '\\n' ' ' >>"$folder/groups"
    echo >>"$folder/groups"
    echo "group: $others $(nice) $(echo $tests)"
    rm "$folder/beside/$$"
    echo "✔ Test run with $(echo "$tests" | wc -l) tests in 1 suite passed after 1.5 seconds."
    """

  private static let some = [
    "DesktopTests.LibraryTests/one()", "DesktopTests.LibraryTests/two(a:b:)",
    "DesktopTests.ListeningTests/PauseTests/Measured/three()", "DesktopTests.ListeningTests/PauseTests/four()",
    "DesktopTests.ListeningTests/PauseTests/five()", "DesktopTests.six()",
    "PlaybackTests.QueueTests/seven()", "PlaybackTests.SeekTests/eight()", "PlaybackTests.SeekTests/Deep/nine()",
    "PipeWireKitTests.WiringTests/ten()", "PipeWireKitTests.MeasuredSound/Rates/eleven()",
  ]

  /// The groups of a run, each with the names of its functions.
  private func groups(_ run: CommandResult) -> [(others: Int, priority: Int, tests: [String])] {
    run.lines.filter { $0.hasPrefix("group: ") }.map { line in
      let words = line.split(separator: " ")
      let names = words.dropFirst(3).map { String($0.prefix { $0 != "(" }.split(separator: "/").last ?? "") }
        .map { $0.split(separator: ".").last.map(String.init) ?? "" }
      return (Int(words[1]) ?? -1, Int(words[2]) ?? -1, names.sorted())
    }
  }

  @Test func eachTestRunsInOneGroup() async throws {
    let run = try await run(Self.some, Self.counting)
    #expect(run.succeeded, "\(run)")
    let tests = groups(run).map(\.tests).sorted { $0[0] < $1[0] }
    #expect(
      tests == [
        ["eight", "nine", "seven"], ["eleven"], ["five", "four"], ["one", "two"], ["six"], ["ten"], ["three"],
      ], "\(run)")
    #expect(end(of: run, 1) == ["✔ Test run with 11 tests in 10 suites passed."], "\(run)")
  }

  @Test func measuredSuitesRunAtTheEndWithNothingElseBeside() async throws {
    let groups = try await groups(run(Self.some, Self.counting))
    #expect(groups.suffix(2).map(\.tests).sorted { $0[0] < $1[0] } == [["eleven"], ["three"]], "\(groups)")
    #expect(groups.suffix(2).allSatisfy { $0.others == 0 && $0.priority == groups.map(\.priority).min() }, "\(groups)")
  }

  @Test func computingGivesWayToDesktops() async throws {
    let groups = try await groups(run(Self.some, Self.counting))
    let (desktop, computing) = (groups.first { $0.tests == ["one", "two"] }, groups.first { $0.tests == ["ten"] })
    #expect(try #require(computing).priority > #require(desktop).priority, "\(groups)")
  }

  @Test func filtersAndSkipsSelectTests() async throws {
    let run = try await run(
      Self.some, Self.counting, options: ["--filter", "PauseTests", "--filter", "two|ten", "--skip", "five"])
    #expect(run.succeeded, "\(run)")
    #expect(groups(run).map(\.tests).sorted { $0[0] < $1[0] } == [["four"], ["ten"], ["three"], ["two"]], "\(run)")
    let none = try await self.run(Self.some, Self.counting, options: ["--filter", "nothing"])
    #expect(none.exitCode == 1 && none.errors.contains("no test has such a name"), "\(none)")
    let unknown = try await self.run(Self.some, Self.counting, options: ["--parallel"])
    #expect(unknown.exitCode == 1 && unknown.errors.contains("there is no option --parallel"), "\(unknown)")
  }

  @Test func aGroupThatRanFewerTestsFailsTheRun() async throws {
    let run = try await run("✔ Test run with 1 test in 1 suite passed after 1 second.", tests: ["one", "two"])
    #expect(run.exitCode == 1)
    #expect(run.lines.contains("SomeTests ran 1 of its 2 tests"), "\(run)")
  }

  @Test func aGroupThatEndsWithoutASummaryFailsTheRun() async throws {
    let run = try await run("✔ Test passes() passed after 1 second.", again: Self.passes)
    #expect(run.exitCode == 1)
    #expect(run.lines.contains("SomeTests ended without a summary (status 0)"), "\(run)")
  }

  // MARK: The end

  @Test func aRunEndsWithEachSkippedTestItsReasonTheLongestSuitesAndTheSummary() async throws {
    let run = try await run(
      """
      ➜ Suite Mounting skipped: "no file system can be mounted"
      ➜ Test fills(a:) skipped: "no file system can be mounted"
      ✔ Test passes() passed after 0.1 seconds.
      ✔ Suite Short passed after 0.1 seconds.
      ✔ Suite "It is long" passed after 1.26 seconds.
      ➜ Test waits() skipped.
      ✔ Test run with 3 tests in 2 suites passed after 1 second.
      """, tests: ["fills", "passes", "waits"])
    #expect(run.succeeded, "\(run)")
    #expect(
      end(of: run, 7) == [
        "Skipped:", "  fills(a:): no file system can be mounted", "  waits(): no reason given",
        "The longest suites:", "  1.3 s  SomeTests.\"It is long\"", "  0.1 s  SomeTests.Short",
        "✔ Test run with 3 tests in 1 suite passed.",
      ], "\(run)")
  }

  @Test func aRunThatSkippedNothingSaysNothingOfIt() async throws {
    let run = try await run("✔ Test run with 1 test in 1 suite passed after 1 second.")
    #expect(end(of: run, 9) == ["✔ Test run with 1 test in 1 suite passed."], "\(run)")
  }

  @Test func failuresFollowSkippedTests() async throws {
    let run = try await run(
      """
      ➜ Test waits() skipped: "there is nothing to wait for"
      ✘ Test fails() recorded an issue at A.swift:1:1: Expectation failed
      ✘ Test run with 2 tests in 1 suite failed after 1 second with 1 issue.
      """, tests: ["fails", "waits"], status: 1)
    #expect(run.exitCode == 1)
    #expect(
      end(of: run, 5) == [
        "Skipped:", "  waits(): there is nothing to wait for", "What failed:",
        "✘ Test fails() recorded an issue at A.swift:1:1: Expectation failed",
        "✘ Test run with 2 tests in 1 suite failed with 1 issue.",
      ], "\(run)")
  }

  // MARK: Another look

  /// Runs tests of which all fail.
  private func runFailing(_ names: String..., status: Int32 = 1, again: String) async throws -> CommandResult {
    let log = names.map {
      "✘ Test \($0)() recorded an issue at A.swift:1:1: no\n✘ Test \($0)() failed after 1 seconds with 1 issue."
    }.joined(separator: "\n")
    let issues = "✘ Test run with \(names.count) tests in 1 suite failed after 1 second with \(names.count) issues."
    return try await run(log + "\n" + issues, tests: names, status: Int(status), again: again)
  }
  private static let passes = "echo '✔ Test run with 1 test in 1 suite passed after 1 second.'"

  @Test func aTestThatFailedOnceAndPassesThreeTimesIsToldAndPasses() async throws {
    let run = try await runFailing("waits", again: Self.passes)
    #expect(run.succeeded, "\(run)")
    #expect(
      end(of: run, 5) == [
        "What failed:", "✘ Test waits() recorded an issue at A.swift:1:1: no", "waits passed three times by itself",
        "The run counts as passed: what failed once did not fail again.",
        "✔ Test run with 1 test in 1 suite passed.",
      ], "\(run)")
  }

  @Test func aTestThatFailsAgainFailsTheRun() async throws {
    let run = try await runFailing("waits", again: "[ \"$look\" -lt 3 ] || exit 1; \(Self.passes)")
    #expect(run.exitCode == 1)
    #expect(run.lines.contains("waits failed again (look 3 of 3)"), "\(run)")
    // A filter that finds no test proves nothing.
    #expect(try await runFailing("waits", again: "exit 0").exitCode == 1)
  }

  @Test func anEndByASanitizerIsNoBadMoment() async throws {
    let run = try await runFailing("waits", status: 66, again: Self.passes)
    #expect(run.exitCode == 1)
    #expect(run.lines.contains("SomeTests ended with status 66"), "\(run)")
  }

  @Test func manyFailuresAreNoBadMoment() async throws {
    let run = try await runFailing("one", "two", "three", "four", again: Self.passes)
    #expect(run.exitCode == 1)
    #expect(!run.lines.contains { $0.contains("by itself") }, "\(run)")
  }
}
