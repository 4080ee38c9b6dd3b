import BusValues
import DesktopSupport
import EventLoop

/// A million malformed and random calls from fifty connections, while a text is read.
@Core
enum Flooding {
  private static let calls = 1_000_000
  /// Longer than the pause between two sentences.
  private static let gap = Duration.milliseconds(700)

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    try await aloud.call("Clear")
    try await aloud.speak(Texts.text(Texts.sentences(words: 4000)))
    try await eventually("the text is measured", within: .seconds(120)) {
      try await aloud.get("LengthExact").asBool == true
    }
    let service = try await rig.processID(of: Aloud.name)
    let before = Processes.memory(of: [service]).rss
    var from = Core.loop.now
    let flood = try rig.start([Project.program("flood"), "\(calls)", "50"])
    var gaps = 0
    while flood.isRunning {
      let end = Core.loop.now
      if await rig.listener.silence(after: from, of: gap, within: .seconds(3)) != nil { gaps += 1 }
      from = end.advanced(by: .zero - gap)
    }
    let result = try await flood.waitForEnd()
    report.notes.append("Flood: \(result.answer)")
    guard result.succeeded, try await rig.processID(of: Aloud.name) == service else {
      throw BenchError("the flood ended badly: \(result)")
    }
    func figure(_ name: String) -> Double {
      result.answer.split(separator: " ").first { $0.hasPrefix(name + "=") }
        .flatMap { Double($0.dropFirst(name.count + 1)) } ?? .nan
    }
    let what = "a million bad calls from 50 connections"
    report.add("\(what): calls a second", "aloud", "", figure("sent") / max(1, figure("seconds")))
    report.add("\(what): a good client's slowest ping", "aloud", "ms", figure("worst-ping-ms"), goal: .atMost(100))
    report.add("\(what): gaps in the sound", "aloud", "", Double(gaps), goal: .atMost(0))
    await pause(.seconds(2))
    let after = Processes.memory(of: [service]).rss
    report.add("\(what): memory kept", "aloud", "MiB", (after - before) / 1024, goal: .atMost(8))
    try await aloud.call("Clear")
  }
}
