import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// The time from a request to speak to the first audible sample on the sink's monitor.
@Core
enum FirstSound {
  private static let warm = "Speak → sound, warm"
  private static let cold = "Speak → sound, cold"

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let dispatcher = SpeechDispatcher(rig: rig)
    if dispatcher.isInstalled {
      report.add(Row(what: warm, who: "spd-say", unit: "ms", series: try await dispatcher.firstSound(isCold: false)))
    }
    if let espeak = Rig.find("espeak-ng") {
      let series = try await command(rig, [espeak, "-v", "en-us", Texts.short])
      report.add(Row(what: warm, who: "espeak-ng command", unit: "ms", series: series))
    }
    // The second measurement is with another program that keeps the graph running: a new stream waits for the next
    // cycle.
    let running = "\(warm), graph running"
    var peer: Series?
    if dispatcher.isInstalled {
      try await rig.listen(running: Rig.quantum)
      peer = try await dispatcher.firstSound(isCold: false)
      try await rig.listen()
      // Each program runs alone, since the stream that it keeps takes part in the graph.
      await dispatcher.end()
    }
    let aloud = Aloud(rig: rig)
    try await aloud.warm()
    report.add(
      Row(
        what: warm, who: "aloud, Speak call", unit: "ms", series: try await speak(aloud),
        goal: dispatcher.isInstalled ? .ratioAtMost(0.4, peer: "spd-say") : .atMost(12.5)))
    try await rig.listen(running: Rig.quantum)
    if let peer { report.add(Row(what: running, who: "spd-say", unit: "ms", series: peer)) }
    report.add(Row(what: running, who: "aloud, Speak call", unit: "ms", series: try await speak(aloud)))
    try await rig.listen()
    let program = Project.program("aloud")
    if FileManager.default.isExecutableFile(atPath: program) {
      let series = try await command(rig, [program, "say", Texts.short], stop: { try await aloud.call("Clear") })
      report.add(Row(what: warm, who: "aloud say command", unit: "ms", series: series))
    }

    if dispatcher.isInstalled {
      report.add(Row(what: cold, who: "spd-say", unit: "ms", series: try await dispatcher.firstSound(isCold: true)))
      await dispatcher.end()
    }
    if let file = try await rig.recording(Texts.short, name: "short"), let mpv = MPV.command(file, mpris: false) {
      report.add(Row(what: cold, who: "mpv", unit: "ms", series: try await command(rig, mpv)))
    }
    for kind in BareService.Kind.allCases {
      guard let series = try await BareService.firstSound(rig, kind) else { continue }
      report.add(Row(what: cold, who: kind.rawValue, unit: "ms", series: series))
    }
    report.add(
      Row(
        what: cold, who: "aloud, Speak call", unit: "ms", series: try await speakCold(aloud),
        goal: .ratioAtMost(0.1, peer: "spd-say")))
  }

  private static func speak(_ aloud: Aloud) async throws -> Series {
    var series = Series()
    for _ in 0..<aloud.rig.rounds {
      await aloud.rig.stagger()
      let (_, start) = try await aloud.speak(Texts.short)
      guard let sound = await aloud.rig.listener.firstSound(after: start) else { continue }
      series.add(sound.milliseconds(since: start))
      try await aloud.call("Clear")
      try await aloud.rig.quiet()
    }
    return series
  }

  private static func speakCold(_ aloud: Aloud) async throws -> Series {
    var series = Series()
    for _ in 0..<aloud.rig.rounds {
      try await aloud.quit()
      await aloud.rig.stagger()
      let (_, start) = try await aloud.speak(Texts.short)
      guard let sound = await aloud.rig.listener.firstSound(after: start) else { continue }
      series.add(sound.milliseconds(since: start))
      try await aloud.call("Clear")
      try await aloud.rig.quiet()
    }
    return series
  }

  /// Measures a command that speaks and ends.
  private static func command(
    _ rig: Rig, _ command: [String], stop: (() async throws -> Void)? = nil
  ) async throws -> Series {
    var series = Series()
    for _ in 0..<rig.rounds {
      await rig.stagger()
      let start = Core.loop.now
      let process = try rig.desktop.start(command)
      let sound = await rig.listener.firstSound(after: start)
      if let sound { series.add(sound.milliseconds(since: start)) }
      if let stop { try await stop() } else { process.send(signal: SIGKILL) }
      _ = try? await process.waitForEnd()
      try await rig.quiet()
    }
    return series
  }
}

/// speech-dispatcher and its command.
@Core
struct SpeechDispatcher {
  let rig: Rig

  var isInstalled: Bool { Rig.find("spd-say") != nil && Rig.find("speech-dispatcher") != nil }

  /// Speaks with the command; returns the time of the call.
  func say(_ text: String) async throws -> Instant {
    let start = Core.loop.now
    let process = try rig.desktop.start(["spd-say", "-o", "espeak-ng", "-l", "en-US", text])
    _ = try await process.waitForEnd()
    return start
  }

  /// - Parameters:
  ///   - isCold: true if the server is started by each call.
  ///   - silence: the time between two rounds in which nothing is asked for.
  ///   - rounds: `nil` for the usual number.
  func firstSound(
    of text: String = Texts.short, isCold: Bool, after silence: Duration = .zero, rounds: Int? = nil
  ) async throws -> Series {
    var series = Series()
    await end()
    if !isCold { try await sayAndStop() }
    for _ in 0..<(rounds ?? rig.rounds) {
      if isCold { await end() }
      await pause(silence)
      await rig.stagger()
      let start = try await say(text)
      guard let sound = await rig.listener.firstSound(after: start) else { continue }
      series.add(sound.milliseconds(since: start))
      _ = try await rig.desktop.run("spd-say", "-S")
      try await rig.quiet()
    }
    return series
  }

  /// Speaks once without measuring, so that the server runs and has its voice.
  func sayAndStop() async throws {
    let start = try await say(Texts.short)
    _ = await rig.listener.firstSound(after: start)
    _ = try await rig.desktop.run("spd-say", "-S")
    try await rig.quiet()
  }

  func processes() -> [Int32] {
    Processes.find("speech-dispatch", in: rig.desktop.directory) + Processes.find("sd_", in: rig.desktop.directory)
  }

  /// Ends the server of this desktop.
  func end() async {
    let all = processes()
    for pid in all { kill(pid, SIGKILL) }
    _ = try? await eventually("speech-dispatcher ends") { !all.contains { exists($0) } }
    // The socket that remains would be taken for a server.
    let socket = (rig.desktop.environment["XDG_RUNTIME_DIR"] ?? "") + "/speech-dispatcher"
    try? FileManager.default.removeItem(atPath: socket)
  }
}
