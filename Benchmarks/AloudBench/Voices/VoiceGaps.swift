import BusValues
import DesktopSupport
import EventLoop

/// Reading for a long time, with the service and its workers on one processor: the position in the text must keep pace
/// with the clock.
@Core
enum VoiceGaps {
  private static let rates = [1.0, 2, 3]
  /// The time that the position may lose from one look to the next. A gap is at least a cycle of the graph, and a look
  /// takes a moment.
  private static let gap = 0.04
  private static let looking = Duration.milliseconds(500)
  /// The stream is set up, and the first sentences are made.
  private static let settling = Duration.seconds(6)

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let minutes = rig.options.minutes ?? 10
    try await FetchedVoices.with(rig, &report) { aloud, report in
      for voice in [MeasuredVoice.heart, .joe] {
        for rate in rates { try await read(minutes, voice, rate, aloud, &report) }
      }
      try await aloud.setRate(1)
    }
  }

  private static func read(
    _ minutes: Double, _ voice: MeasuredVoice, _ rate: Double, _ aloud: Aloud, _ report: inout Report
  ) async throws {
    let rig = aloud.rig
    try await aloud.quit()
    try await aloud.setRate(rate)
    let service = try await aloud.processes()
    let one = Processors.last(of: try await Processors.list(of: service[0], on: rig.desktop))
    try await Processors.bind(service, to: one, on: rig.desktop)
    // Without paragraphs there are only short pauses. It is longer than the time for any voice.
    let text = Texts.sentences(words: Int((minutes + 2) * rate * 260)).joined(separator: " ")
    let (_, begin) = try await aloud.speak(text, voice.option)
    guard await rig.listener.firstSound(after: begin, within: .seconds(30)) != nil else {
      throw BenchError("\(voice.id) is not heard")
    }
    await pause(settling)
    try await aloud.confirmVoice()
    let player = MPRISPlayer.aloud(rig)
    var gaps = 0
    var silence = Series()
    let start = Core.loop.now
    var (before, place) = (start, try await player.position())
    let first = place
    while start.duration(to: Core.loop.now) < .seconds(minutes * 60) {
      await pause(looking)
      let now = Core.loop.now
      let position = try await player.position()
      let lost = now.milliseconds(since: before) / 1000 - (position - place) / rate
      if lost > gap {
        gaps += 1
        progress("  \(figure(lost * 1000)) ms lost at \(figure(position)) s")
      }
      let heard = now.advanced(by: .milliseconds(-100))
      silence.add(
        Double(rig.listener.longestSilence(from: before, to: heard).components.attoseconds) / 1e15)
      (before, place) = (now, position)
    }
    let lost = before.milliseconds(since: start) - (place - first) / rate * 1000
    let what = "\(figure(minutes)) minutes at \(Int(rate))×, on one processor"
    let who = "aloud, \(voice.name)"
    report.add("\(what): gaps", who, "", Double(gaps), goal: .neverAbove(0))
    report.add("\(what): behind the clock at the end", who, "ms", lost)
    report.add("\(what): longest silence", who, "ms", silence.quantile(1))
    try await aloud.call("Clear")
    try await rig.quiet()
  }
}
