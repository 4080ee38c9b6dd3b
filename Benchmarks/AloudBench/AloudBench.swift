import DesktopSupport
import EventLoop
import Foundation

/// `aloud-bench [--rounds N] [PART...]`: measures the service beside other programs, and prints a table in Markdown.
@main
enum Bench {
  private static let parts: [(name: String, body: @Core (Rig, inout Report) async throws -> Void)] = [
    ("first-sound", FirstSound.measure), ("control", Control.measure), ("round-trips", RoundTrips.measure),
    ("load", Load.measure), ("long-text", LongText.measure), ("flood", Flooding.measure),
  ]

  static func main() async {
    var arguments = CommandLine.arguments.dropFirst()
    var rounds = 15
    var wanted: [String] = []
    while let argument = arguments.popFirst() {
      if argument == "--rounds", let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 {
        rounds = number
      } else if parts.contains(where: { $0.name == argument }) {
        wanted.append(argument)
      } else {
        progress("usage: aloud-bench [--rounds N] [\(parts.map(\.name).joined(separator: "|"))]...")
        exit(2)
      }
    }
    do {
      print(try await run(rounds: rounds, parts: wanted))
    } catch {
      progress("aloud-bench: \(error)")
      exit(1)
    }
  }

  private static func run(rounds: Int, parts wanted: [String]) async throws -> String {
    var options = PrivateDesktop.Options()
    options.activation = .build
    options.quantum = Rig.quantum
    let hasPulse = Rig.find("pipewire-pulse") != nil
    if hasPulse { options.environment["ALOUD_DESKTOP_PULSE"] = "1" }
    return try await PrivateDesktop.with(options) { desktop in
      // What this process connects to is the desktop's.
      for (name, value) in desktop.environment { setenv(name, value, 1) }
      Core.loop.startThread()
      let version = try await desktop.run("pipewire", "--version").lines.last?.split(separator: " ").last ?? "?"
      let load = Machine.load
      var report = Report()
      let rig = try await Rig(desktop, rounds: rounds)
      for program in ["spd-say", "espeak-ng", "mpv", "cc"] where Rig.find(program) == nil {
        report.notes.append("\(program): left out, it is not installed.")
      }
      if MPV.isWithoutPlugin { report.notes.append("mpv over MPRIS: left out, mpv-mpris is not installed.") }
      let start = ContinuousClock.now
      for part in parts where wanted.isEmpty || wanted.contains(part.name) {
        progress("\(part.name) …")
        report = try await measured(part.body, rig, report)
      }
      let seconds = start.duration(to: .now).components.seconds
      report.notes.append(
        "\(Machine.describe(pipeWire: String(version))); default quantum \(Rig.quantum), medians of up to "
          + "\(rounds) rounds, \(seconds) s in all, load before \(load), after \(Machine.load).")
      return report.table
    }
  }

  @Core
  private static func measured(
    _ body: @Core (Rig, inout Report) async throws -> Void, _ rig: Rig, _ report: Report
  ) async throws -> Report {
    var report = report
    do {
      try await body(rig, &report)
    } catch {
      // The others still can be measured.
      progress("  broken off: \(error)")
      report.notes.append("Broken off: \(error)")
    }
    do { try await rig.tidy() } catch { progress("  \(error)") }
    return report
  }
}
