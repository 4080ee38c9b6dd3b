import BusValues
import DesktopSupport
import EventLoop

/// Processor time, wake-ups and memory while speaking and while paused.
@Core
enum Load {
  private static let speaking = Duration.seconds(10)
  private static let paused = Duration.seconds(5)
  /// The time from a command to the measurement. aloud has short cycles for five seconds after a command.
  private static let settling = Duration.seconds(6)

  /// The time from a pause to the measurement. The sink falls asleep five seconds after the stream has become inactive,
  /// and PipeWire tells that to its clients.
  private static let fallingAsleep = Duration.seconds(10)

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let text = Texts.text(Texts.sentences(words: 400))
    let server = Processes.find("pipewire", in: rig.desktop.directory).prefix(1)
    var rows: [Row] = []
    // No other program takes part in the graph.
    rig.stopListening()
    if let file = try await rig.recording(text, name: "speech"), let command = MPV.command(file, mpris: true) {
      let process = try rig.start(command)
      try await rig.desktop.waitUntilOwned(MPV.name.text, by: process)
      let player = MPRISPlayer(rig: rig, name: MPV.name)
      rows += try await sample("mpv, WAV", { [process.pid] }, Array(server)) { try await player.call("Pause") }
      _ = try await process.end()
    }
    let dispatcher = SpeechDispatcher(rig: rig)
    if dispatcher.isInstalled {
      // The process stays until the speech ends, since the server ends soon after its last client.
      _ = try rig.start(["spd-say", "-w", "-o", "espeak-ng", "-l", "en-US", text])
      rows += try await sample("speech-dispatcher", { dispatcher.processes() }, Array(server), pause: nil)
      await dispatcher.end()
    }
    let aloud = Aloud(rig: rig)
    try await aloud.call("Clear")
    try await aloud.speak(text)
    try await eventually("the article is measured", within: .seconds(60)) {
      try await aloud.get("LengthExact").asBool == true
    }
    rows += try await sample("aloud", { try await aloud.processes() }, Array(server)) {
      try await aloud.call("Pause")
    }
    try await aloud.call("Clear")
    try await rig.listen()
    report.addSorted(rows)
  }

  private static func sample(
    _ who: String, _ processes: () async throws -> [Int32], _ server: [Int32], pause stop: (() async throws -> Void)?
  ) async throws -> [Row] {
    func row(_ what: String, _ unit: String, _ value: Double, _ goal: Row.Goal = .none) -> Row {
      var series = Series()
      series.add(value)
      return Row(what: what, who: who, unit: unit, series: series, goal: who == "aloud" ? goal : .none)
    }
    await pause(settling)
    let pids = try await processes()
    var rows: [Row] = []
    let seconds = Double(speaking.components.seconds)
    var before = (own: Processes.usage(of: pids), server: Processes.usage(of: server))
    await pause(speaking)
    var own = Processes.usage(of: pids) - before.own
    var graph = Processes.usage(of: server) - before.server
    let peer = "mpv, WAV"
    rows.append(row("CPU, speaking", "%", own.processor / seconds / 1e7, .ratioAtMost(1.1, peer: peer)))
    rows.append(row("Wake-ups, speaking", "/s", Double(own.wakeups) / seconds, .ratioAtMost(1.1, peer: peer)))
    rows.append(
      row("PipeWire's wake-ups, speaking", "/s", Double(graph.wakeups) / seconds, .ratioAtMost(1.1, peer: peer)))
    let memory = Processes.memory(of: pids)
    rows.append(row("Memory, speaking (PSS)", "MB", memory.pss / 1024, .atMost(20)))
    if who == "aloud" {
      // The family begins with the service.
      let service = Processes.memory(of: Array(pids.prefix(1)))
      rows.append(row("Memory, speaking, without workers (PSS)", "MB", service.pss / 1024, .atMost(16)))
    }
    rows.append(row("Memory, speaking (RSS)", "MB", memory.rss / 1024))
    guard let stop else { return rows }
    try await stop()
    await pause(fallingAsleep)
    let quietSeconds = Double(paused.components.seconds)
    before = (Processes.usage(of: pids), Processes.usage(of: server))
    await pause(paused)
    own = Processes.usage(of: pids) - before.own
    graph = Processes.usage(of: server) - before.server
    rows.append(row("Wake-ups, paused", "/s", Double(own.wakeups) / quietSeconds, .atMost(0)))
    rows.append(row("PipeWire's wake-ups, paused", "/s", Double(graph.wakeups) / quietSeconds, .atMost(5)))
    return rows
  }
}
