import BusValues
import DesktopSupport
import EventLoop

/// Processor time and memory of all processes of a player while it plays recordings of an hour at two speeds.
@Core
enum RecordingLoad {
  /// The time of one sample. It is longer than the sound that a decoder makes ahead.
  private static let sample = Duration.seconds(3)
  /// The time from a command to the first sample: aloud has short cycles for five seconds after a command.
  private static let settling = Duration.seconds(6)
  private static let peer = "mpv"

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let files = RecordingFiles(rig: rig)
    for kind in RecordingFiles.Kind.hours { _ = try await files.file(kind) }
    // No other program takes part in the graph.
    rig.stopListening()
    for kind in RecordingFiles.Kind.hours {
      let file = try await files.file(kind)
      var rows: [Row] = []
      if let command = MPV.command(file, mpris: true) {
        let process = try rig.start(command)
        try await rig.desktop.waitUntilOwned(MPV.name.text, by: process)
        let player = MPRISPlayer(rig: rig, name: MPV.name)
        rows += try await play(player, peer, kind) { [process.pid] }
        _ = try await process.end()
      }
      let aloud = Aloud(rig: rig)
      try await aloud.open(file, ["again": .bool(true)])
      try await aloud.waitForExactLength()
      rows += try await play(.aloud(rig), "aloud", kind) { try await aloud.processes() }
      try await aloud.setRate(1)
      try await aloud.call("Clear")
      report.addSorted(rows)
    }
    try await rig.listen()
  }

  private static func play(
    _ player: MPRISPlayer, _ who: String, _ kind: RecordingFiles.Kind, _ processes: () async throws -> [Int32]
  ) async throws -> [Row] {
    var rows: [Row] = []
    try await player.setPosition(kind.audible.lowerBound)
    for rate in [1.0, 2] {
      try await player.setRate(rate)
      await pause(settling)
      let pids = try await processes()
      var processor = Series()
      var memory = Series()
      for _ in 0..<player.rig.rounds(orElse: 3) {
        let before = (usage: Processes.usage(of: pids), instant: Core.loop.now)
        await pause(sample)
        let nanoseconds = (Processes.usage(of: pids) - before.usage).processor
        processor.add(nanoseconds / Double(Core.loop.now.nanoseconds - before.instant.nanoseconds) * 100)
        memory.add(Processes.memory(of: pids).pss / 1024)
      }
      let (cpuGoal, memoryGoal): (Row.Goal, Row.Goal) =
        who == peer ? (.none, .none) : (.ratioAtMost(1.1, peer: peer), .ratioAtMost(1, peer: peer))
      let place = "at \(Int(rate))×, \(kind.name)"
      rows.append(Row(what: "CPU \(place)", who: who, unit: "%", series: processor, goal: cpuGoal))
      rows.append(Row(what: "Memory (PSS) \(place)", who: who, unit: "MB", series: memory, goal: memoryGoal))
    }
    return rows
  }
}
