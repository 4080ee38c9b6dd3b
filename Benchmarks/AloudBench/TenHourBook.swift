import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// A book of ten hours in eighty chapters: seeks in the whole book, memory, and the time until its length is known when
/// it is opened again.
@Core
enum TenHourBook {
  /// Places that are certainly within the book, in seconds.
  private static let places = 3600.0..<33000

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    let file = try DocumentFiles(folder: rig.folder).book(
      chapters: BookMeasuring.chapters, words: 137_000, cover: 100_000, number: 1)
    try await aloud.quit()
    try await aloud.warm()
    let peak = MemoryPeak(of: try await aloud.processes()[0])

    // The seeks are repeated while the book is being measured, since each interrupts the measuring for a while.
    var meanwhile = Series()
    try await open(file, aloud)
    for _ in 0..<rig.rounds(orElse: 10) {
      if let time = try await seek(aloud) { meanwhile.add(time) }
      peak.sample()
    }
    guard try await !aloud.isMeasured else { throw BenchError("the book was measured before the seeks were over") }
    report.add(
      Row(what: "Seek → sound, book of ten hours, being measured", who: "aloud", unit: "ms", series: meanwhile))
    try await aloud.call("Pause")
    try await aloud.waitUntilMeasured { peak.sample() }
    try await aloud.call("Play")
    var afterwards = Series()
    for _ in 0..<rig.rounds { if let time = try await seek(aloud) { afterwards.add(time) } }
    report.add(Row(what: "Seek → sound, book of ten hours, measured", who: "aloud", unit: "ms", series: afterwards))
    peak.sample()
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    report.add(
      "Most memory (PSS), book of ten hours", "service", "MB", peak.service / 1024,
      goal: .neverAbove(16 + Double(size) / 1_048_576))
    report.add("Most memory (PSS), book of ten hours", "with workers", "MB", peak.all / 1024)
    try await reopening(file, aloud, &report)
    try await aloud.call("Clear")
  }

  // MARK: Opening again

  /// The measured length is stored with the book and outlives the service.
  private static func reopening(_ file: String, _ aloud: Aloud, _ report: inout Report) async throws {
    var warm = Series()
    var cold = Series()
    for round in 0..<2 * aloud.rig.rounds(orElse: 5) {
      try await aloud.call("Clear")
      if round.isMultiple(of: 2) { try await aloud.quit() }
      let start = Core.loop.now
      try await aloud.open(file, ["paused": .bool(true)])
      while try await !aloud.isMeasured { await pause(.milliseconds(2)) }
      let time = Core.loop.now.milliseconds(since: start)
      if round.isMultiple(of: 2) { cold.add(time) } else { warm.add(time) }
    }
    let what = "Opened again → length exact, book of ten hours"
    report.add(Row(what: what, who: "warm", unit: "ms", series: warm))
    report.add(Row(what: what, who: "cold", unit: "ms", series: cold))
  }

  // MARK: Seeking

  /// Opens the book at its beginning, after a silence: a seek from the silence is audible when it takes effect.
  private static func open(_ file: String, _ aloud: Aloud) async throws {
    try await aloud.open(
      file, ["again": .bool(true), "leading-delay": .int64(Int64(Control.silence * 1e6))])
    try await eventually("all chapters are there", within: .seconds(60)) { try await aloud.isWhole }
  }

  /// Returns the milliseconds from a seek to a random place of the book to its sound; `nil` if there was no sound.
  private static func seek(_ aloud: Aloud) async throws -> Double? {
    try await aloud.seekInDocument(to: 1)
    try await aloud.rig.quiet()
    await aloud.rig.stagger()
    let start = Core.loop.now
    try await aloud.seekInDocument(to: aloud.rig.number(in: places))
    return await aloud.rig.listener.firstSound(after: start)?.milliseconds(since: start)
  }
}
