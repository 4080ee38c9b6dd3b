import BusValues
import DesktopSupport
import EventLoop

/// The time until the length of a book is exact, compared with the bare engine: a book of ten hours on all processors,
/// and one of 100,000 words on a single one.
@Core
enum BookMeasuring {
  static let chapters = 80

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    try await measure(aloud, "Measuring a book of ten hours", words: 137_000, number: 2, on: nil, &report)
    try await aloud.quit()
    try await aloud.warm()
    let processes = try await aloud.processes()
    let one = Processors.last(of: try await Processors.list(of: processes[0], on: rig.desktop))
    try await Processors.bind(processes, to: one, on: rig.desktop)
    try await measure(
      aloud, "Measuring 100,000 words on one processor", words: 100_000, number: 3, on: one, limit: 60, &report)
    // The next service runs on all processors again.
    try await aloud.quit()
  }

  /// Measures the time from opening to an exact length, without sound, and the processor time: it shows the share of
  /// other programs.
  ///
  /// - Parameter limit: the limit in seconds.
  private static func measure(
    _ aloud: Aloud, _ what: String, words: Int, number: Int, on processors: String?, limit: Double? = nil,
    _ report: inout Report
  ) async throws {
    let rig = aloud.rig
    let file = try DocumentFiles(folder: rig.folder).book(
      chapters: chapters, words: words, cover: 100_000, number: number)
    try await aloud.warm()
    let work = "\(what), processor"
    let bare = "bare libespeak-ng"
    for inCopies in [false, true] {
      let time = try await BareEngine.time(
        Texts.sentences(words: words), rig, inCopies: inCopies, on: processors)
      guard let time else { continue }
      let who = inCopies ? "\(bare), a copy of the process for each sentence" : bare
      report.add(what, who, "s", time.passed)
      report.add(work, who, "s", time.processor)
    }
    let before = Processes.usage(of: try await aloud.processes())
    let start = Core.loop.now
    try await aloud.open(file, ["paused": .bool(true)])
    try await aloud.waitUntilMeasured {}
    let seconds = Core.loop.now.milliseconds(since: start) / 1000
    let used = Processes.usage(of: try await aloud.processes()) - before
    report.add(what, "aloud", "s", seconds, goal: limit.map { .atMost($0) } ?? .ratioAtMost(1 / 0.9, peer: bare))
    report.add(work, "aloud", "s", used.processor / 1e9, goal: .ratioAtMost(1.15, peer: bare))
    let length = try await aloud.get("Document").asVardict?["length"]?.asInt64 ?? 0
    report.notes.append("\(what): \(figure(Double(length) / 3.6e9)) h.")
    try await aloud.call("Clear")
  }
}
