import BusValues
import DesktopSupport
import EventLoop

/// Malformed and random calls from fifty connections, while a text is read.
@Core
enum Flooding {
  /// A time longer than the pause between two sentences.
  private static let gap = Duration.milliseconds(700)

  /// Measures the share of the bus: the same calls to a peer that answers them with little work, and another client
  /// that calls it meanwhile.
  private static func echoFlooded(_ rig: Rig, _ report: inout Report) async throws {
    guard let clients = try await GoodClients(rig) else { return }
    let calls = min(rig.options.calls, 100_000)
    let flood = try rig.start([Project.program("flood"), "\(calls)", "50", "1", GoodClients.echo.text])
    while flood.isRunning {
      try await clients.goOn()
      await pause(.milliseconds(100))
    }
    try await clients.finish("\(calls) calls to the echo instead: another client's answer", &report)
  }

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    try await aloud.call("Clear")
    try await aloud.speak(Texts.text(Texts.sentences(words: 4000)))
    try await eventually("the text is measured", within: .seconds(120)) {
      try await aloud.get("LengthExact").asBool == true
    }
    let service = try await rig.processID(of: Aloud.name)
    let before = Footprint(of: [service])
    let clients = try await GoodClients(rig)
    var from = Core.loop.now
    let flood = try rig.start([Project.program("flood"), "\(rig.options.calls)", "50"])
    var gaps = 0
    while flood.isRunning {
      try await clients?.goOn()
      let end = Core.loop.now
      guard await rig.listener.silence(after: from, of: gap, within: .seconds(3)) != nil else {
        from = end.advanced(by: .zero - gap)
        continue
      }
      gaps += 1
      // A silence that goes on counts once for each of its length.
      await pause(gap)
      from = Core.loop.now
    }
    let result = try await flood.waitForEnd()
    report.notes.append("Flood: \(result.answer)")
    func figure(_ name: String) -> Double {
      result.answer.split(separator: " ").first { $0.hasPrefix(name + "=") }
        .flatMap { Double($0.dropFirst(name.count + 1)) } ?? .nan
    }
    let what = "\(rig.options.calls) bad calls from 50 connections"
    let isAnswered = result.succeeded && figure("answered") == Double(rig.options.calls)
    let isSame = try await rig.processID(of: Aloud.name) == service
    report.add("\(what): answered", "aloud", "/s", figure("sent") / max(1, figure("seconds")))
    if let clients {
      try await clients.finish("\(what): another client's answer", goal: .neverAbove(100), &report)
    } else {
      report.notes.append("Another client's answers: left out, there is no C compiler or no libdbus for the client.")
    }
    report.add("\(what): gaps in the sound", "aloud", "", Double(gaps), goal: .neverAbove(0))
    guard isAnswered, isSame else { throw BenchError("the flood ended badly: \(result)") }
    // The resources of closed connections are released soon.
    try? await eventually("descriptors are closed", within: .seconds(10)) {
      Footprint(of: [service]).descriptors <= before.descriptors
    }
    let after = Footprint(of: [service])
    for (moment, footprint) in [("before", before), ("after", after)] {
      report.add("\(what): resident memory \(moment)", "aloud", "MB", Double(footprint.residentKilobytes) / 1024)
    }
    report.add(
      "\(what): memory kept", "aloud", "MB", Double(after.privateKilobytes - before.privateKilobytes) / 1024,
      goal: .atMost(8))
    report.add(
      "\(what): descriptors kept", "aloud", "", Double(after.descriptors - before.descriptors), goal: .neverAbove(0))
    try await echoFlooded(rig, &report)
    try await aloud.call("Clear")
  }
}
