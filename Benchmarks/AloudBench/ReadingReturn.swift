import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation

/// The place to which the reading returns after an announcement, by its last word before it and its first word after
/// it.
@Core
enum ReadingReturn {
  private static let rates = [3.0, 4, 5, 6]
  /// The bytes of text that a round takes at most.
  private static let bytesPerRound = 400

  static func measure(_ rig: Rig, rounds: Int, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    try await aloud.warm()
    let file = try DocumentFiles(folder: rig.folder).text(bytes: 60_000 + rounds * bytesPerRound, number: 12)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let words = Dictionary(uniqueKeysWithValues: Texts.places(in: text).enumerated().map { ($1, $0) })
    let recorder = try await AnnouncementRecorder(words: true)
    try await aloud.open(file, ["again": .bool(true)])
    try await aloud.waitUntilMeasured {}
    // The number in the title of the text has no place among the words.
    try await recorder.wait(forWords: 15)

    var (same, next) = (0, 0)
    var (lost, repeated) = (Series(), Series())
    for round in 0..<rounds {
      let rate = rates[round * rates.count / rounds]
      if round == 0 || rate != rates[(round - 1) * rates.count / rounds] { try await aloud.setRate(rate) }
      let (before, after) = try await around(aloud, recorder)
      guard let before = words[before], let after = words[after] else { throw BenchError("a word has another place") }
      if after == before { same += 1 }
      if after == before + 1 { next += 1 }
      if after != before && after != before + 1 {
        progress("  round \(round + 1), at \(figure(rate))×: word \(before), then word \(after)")
      }
      lost.add(Double(max(0, after - before - 1)))
      repeated.add(Double(max(0, before - after)))
    }
    let what = "Reading after an announcement, at 3× to 6×"
    report.add("\(what): at the word before it", "aloud", "of \(rounds)", Double(same))
    report.add("\(what): at the next word", "aloud", "of \(rounds)", Double(next))
    report.add(Row(what: "\(what): words lost", who: "aloud", unit: "", series: lost, goal: .neverAbove(0)))
    report.add(Row(what: "\(what): words repeated", who: "aloud", unit: "", series: repeated, goal: .neverAbove(0)))
    try await aloud.setRate(1)
    try await aloud.call("Clear")
  }

  /// Announces a word at a random moment; returns the places of the reading's last word before it and first after it.
  private static func around(
    _ aloud: Aloud, _ recorder: AnnouncementRecorder
  ) async throws -> (before: Int, after: Int) {
    recorder.forget()
    try await recorder.wait(forWords: 2)
    await aloud.rig.stagger()
    _ = try await aloud.rig.bus.call(Aloud.announcement("Now."))
    return try await eventually("the reading goes on after an announcement") { words(in: recorder.events) }
  }

  /// - Returns: `nil` as long as the announcement has not ended, or no word has followed it.
  private static func words(in events: [AnnouncementRecorder.Event]) -> (before: Int, after: Int)? {
    var before: Int?
    var after: Int?
    var (hasStarted, hasEnded) = (false, false)
    for event in events {
      switch event {
      case .word(let place) where !hasStarted: before = place
      case .word(let place): after = after ?? place
      case .news(let news) where news.event == "started": hasStarted = true
      case .news(let news) where news.event == "finished": hasEnded = true
      case .news: break
      }
    }
    guard hasEnded, let before, let after else { return nil }
    return (before, after)
  }
}
