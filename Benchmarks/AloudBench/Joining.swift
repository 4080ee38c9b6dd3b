import BusValues
import DesktopSupport
import EventLoop
import Glibc

/// The times from a command to sound and to silence, on a graph that stands still, and on one that another program
/// keeps running. The floor is a bare client in C, whose stream exists already, and for what has to be spoken first a
/// bare service in C.
@Core
enum Joining {
  /// A little more than `output.linger`, so that the stream is inactive.
  private static let beyondLinger = Duration.milliseconds(3300)
  /// A little more than the time for which a command keeps the cycles short.
  private static let beyondCommand = Duration.milliseconds(5300)

  private struct Graph {
    var name: String
    var running: Int?
  }

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let graphs = [
      Graph(name: "idle", running: nil), Graph(name: "at 1024", running: 1024), Graph(name: "at 256", running: 256),
    ]
    for graph in graphs {
      // The stream of an earlier part is inactive.
      await pause(beyondLinger)
      try await rig.listen(running: graph.running)
      try await floor(rig, graph, &report)
      for kind in BareService.Kind.allCases { try await bareService(rig, graph, kind, &report) }
      try await barePause(rig, graph, &report)
      let dispatcher = SpeechDispatcher(rig: rig)
      if dispatcher.isInstalled {
        let series = try await dispatcher.firstSound(isCold: false, after: beyondLinger)
        report.add(Row(what: "Speak → sound, graph \(graph.name)", who: "spd-say", unit: "ms", series: series))
        await dispatcher.end()
      }
      try await mpv(rig, graph, &report)
      try await aloud(rig, graph, &report)
    }
    try await rig.listen()
  }

  // MARK: The floor

  private static func floor(_ rig: Rig, _ graph: Graph, _ report: inout Report) async throws {
    guard let program = try await rig.compile("bare-stream", ["$(pkg-config --cflags --libs libpipewire-0.3)"]) else {
      return
    }
    let client = try rig.start([program, "256"], keepsInputOpen: true)
    try await client.waitForOutput(containing: "ready")
    let inactive = try await series(rig, pausing: beyondLinger) {
      client.write("s")
    } end: {
      client.write("q")
    }
    report.add(Row(what: "Start → sound, graph \(graph.name)", who: "bare C client", unit: "ms", series: inactive))
    client.write("s")
    client.write("z")
    let running = try await series(rig) {
      client.write("r")
    } end: {
      client.write("z")
    }
    report.add(
      Row(what: "Start → sound, graph \(graph.name), running", who: "bare C client", unit: "ms", series: running))
    _ = try await client.end()
  }

  private static func bareService(
    _ rig: Rig, _ graph: Graph, _ kind: BareService.Kind, _ report: inout Report
  ) async throws {
    guard let service = try await BareService.start(rig, kind) else { return }
    let (who, what) = (kind.rawValue, "Speak → sound, graph \(graph.name)")
    try await service.call("Rest")
    let inactive = try await series(rig, pausing: beyondLinger) {
      try await service.speak(Texts.short)
    } end: {
      try await service.call("Clear")
      try await service.call("Rest")
    }
    report.add(Row(what: what, who: who, unit: "ms", series: inactive))
    let running = try await series(rig) {
      try await service.speak(Texts.short)
    } end: {
      try await service.call("Clear")
    }
    report.add(Row(what: what, who: "\(who), running", unit: "ms", series: running))
    if kind == .direct {
      try await service.speak(Texts.text(Texts.sentences(words: 400)))
      try await service.player.call("Pause")
      try await rig.quiet()
      let played = try await plays(service.player)
      report.add(Row(what: "Play → sound, graph \(graph.name)", who: "\(who), running", unit: "ms", series: played))
      let paused = try await pauses(service.player)
      report.add(Row(what: "Pause → silence, graph \(graph.name)", who: "\(who), running", unit: "ms", series: paused))
    }
    _ = try await service.process.end()
  }

  /// Measures a pause with the cycles that aloud has later than five seconds after a command.
  private static func barePause(_ rig: Rig, _ graph: Graph, _ report: inout Report) async throws {
    let quantum = 512
    guard let service = try await BareService.start(rig, .direct, quantum: quantum) else { return }
    try await service.speak(Texts.text(Texts.sentences(words: 400)))
    let who = "\(BareService.Kind.direct.rawValue), cycles of \(quantum)"
    let paused = try await pauses(service.player)
    report.add(Row(what: "Pause → silence, graph \(graph.name)", who: who, unit: "ms", series: paused))
    _ = try await service.process.end()
  }

  /// - Parameter pausing: the time between two rounds in which nothing is asked for.
  private static func series(
    _ rig: Rig, pausing: Duration = .zero, start: () async throws -> Void, end: () async throws -> Void
  ) async throws -> Series {
    var series = Series()
    for _ in 0..<rig.rounds {
      await pause(pausing)
      await rig.stagger()
      let begin = Core.loop.now
      try await start()
      if let sound = await rig.listener.firstSound(after: begin) { series.add(sound.milliseconds(since: begin)) }
      try await end()
      try await rig.quiet()
    }
    return series
  }

  // MARK: Players

  private static func mpv(_ rig: Rig, _ graph: Graph, _ report: inout Report) async throws {
    let text = Texts.text(Texts.sentences(words: 400))
    guard let file = try await rig.recording(text, name: "tight"), let command = MPV.command(file, mpris: true) else {
      return
    }
    let process = try rig.start(command)
    try await rig.desktop.waitUntilOwned(MPV.name.text, by: process)
    let player = MPRISPlayer(rig: rig, name: MPV.name)
    _ = await rig.listener.firstSound(after: Core.loop.now)
    try await player.call("Pause")
    try await rig.quiet()
    let played = try await plays(player)
    report.add(Row(what: "Play → sound, graph \(graph.name)", who: "mpv, MPRIS", unit: "ms", series: played))
    let paused = try await pauses(player)
    report.add(Row(what: "Pause → silence, graph \(graph.name)", who: "mpv, MPRIS", unit: "ms", series: paused))
    _ = try await process.end()
  }

  private static func aloud(_ rig: Rig, _ graph: Graph, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    try await aloud.warm()
    let what = "Speak → sound, graph \(graph.name)"
    func speak(pausing: Duration) async throws -> Series {
      try await series(rig, pausing: pausing) {
        try await aloud.speak(Texts.short)
      } end: {
        try await aloud.call("Clear")
      }
    }
    let isIdle = graph.running == nil
    let floor = report.median("Start → sound, graph \(graph.name)", "bare C client")
    report.add(
      Row(
        what: what, who: "aloud", unit: "ms", series: try await speak(pausing: beyondLinger),
        goal: isIdle ? .ratioAtMost(0.4, peer: "spd-say") : floor.map { .atMost($0 + 2) } ?? .none))
    report.add(
      Row(
        what: what, who: "aloud, within the linger", unit: "ms", series: try await speak(pausing: .zero),
        goal: isIdle ? .none : .ratioAtMost(1, peer: "spd-say")))

    try await aloud.speak(Texts.text(Texts.sentences(words: 400)))
    let player = MPRISPlayer.aloud(rig)
    _ = await rig.listener.firstSound(after: Core.loop.now)
    try await player.call("Pause")
    try await rig.quiet()
    let (play, stop) = ("Play → sound, graph \(graph.name)", "Pause → silence, graph \(graph.name)")
    report.add(
      Row(
        what: play, who: "aloud", unit: "ms", series: try await plays(player, after: beyondLinger),
        goal: .ratioAtMost(1.05, peer: "mpv, MPRIS")))
    report.add(
      Row(
        what: play, who: "aloud, within the linger", unit: "ms", series: try await plays(player), goal: .atMost(10)))
    report.add(
      Row(
        what: stop, who: "aloud", unit: "ms", series: try await pauses(player, after: beyondCommand),
        goal: .ratioAtMost(1.05, peer: "mpv, MPRIS")))
    report.add(
      Row(
        what: stop, who: "aloud, within 5 s of a command", unit: "ms", series: try await pauses(player),
        goal: .atMost(10)))
    try await aloud.call("Clear")
    try await rig.quiet()
  }

  private static func plays(_ player: MPRISPlayer, after silence: Duration = .zero) async throws -> Series {
    try await series(player.rig, pausing: silence) {
      try await player.call("Play")
    } end: {
      await pause(.milliseconds(200))
      try await player.call("Pause")
    }
  }

  /// A graph that stands still does not pass its last cycle to the monitor, so only a running one is measured.
  private static func pauses(_ player: MPRISPlayer, after sound: Duration = .milliseconds(300)) async throws -> Series {
    let rig = player.rig
    var series = Series()
    for _ in 0..<2 * rig.rounds where series.count < rig.rounds {
      let start = Core.loop.now
      try await player.call("Play")
      _ = await rig.listener.firstSound(after: start)
      await pause(sound)
      await rig.stagger()
      let paused = Core.loop.now
      try await player.call("Pause")
      let silent = await rig.listener.silence(after: paused)
      // Only an interrupted sound counts.
      if let silent, silent > paused, rig.listener.wasLoud(before: paused, within: .milliseconds(15)) {
        series.add(silent.milliseconds(since: paused))
      }
    }
    return series
  }
}
