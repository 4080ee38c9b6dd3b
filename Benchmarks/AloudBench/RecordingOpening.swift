import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// The time from opening a recording to its sound, beside mpv.
@Core
struct RecordingOpening {
  /// The goal in milliseconds.
  private static let limit = Row.Goal.atMost(100)
  /// The name of mpv in the rows of its MPRIS commands.
  static let peer = "mpv, MPRIS"

  let rig: Rig
  let file: String
  /// The name of the recording in the table.
  let name: String

  /// Measures commands that start a program, then calls to a program that runs.
  func measure(_ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    try await Recordings.plainProgram(rig, of: (file, name), &report)
    let command = "Command → sound, \(name)"
    if let mpv = MPV.command(file, mpris: false) {
      report.add(Row(what: command, who: "mpv", unit: "ms", series: try await series { try await start(mpv) }))
    }
    let read = [Project.program("aloud"), "read", "--again", file]
    for isCold in [true, false] {
      let series = try await series {
        if isCold { try await aloud.quit() } else { try await aloud.warm() }
        let time = try await start(read)
        try await aloud.call("Clear")
        return time
      }
      let who = isCold ? "aloud read, cold" : "aloud read"
      report.add(Row(what: command, who: who, unit: "ms", series: series, goal: Self.limit))
    }
    let call = "Call → sound, \(name)"
    if let idle = MPV.idleCommand { try await calls(to: idle, call, &report) }
    let series = try await series {
      await rig.stagger()
      let start = Core.loop.now
      try await aloud.open(file, ["again": .bool(true)])
      let time = try await sound(since: start)
      try await aloud.call("Clear")
      return time
    }
    report.add(Row(what: call, who: "aloud, Open call", unit: "ms", series: series, goal: Self.limit))
  }

  private func calls(to command: [String], _ what: String, _ report: inout Report) async throws {
    let process = try rig.start(command)
    try await rig.desktop.waitUntilOwned(MPV.name.text, by: process)
    let player = MPRISPlayer(rig: rig, name: MPV.name)
    let series = try await series {
      await rig.stagger()
      let start = Core.loop.now
      try await player.call("OpenUri", [.string(URL(fileURLWithPath: file).absoluteString)])
      let time = try await sound(since: start)
      try await player.call("Stop")
      return time
    }
    report.add(Row(what: what, who: Self.peer, unit: "ms", series: series))
    _ = try await process.end()
  }

  // MARK: Rounds

  /// Repeats a measurement that begins in silence, with nothing open.
  private func series(_ body: () async throws -> Double) async throws -> Series {
    var series = Series()
    for _ in 0..<rig.rounds(orElse: 7) {
      try await rig.quiet()
      series.add(try await body())
    }
    try await rig.quiet()
    return series
  }

  /// Returns the milliseconds from the start of a command to the sound. The command ends afterwards.
  private func start(_ command: [String]) async throws -> Double {
    await rig.stagger()
    let start = Core.loop.now
    let process = try rig.start(command)
    let time = try await sound(since: start)
    let endsItself = command[0] == Project.program("aloud")
    _ = try await endsItself ? process.waitForEnd() : process.end()
    return time
  }

  private func sound(since start: Instant) async throws -> Double {
    guard let sound = await rig.listener.firstSound(after: start) else { throw BenchError("\(name) is not heard") }
    return sound.milliseconds(since: start)
  }
}
