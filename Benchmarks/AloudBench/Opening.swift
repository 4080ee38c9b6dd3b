import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// The time from `aloud read FILE` to sound, by the size of the document, and the memory until all of it is read.
@Core
enum Opening {
  private struct Kind {
    var name: String
    /// The goal in milliseconds.
    var goal: Row.Goal = .none
    var make: (DocumentFiles, _ number: Int) throws -> String
  }

  private static let kinds = [
    Kind(name: "text of 10 kB") { try $0.text(bytes: 10_000, number: $1) },
    Kind(name: "text of 1 MB") { try $0.text(bytes: 1_000_000, number: $1) },
    Kind(name: "text of 10 MB", goal: .atMost(200)) { try $0.text(bytes: 10_000_000, number: $1) },
    Kind(name: "text of 100 MB") { try $0.text(bytes: 100_000_000, number: $1) },
    Kind(name: "EPUB of 3 MB, 80 chapters", goal: .atMost(200)) {
      try $0.book(chapters: 80, words: 500_000, cover: 500_000, number: $1)
    },
  ]

  /// The time limit for reading a document.
  private static let patience = Duration.seconds(120)

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    var number = 0
    for kind in kinds {
      var warm = Series()
      var cold = Series()
      for round in 0..<2 * rig.rounds(orElse: 7) {
        number += 1
        let file = try kind.make(DocumentFiles(folder: rig.folder), number)
        if round.isMultiple(of: 2) { try await aloud.quit() } else { try await aloud.warm() }
        await rig.stagger()
        let sound = try await read(file, aloud)
        if round.isMultiple(of: 2) { cold.add(sound) } else { warm.add(sound) }
        try await aloud.call("Clear")
        try await rig.quiet()
      }
      for (who, series) in [("warm", warm), ("cold", cold)] {
        let what = "aloud read → sound, \(kind.name)"
        report.add(Row(what: what, who: who, unit: "ms", series: series, goal: kind.goal))
      }
      number += 1
      try await memory(of: kind.make(DocumentFiles(folder: rig.folder), number), kind.name, aloud, &report)
    }
  }

  /// Returns the milliseconds from the start of the command to the sound.
  private static func read(_ file: String, _ aloud: Aloud) async throws -> Double {
    let start = Core.loop.now
    let process = try aloud.rig.desktop.start([Project.program("aloud"), "read", "-l", "en-us", file])
    let sound = await aloud.rig.listener.firstSound(after: start)
    guard let sound else { throw BenchError("\(file): nothing is heard; \(try await process.end())") }
    _ = try await process.waitForEnd()
    return sound.milliseconds(since: start)
  }

  /// Reports the greatest memory while a service reads its first document and plays its beginning.
  private static func memory(of file: String, _ name: String, _ aloud: Aloud, _ report: inout Report) async throws {
    try await aloud.quit()
    try await aloud.warm()
    let service = try await aloud.processes()[0]
    let before = Processes.memory(of: [service]).pss
    let peak = MemoryPeak(of: service)
    let start = Core.loop.now
    let document = try await aloud.open(file)
    while try await !aloud.isRead(document) {
      peak.sample()
      await pause(.milliseconds(20))
      guard start.duration(to: Core.loop.now) < patience else { throw BenchError("\(name) is not read in time") }
    }
    let seconds = Core.loop.now.milliseconds(since: start) / 1000
    // The samples include the work after the reading: storing and measuring.
    for _ in 0..<20 {
      peak.sample()
      await pause(.milliseconds(100))
    }
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    report.add("Opened to read in, \(name)", "aloud", "s", seconds)
    let megabytes = Double(size) / 1_048_576
    let isLong = megabytes > 9
    report.add(
      "Most memory (PSS), \(name)", "service", "MB", peak.service / 1024,
      goal: isLong ? .none : .neverAbove(16 + megabytes))
    report.add(
      "Most memory (PSS), more than without it, \(name)", "service", "MB", (peak.service - before) / 1024,
      goal: isLong ? .neverAbove(2 * megabytes) : .none)
    report.add("Most memory (PSS), \(name)", "with workers", "MB", peak.all / 1024)
    try await aloud.call("Clear")
    try await aloud.rig.quiet()
  }
}
