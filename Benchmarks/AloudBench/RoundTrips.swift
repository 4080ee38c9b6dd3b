import BusValues
import DesktopSupport
import EventLoop

/// The speed of an answer with a property, measured with the same client.
///
/// All processes share one processor: the placement of the two processes of a round trip changes its time by a third at
/// random. Short turns, forth and back through the services, spread the machine's other work evenly; a ratio is the
/// median of the ratios within a turn.
@Core
enum RoundTrips {
  private static let calls = 500
  private static let turns = 30

  private struct Service {
    var who: String
    var name: BusName
    var path = "/org/mpris/MediaPlayer2"
    var interface = "org.mpris.MediaPlayer2.Player"
    var rates = Series()
    var worst = Series()
  }

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    guard let client = try await rig.compile("bus-echo", ["$(pkg-config --cflags --libs dbus-1)"]) else {
      return report.notes.append("Round trips: left out, there is no C compiler or no libdbus for the client.")
    }
    var services: [Service] = []
    let echo = try rig.start([client, "serve", "org.aloud.Echo"])
    try await rig.desktop.waitUntilOwned("org.aloud.Echo", by: echo)
    services.append(Service(who: "bare libdbus echo in C", name: "org.aloud.Echo"))
    let text = Texts.text(Texts.sentences(words: 400))
    var mpv: RunningProcess?
    if let file = try await rig.recording(text, name: "article", silence: Control.silence),
      let command = MPV.command(file, mpris: true)
    {
      let process = try rig.start(command)
      try await rig.desktop.waitUntilOwned(MPV.name.text, by: process)
      services.append(Service(who: "mpv, MPRIS", name: MPV.name))
      mpv = process
    }
    let aloud = Aloud(rig: rig)
    try await aloud.warm()
    try await aloud.speak(text)
    try await eventually("the article is measured", within: .seconds(60)) {
      try await aloud.get("LengthExact").asBool == true
    }
    services.append(Service(who: "aloud, MPRIS", name: "org.mpris.MediaPlayer2.aloud"))

    let involved = services.map(\.name) + [.bus]
    var processes: [Int32] = []
    for name in involved { processes += Processes.family(of: try await rig.processID(of: name)) }
    let all = try await Processors.list(of: processes[0], on: rig.desktop)
    let one = Processors.last(of: all)
    try await Processors.bind(processes, to: one, on: rig.desktop)
    for turn in 0..<turns {
      for index in turn.isMultiple(of: 2) ? Array(services.indices) : services.indices.reversed() {
        let service = services[index]
        let result = try await rig.desktop.run(
          "taskset", "--cpu-list", one, client, "ask", service.name.text, service.path, service.interface, "Position",
          String(calls))
        let figures = result.answer.split(separator: " ").compactMap { Double($0) }
        guard figures.count == 4 else { throw BenchError("\(result)") }
        services[index].rates.add(figures[0])
        services[index].worst.add(figures[2])
      }
    }
    try await Processors.bind(processes, to: all, on: rig.desktop)
    func goal(_ who: String) -> Row.Goal {
      who.hasPrefix("aloud") ? .pairedRatioAtLeast(0.95, peer: services[0].who) : .none
    }
    for service in services {
      report.add(
        Row(what: "Get Position", who: service.who, unit: "/s", series: service.rates, goal: goal(service.who)))
    }
    for service in services {
      report.add(Row(what: "Get Position, p99", who: service.who, unit: "µs", series: service.worst))
    }
    try await aloud.call("Clear")
    _ = try await mpv?.end()
    _ = try await echo.end()
  }
}
