import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// Recordings of an hour: opening, seeks, and the index that is made beside the playing.
@Core
enum Recordings {
  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let files = RecordingFiles(rig: rig)
    for kind in RecordingFiles.Kind.hours {
      let file = try await files.file(kind)
      try await RecordingOpening(rig: rig, file: file, name: kind.name).measure(&report)
      try await seeks(rig, file, kind, &report)
    }
    try await index(rig, .mp3, &report)
    try await plainProgram(rig, of: nil, &report)
  }

  /// The time in which a plain program in C loads FFmpeg's libraries, and decodes the first samples of a file. The
  /// service starts a decoder for each recording.
  static func plainProgram(
    _ rig: Rig, of recording: (file: String, name: String)?, _ report: inout Report
  ) async throws {
    let libraries = ["libavformat", "libavcodec", "libswresample", "libavutil"].joined(separator: " ")
    guard let program = try await rig.compile("bare-recording", ["$(pkg-config --cflags --libs \(libraries))"]) else {
      return
    }
    var series = Series()
    for _ in 0..<rig.rounds(orElse: 7) {
      let start = Core.loop.now
      let result = try await rig.start([program] + (recording.map { [$0.file] } ?? [])).waitForEnd()
      guard result.succeeded else { throw BenchError("\(program): \(result)") }
      series.add(Core.loop.now.milliseconds(since: start))
    }
    let what = recording.map { "Program → first samples, \($0.name)" } ?? "FFmpeg's libraries loaded"
    report.add(Row(what: what, who: "bare C program", unit: "ms", series: series))
  }

  /// Seeks from the silence of a recording to its sound.
  static func seeks(_ rig: Rig, _ file: String, _ kind: RecordingFiles.Kind, _ report: inout Report) async throws {
    let what = "Seek → sound, \(kind.name)"
    let rounds = rig.rounds(orElse: 7)
    if let command = MPV.command(file, mpris: true) {
      let process = try rig.start(command)
      try await rig.desktop.waitUntilOwned(MPV.name.text, by: process)
      let player = MPRISPlayer(rig: rig, name: MPV.name)
      _ = await rig.listener.firstSound(after: Core.loop.now)
      try await Control.seeking(
        player, RecordingOpening.peer, what, from: RecordingFiles.silence, in: kind.audible, &report, hasGoal: false,
        rounds: rounds)
      _ = try await process.end()
      try await rig.quiet()
    }
    let aloud = Aloud(rig: rig)
    try await aloud.open(file, ["again": .bool(true)])
    try await aloud.waitForExactLength()
    var series = Series()
    for _ in 0..<rounds {
      // The places are those of the whole recording, which may have chapters.
      try await aloud.seekInDocument(to: RecordingFiles.silence)
      try await rig.quiet()
      await rig.stagger()
      let start = Core.loop.now
      try await aloud.seekInDocument(to: rig.number(in: kind.audible))
      if let heard = await rig.listener.firstSound(after: start) { series.add(heard.milliseconds(since: start)) }
    }
    report.add(
      Row(
        what: what, who: "aloud", unit: "ms", series: series, goal: .ratioAtMost(1, peer: RecordingOpening.peer)))
    try await aloud.call("Clear")
    try await rig.quiet()
  }

  /// The folder in which the service keeps indices.
  private static func indices(_ rig: Rig) -> String {
    (rig.desktop.environment["XDG_CACHE_HOME"] ?? "") + "/aloud/indices"
  }

  /// Waits until the index of the one file is kept.
  private static func keptIndex(_ rig: Rig) async throws {
    try await eventually("the index is kept") {
      // A file that is being written has another name.
      (try? FileManager.default.contentsOfDirectory(atPath: indices(rig)))?.contains { !$0.contains(".") } ?? false
    }
  }

  /// The time until the length is exact, and a seek that has to wait for that. ffmpeg reads the same frames, without
  /// decoding them.
  static func index(_ rig: Rig, _ kind: RecordingFiles.Kind, _ report: inout Report) async throws {
    let file = try await RecordingFiles(rig: rig).file(kind)
    let aloud = Aloud(rig: rig)
    let (what, rounds) = ("Opened → index made, \(kind.name)", rig.rounds(orElse: 7))
    var peer = Series()
    var made = Series()
    var kept = Series()
    var sought = Series()
    // Earlier measurements of the same file have left an index.
    try? FileManager.default.removeItem(atPath: indices(rig))
    for _ in 0..<rounds {
      var start = Core.loop.now
      _ = try await rig.desktop.run("ffmpeg", "-nostdin", "-v", "error", "-i", file, "-c", "copy", "-f", "null", "-")
      peer.add(Core.loop.now.milliseconds(since: start))

      let options: [String: BusValue] = ["again": .bool(true), "paused": .bool(true)]
      start = Core.loop.now
      try await aloud.open(file, options)
      try await aloud.waitForExactLength()
      made.add(Core.loop.now.milliseconds(since: start))
      try await keptIndex(rig)
      try await aloud.call("Clear")

      start = Core.loop.now
      try await aloud.open(file, options)
      try await aloud.waitForExactLength()
      kept.add(Core.loop.now.milliseconds(since: start))
      try await aloud.call("Clear")
      try FileManager.default.removeItem(atPath: indices(rig))

      start = Core.loop.now
      try await aloud.open(file, options)
      try await aloud.seekInDocument(to: kind.audible.upperBound)
      try await aloud.call("Play")
      if let heard = await rig.listener.firstSound(after: start) { sought.add(heard.milliseconds(since: start)) }
      try await keptIndex(rig)
      try await aloud.call("Clear")
      try await rig.quiet()
      try FileManager.default.removeItem(atPath: indices(rig))
    }
    report.add(Row(what: what, who: "ffmpeg, frames only", unit: "ms", series: peer))
    // The goal is an hour of the recording in each second.
    report.add(
      Row(what: what, who: "aloud", unit: "ms", series: made, goal: .atMost(Double(kind.minutes) / 60 * 1000)))
    report.add(Row(what: what, who: "aloud, kept from before", unit: "ms", series: kept))
    report.add(
      Row(
        what: "Opened, sought to its end at once → sound, \(kind.name)", who: "aloud", unit: "ms", series: sought,
        goal: .atMost(2000)))
  }
}
