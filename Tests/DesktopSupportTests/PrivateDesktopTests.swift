import DesktopSupport
import Foundation
import Testing

/// The foundation of the tests: if these fail, other tests on the desktop are meaningless.
@Suite("The private desktop", .serialized, .timeLimit(.minutes(3)))
struct PrivateDesktopTests {
  @Test func itHasABusPipeWireAndASinkAndLeavesNothingBehind() async throws {
    let directory = try await PrivateDesktop.with { desktop in
      let bus = try await desktop.run(
        "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
        "org.freedesktop.DBus.GetId")
      #expect(bus.succeeded, "\(bus)")
      let sink = try await desktop.run("pw-metadata", "-n", "default", "0", "default.audio.sink")
      #expect(sink.output.contains("null-sink"), "\(sink)")
      _ = try desktop.start(["sleep", "1000"])
      return desktop.directory
    }
    #expect(!FileManager.default.fileExists(atPath: directory))
    #expect(inhabitants(of: directory) == [])
  }

  @Test func programsThatLeftTheirSessionEndWithItToo() async throws {
    let directory = try await PrivateDesktop.with { desktop in
      let result = try await desktop.run("sh", "-c", "setsid sleep 1000 >/dev/null 2>&1 & trap '' TERM; echo up")
      #expect(result.answer == "up")
      #expect(!inhabitants(of: desktop.directory).isEmpty)
      return desktop.directory
    }
    #expect(inhabitants(of: directory) == [])
  }

  @Test func everyDaemonCanBeStoppedKilledAndStartedAgain() async throws {
    try await PrivateDesktop.with { desktop in
      for daemon in DesktopOrder.Daemon.allCases {
        try await desktop.order(.restart(daemon))
        try await desktop.order(.stop(daemon))
        try await desktop.order(.start(daemon))
        try await desktop.order(.kill(daemon))
        try await desktop.order(.start(daemon))
        try await desktop.order(.freeze(daemon))
        try await desktop.order(.thaw(daemon))
      }
      #expect(try await !desktop.isOwned(PrivateDesktop.serviceName))
      let sink = try await desktop.run("pw-metadata", "-n", "default", "0", "default.audio.sink")
      #expect(sink.output.contains("null-sink"), "\(sink)")
    }
  }

  @Test func sinksComeAndGo() async throws {
    var options = PrivateDesktop.Options()
    options.sink = nil
    try await PrivateDesktop.with(options) { desktop in
      try await desktop.order(.addSink("first"))
      try await desktop.order(.addSink("second"))
      try await desktop.order(.setDefaultSink("second"))
      try await desktop.order(.removeSink("second"))
      try await desktop.waitForDefaultSink("\"first\"", for: "the first sink, which is the default again")
      await #expect(throws: DesktopError.self) { try await desktop.order(.removeSink("second")) }
    }
  }

  @Test func noProgramIsStartedInAPollingLoop() async throws {
    let error = await #expect(throws: DesktopError.self) {
      try await eventually("its end") {
        try await RunningProcess(["true"], environment: [:]).waitForEnd().succeeded
      }
    }
    #expect(error?.code == .startedInPoll)
    #expect(try await RunningProcess(["true"], environment: ["PATH": "/usr/bin:/bin"]).waitForEnd().succeeded)
  }

  @Test func commandsReportOutputErrorsInputAndStatus() async throws {
    try await PrivateDesktop.with { desktop in
      let result = try await desktop.run(
        "sh", "-c", "cat; echo $EXTRA; echo oops >&2; exit 3", input: "read this\n",
        environment: ["EXTRA": "more"])
      #expect(result.lines == ["read this", "more"])
      #expect(result.errors == "oops\n")
      #expect(result.exitCode == 3)
      let killed = try await desktop.run("sh", "-c", "kill -KILL $$")
      #expect(killed.status == .signalled(9))
      await #expect(throws: DesktopError.self) { try await desktop.run("there-is-no-such-program") }
      let started = ContinuousClock.now
      await #expect(throws: DesktopError.self) {
        try await desktop.run("sleep", "1000", within: .milliseconds(50))
      }
      #expect(ContinuousClock.now - started < .seconds(60))
    }
  }

  @Test func aProgramsOutputCanBeFollowedLineByLine() async throws {
    try await PrivateDesktop.with { desktop in
      let cat = try desktop.start(["cat"], keepsInputOpen: true)
      for word in ["one", "two", "three"] {
        cat.write(word + "\n")
        try await cat.waitForOutput(containing: word)
      }
      cat.closeInput()
      #expect(try await cat.waitForEnd().lines == ["one", "two", "three"])
      await #expect(throws: DesktopError.self) { try await cat.waitForOutput(containing: "four") }
    }
  }

  /// The processes with the desktop's variable, except zombies, which show no environment.
  private func inhabitants(of directory: String) -> [String] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.filter { process in
      guard Int(process) != nil, let data = FileManager.default.contents(atPath: "/proc/\(process)/environ") else {
        return false
      }
      return String(decoding: data, as: UTF8.self).split(separator: "\0").contains("ALOUD_DESKTOP_DIR=\(directory)")
    }
  }
}
