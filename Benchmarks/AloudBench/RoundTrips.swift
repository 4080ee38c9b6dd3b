import BusValues
import DesktopSupport
import EventLoop

/// How fast a property is answered, asked by the same client.
@Core
enum RoundTrips {
  private static let calls = 3000
  private static let turns = 5

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

    for _ in 0..<turns {
      for index in services.indices {
        let service = services[index]
        let result = try await rig.desktop.run(
          client, "ask", service.name.text, service.path, service.interface, "Position", String(calls))
        let figures = result.answer.split(separator: " ").compactMap { Double($0) }
        guard figures.count == 3 else { throw BenchError("\(result)") }
        services[index].rates.add(figures[0])
        services[index].worst.add(figures[2])
      }
    }
    func goal(_ who: String) -> Row.Goal {
      who.hasPrefix("aloud") ? .ratioAtLeast(0.95, peer: services[0].who) : .none
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
