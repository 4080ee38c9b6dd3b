import BusValues
import DesktopSupport
import EventLoop

/// Clients that read a property now and then, each in its own process, and the times that they wait for it. One calls
/// the service, the other a bare echo on the same bus: its answers show the share of the bus and the machine.
@Core
final class GoodClients {
  private struct Asker {
    var who: String
    var command: [String]
    var process: RunningProcess?
    var medians = Series()
    var slowest = 0.0
  }

  /// The calls of one process, and the microseconds between them: about a second in total.
  private static let asks = 200
  private static let gap = 5000

  nonisolated static let echo: BusName = "org.aloud.Echo"

  private let rig: Rig
  private let echo: RunningProcess
  private var askers: [Asker]

  /// - Returns: `nil` if the client cannot be compiled.
  init?(_ rig: Rig) async throws {
    guard let client = try await rig.compile("bus-echo", ["$(pkg-config --cflags --libs dbus-1)"]) else { return nil }
    self.rig = rig
    echo = try rig.start([client, "serve", Self.echo.text])
    try await rig.desktop.waitUntilOwned(Self.echo.text, by: echo)
    func asker(_ who: String, _ name: String) -> Asker {
      Asker(
        who: who,
        command: [
          client, "ask", name, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", "Position", "\(Self.asks)",
          "\(Self.gap)",
        ])
    }
    askers = [
      asker("aloud, MPRIS", "org.mpris.MediaPlayer2.aloud"), asker("bare libdbus echo in C", Self.echo.text),
    ]
  }

  /// Adds the figures of the clients that have ended, and starts them again.
  func goOn() async throws {
    for index in askers.indices {
      if let process = askers[index].process {
        guard !process.isRunning else { continue }
        try await take(process, index)
      }
      askers[index].process = try rig.start(askers[index].command)
    }
  }

  /// Waits for the last answers and reports everything.
  func finish(_ what: String, goal: Row.Goal = .none, _ report: inout Report) async throws {
    for index in askers.indices {
      if let process = askers[index].process { try await take(process, index) }
      let asker = askers[index]
      let isOurs = index == 0
      report.add(Row(what: "\(what): median", who: asker.who, unit: "ms", series: asker.medians))
      report.add("\(what): slowest", asker.who, "ms", asker.slowest, goal: isOurs ? goal : .none)
    }
    _ = try await echo.end()
  }

  private func take(_ process: RunningProcess, _ index: Int) async throws {
    let result = try await process.waitForEnd()
    let figures = result.answer.split(separator: " ").compactMap { Double($0) }
    guard figures.count == 4 else { throw BenchError("\(result)") }
    askers[index].medians.add(figures[1] / 1000)
    askers[index].slowest = max(askers[index].slowest, figures[3] / 1000)
    askers[index].process = nil
  }
}
