import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

/// The service has few of the system's resources: it reports that or waits for more, and never spins.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct LimitTests {
  /// Processor time that a process has used, in seconds.
  private func processorTime(of process: Int32) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    let ticks = try #require(fields.count > 13 ? Double(fields[12]) : nil) + (Double(fields[13]) ?? 0)
    return ticks / Double(sysconf(CInt(_SC_CLK_TCK)))
  }

  @Test(arguments: [8, 24]) func withTooFewDescriptorsItSaysSoAndEnds(count: Int) async throws {
    try await Scene.inDesktop { desktop in
      let result = try await desktop.run("prlimit", "--nofile=\(count):\(count)", Project.program("aloudd"))
      #expect(!result.succeeded && result.errors.contains("only \(count) files"), "\(result)")
    }
  }

  @Test func fewDescriptorsThatMayBeMoreAreMadeMore() async throws {
    try await RestartableService.with { fixture in
      try await fixture.end(15)
      try await fixture.begin(["prlimit", "--nofile=24:4096"])
      try await fixture.remote.speak(reading)
      try await fixture.remote.wait(.state, "speaking")
    }
  }

  /// Repeatedly no stream can be created (M2).
  @Test func aStreamThatCannotBeMadeIsTriedAgainAtLeisure() async throws {
    try await RestartableService.with { fixture in
      try await fixture.end(15)
      try await fixture.begin(["prlimit", "--fsize=0:unlimited"])
      try await eventually("it has begun") { try processorTime(of: fixture.service.pid) > 0 }
      // A service that spins takes all the time that there is, also while it answers others.
      let (before, start) = (try processorTime(of: fixture.service.pid), ContinuousClock.now)
      for _ in 0..<20 { #expect(try await fixture.desktop.run(Project.program("aloud"), "status").succeeded) }
      let used = try processorTime(of: fixture.service.pid) - before
      #expect(used < max(0.2, start.duration(to: .now) / .seconds(1) / 4), "\(used) s")
      let pid = "\(fixture.service.pid)"
      let result = try await fixture.desktop.run("prlimit", "--pid", pid, "--fsize=unlimited:unlimited")
      #expect(result.succeeded)
      try await fixture.remote.speak(reading)
      try await fixture.remote.wait(.state, "speaking")
    }
  }

  @Test func aVoiceThatTheSettingsNameAndNobodyHasIsNamedByTheDoctor() async throws {
    try await RestartableService.with(configuration: "[speech]\nvoice = \"Bob\"\n") { fixture in
      let result = try await fixture.desktop.run(Project.program("aloud"), "doctor")
      #expect(result.answer.contains("there is no voice 'Bob'"), "\(result)")
    }
  }
}
