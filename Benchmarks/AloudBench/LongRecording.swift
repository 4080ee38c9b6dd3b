import BusValues
import DesktopSupport
import EventLoop

/// Recordings of ten hours: opening, seeks, the index, and memory, which must not grow while they are played.
@Core
enum LongRecording {
  /// The time of playing before each sample of the memory.
  private static let playing = Duration.seconds(3)
  /// The time of playing at six times the speed before the sample with which the last one is compared: the first
  /// stretched sound takes memory, once.
  private static let beginning = Duration.seconds(6)
  /// The time of playing at six times the speed from there on.
  private static let hurrying = Duration.seconds(20)
  private static let late = 9 * 3600.0
  /// The allowed growth while playing, in megabytes.
  private static let growth = 1.0

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let files = RecordingFiles(rig: rig)
    for kind in RecordingFiles.Kind.tenHours {
      let file = try await files.file(kind)
      try await RecordingOpening(rig: rig, file: file, name: kind.name).measure(&report)
      try await Recordings.seeks(rig, file, kind, &report)
      try await memory(rig, file, kind, &report)
    }
    try await Recordings.index(rig, .longMP3, &report)
  }

  /// One moment at which the memory is compared, in megabytes of PSS of each process.
  private struct Moment {
    var name: String
    var parts: [(who: String, megabytes: Double)]
  }

  private static func memory(
    _ rig: Rig, _ file: String, _ kind: RecordingFiles.Kind, _ report: inout Report
  ) async throws {
    var moments: [Moment] = []
    if let command = MPV.command(file, mpris: true) {
      let process = try rig.start(command)
      try await rig.desktop.waitUntilOwned(MPV.name.text, by: process)
      let player = MPRISPlayer(rig: rig, name: MPV.name)
      moments += try await play(player, { try await player.setPosition($0) }) {
        [("mpv", Processes.memory(of: [process.pid]).pss / 1024)]
      }
      _ = try await process.end()
    }
    let aloud = Aloud(rig: rig)
    // A fresh service is started, so that its memory belongs to this recording alone.
    try await aloud.quit()
    try await aloud.warm()
    try await aloud.open(file, ["again": .bool(true)])
    try await aloud.waitForExactLength()
    moments += try await play(.aloud(rig), { try await aloud.seekInDocument(to: $0) }) {
      let processes = try await aloud.processes()
      let decoders = processes.filter { Processes.name(of: $0) == "aloud-decode" }
      guard !decoders.isEmpty else { throw BenchError("no decoder runs") }
      return [
        ("service", Processes.memory(of: Array(processes.prefix(1))).pss / 1024),
        ("decoder", Processes.memory(of: decoders).pss / 1024),
        ("aloud, all processes", Processes.memory(of: processes).pss / 1024),
      ]
    }
    try await aloud.call("Clear")
    try await rig.quiet()
    for (index, moment) in moments.enumerated() where !moments[..<index].contains(where: { $0.name == moment.name }) {
      for part in moments.filter({ $0.name == moment.name }).flatMap(\.parts) {
        report.add("Memory (PSS), \(moment.name), \(kind.name)", part.who, "MB", part.megabytes)
      }
    }
    // Memory that one process gives up becomes the share of another one, so that all of them are judged together.
    for who in ["mpv", "aloud, all processes"] {
      let values = moments.flatMap(\.parts).filter { $0.who == who }.map(\.megabytes)
      guard values.count > 1 else { continue }
      let grown = values[values.count - 1] - values[values.count - 2]
      report.add(
        "Memory (PSS), growth in two minutes played at 6×, \(kind.name)", who, "MB", grown,
        goal: who == "mpv" ? .none : .neverAbove(growth))
    }
  }

  private static func play(
    _ player: MPRISPlayer, _ seek: (Double) async throws -> Void,
    _ parts: () async throws -> [(who: String, megabytes: Double)]
  ) async throws -> [Moment] {
    var moments: [Moment] = []
    await pause(playing)
    moments.append(Moment(name: "opened", parts: try await parts()))
    try await seek(late)
    await pause(playing)
    moments.append(Moment(name: "sought to 9 h", parts: try await parts()))
    try await player.setRate(6)
    for (time, name) in [(beginning, "played at 6×"), (hurrying, "played on at 6×")] {
      await pause(time)
      moments.append(Moment(name: name, parts: try await parts()))
    }
    try await player.setRate(1)
    return moments
  }
}
