import DesktopSupport
import EventLoop
import Foundation

/// `aloud-bench`: compares the service with other programs, and prints tables in Markdown.
@main
enum Bench {
  private struct Part {
    var name: String
    /// True if the part is measured by default.
    var isUsual = true
    var body: @Core (Rig, inout Report) async throws -> Void
  }

  private static let parts = [
    Part(name: "first-sound", body: FirstSound.measure), Part(name: "joining", body: Joining.measure),
    Part(name: "control", body: Control.measure),
    Part(name: "round-trips", body: RoundTrips.measure), Part(name: "load", body: Load.measure),
    Part(name: "long-text", body: LongText.measure), Part(name: "opening", body: Opening.measure),
    Part(name: "turns", body: Turns.measure),
    Part(name: "book", body: TenHourBook.measure), Part(name: "book-measuring", body: BookMeasuring.measure),
    Part(name: "recordings", body: Recordings.measure), Part(name: "recordings-load", body: RecordingLoad.measure),
    Part(name: "recordings-long", body: LongRecording.measure),
    Part(name: "announcements", body: Announcing.measure),
    Part(name: "announcements-notify", isUsual: false, body: NotificationSound.measure),
    Part(name: "announcements-keys", isUsual: false, body: KeyEcho.measure),
    Part(name: "announcements-burst", isUsual: false, body: NotificationBurst.measure),
    Part(name: "announcements-return", isUsual: false, body: Announcing.measureReturn),
    Part(name: "voices", body: Voices.measure),
    Part(name: "voices-hearing", isUsual: false, body: VoiceHearing.measure),
    Part(name: "voices-identity", isUsual: false, body: VoiceIdentity.measure),
    Part(name: "voices-gaps", isUsual: false, body: VoiceGaps.measure),
    Part(name: "unplug", body: Unplug.measure), Part(name: "faults", body: Faults.measure),
    Part(name: "flood", body: Flooding.measure), Part(name: "soak", isUsual: false, body: Soak.measure),
  ]

  static func main() async {
    let names = parts.map(\.name)
    guard let options = Options(Array(CommandLine.arguments.dropFirst()), parts: names) else {
      progress("usage: \(Options.usage)\nparts: \(names.joined(separator: " "))")
      exit(2)
    }
    do {
      if let folder = options.books {
        Core.loop.startThread()
        try await BookFolder.read(folder)
        exit(0)
      }
      let report = try await run(options)
      print(report.tables)
      exit(report.hasFailed ? 1 : 0)
    } catch {
      progress("aloud-bench: \(error)")
      exit(1)
    }
  }

  private static func run(_ wanted: Options) async throws -> Report {
    var options = PrivateDesktop.Options()
    options.activation = .build
    options.quantum = Rig.quantum
    let hasPulse = Rig.find("pipewire-pulse") != nil
    if hasPulse { options.environment["ALOUD_DESKTOP_PULSE"] = "1" }
    return try await PrivateDesktop.with(options) { desktop in
      // The connections of this process go to the private desktop.
      for (name, value) in desktop.environment { setenv(name, value, 1) }
      Core.loop.startThread()
      let version = try await desktop.run("pipewire", "--version").lines.last?.split(separator: " ").last ?? "?"
      let load = Machine.load
      var report = Report()
      let rig = try await Rig(desktop, wanted)
      for program in ["spd-say", "espeak-ng", "mpv", "cc"] where Rig.find(program) == nil {
        report.notes.append("\(program): left out, it is not installed.")
      }
      if MPV.isWithoutPlugin { report.notes.append("mpv over MPRIS: left out, mpv-mpris is not installed.") }
      let start = ContinuousClock.now
      for part in parts where wanted.parts.isEmpty ? part.isUsual : wanted.parts.contains(part.name) {
        progress("\(part.name) …")
        report.begin(part.name)
        report = try await measured(part.body, rig, report)
      }
      let seconds = start.duration(to: .now).components.seconds
      report.notes.append(
        "\(Machine.describe(pipeWire: String(version))); default quantum \(Rig.quantum), medians, "
          + "\(seconds) s in all, load before \(load), after \(Machine.load).")
      return report
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
      // The other parts can still be measured.
      report.breakOff("\(error)")
    }
    do { try await rig.tidy() } catch { progress("  \(error)") }
    return report
  }
}
