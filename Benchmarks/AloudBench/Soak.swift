import BusValues
import DesktopSupport
import EventLoop

/// Reading at six times the usual speed for a long time: the resources of the service and its workers must not grow.
@Core
enum Soak {
  private struct Sample {
    var hours: Double
    var service: Footprint
    var workers: Footprint
  }

  /// A time longer than any silence of the service at this speed.
  private static let gap = Duration.milliseconds(700)

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    // A fresh service is started, so that it does not release memory of earlier parts meanwhile.
    try await aloud.quit()
    try await aloud.warm()
    let service = try await rig.processID(of: Aloud.name)
    let heard = try await Announcements(of: aloud)
    let text = Texts.text(Texts.sentences(words: 400))
    try await aloud.setRate(6)
    let start = Core.loop.now
    var samples: [Sample] = []
    var gaps = 0
    var tracks: [ObjectPath] = []
    var removed = 0
    let length = rig.options.minutes ?? 60
    while start.duration(to: Core.loop.now) < .seconds(length * 60) {
      // Texts come and go: one is always read and one waits. Texts that have been read are removed, or they would stay
      // for a while.
      while removed < heard.finished {
        try await aloud.call("Remove", [.array(of: .objectPath, [.objectPath(tracks.removeFirst())])])
        removed += 1
      }
      while tracks.count < 2 {
        guard let track = try await aloud.speak(text).track else { throw BenchError("no track") }
        tracks.append(track)
      }
      let family = try await aloud.processes()
      guard family.first == service else { throw BenchError("the service is another one") }
      samples.append(
        Sample(
          hours: start.duration(to: Core.loop.now) / .seconds(3600), service: Footprint(of: [service]),
          workers: Footprint(of: Array(family.dropFirst()))))
      let from = Core.loop.now
      await pause(.seconds(1))
      if rig.listener.longestSilence(from: from, to: Core.loop.now.advanced(by: .milliseconds(-100))) > gap {
        gaps += 1
      }
    }
    // The caches are full after the first quarter.
    samples = Array(samples.dropFirst(samples.count / 4))
    report.notes.append("Soak: \(heard.finished) texts, \(heard.words.count) words in \(figure(length)) min.")
    report.add("Soak: gaps in the sound", "aloud", "", Double(gaps), goal: .neverAbove(0))
    for (who, part) in [("service", \Sample.service), ("workers", \Sample.workers)] {
      add("memory", who, "KiB", limit: 1024, samples.map { ($0.hours, $0[keyPath: part].privateKilobytes) }, &report)
      add("descriptors", who, "", limit: 0.5, samples.map { ($0.hours, $0[keyPath: part].descriptors) }, &report)
      add("threads", who, "", limit: 0.5, samples.map { ($0.hours, $0[keyPath: part].threads) }, &report)
    }
    try await aloud.setRate(1)
    try await aloud.call("Clear")
  }

  /// - Parameter limit: the allowed rise of the trend in the whole run.
  private static func add(
    _ what: String, _ who: String, _ unit: String, limit: Double, _ points: [(hours: Double, value: Int)],
    _ report: inout Report
  ) {
    var series = Series()
    for point in points { series.add(Double(point.value)) }
    report.add(Row(what: "Soak: \(what)", who: who, unit: unit, series: series))
    let slope = Trend(through: points.map { ($0.hours, Double($0.value)) }).slope
    report.add("Soak: \(what), slope", who, "\(unit)/h", slope)
    let growth = slope * ((points.last?.hours ?? 0) - (points.first?.hours ?? 0))
    report.add("Soak: \(what), growth by it", who, unit, growth, goal: .neverAbove(limit))
    if growth > limit { report.hasFailed = true }
  }
}
