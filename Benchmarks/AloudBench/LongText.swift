import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// A text of ten hours: seeks, the speed of measuring, and memory.
@Core
enum LongText {
  /// A command is followed by other work for a while: the next sentences are spoken, and processes end.
  private static let settling = Duration.seconds(6)

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let sentences = Texts.sentences(words: 137_000)
    let text = Texts.text(sentences)
    let aloud = Aloud(rig: rig)
    // A fresh service is started, so that its memory belongs to this text alone.
    try await aloud.quit()
    try await aloud.warm()
    let player = MPRISPlayer.aloud(rig)
    let delay: [String: BusValue] = ["leading-delay": .int64(Int64(Control.silence * 1e6))]
    let before = try await memoryOfArticle(aloud, player)

    // The first seeks follow the opening at once, while the text is still being read.
    var atOnce = Series()
    for _ in 0..<5 {
      try await aloud.speak(text, delay)
      let start = Core.loop.now
      try await aloud.call("SetPosition", [.int64(Int64(rig.number(in: 3600..<33000) * 1e6))])
      if let heard = await rig.listener.firstSound(after: start) { atOnce.add(heard.milliseconds(since: start)) }
      try await aloud.call("Clear")
      try await rig.quiet()
    }
    report.add(
      Row(what: "Seek → sound, 10 hours, at once", who: "aloud", unit: "ms", series: atOnce))
    try await aloud.speak(text, delay)
    let opened = Core.loop.now
    try await eventually("the text is read") { try await aloud.get("Length").asInt64 ?? 0 > 33_000_000_000 }
    try await Control.seeking(
      player, "aloud, MPRIS", "Seek → sound, 10 hours, being measured", in: 3600..<33000, &report, hasGoal: false,
      rounds: min(rig.rounds, 10))
    progress("  \(figure(Core.loop.now.milliseconds(since: opened))) ms since it was opened")

    // Next, the text is opened again and paused, so that it is only measured.
    try await aloud.call("Clear")
    try await measuring(aloud, text, rig, &report, sentences)
    try await aloud.call("Play")
    try await Control.seeking(
      player, "aloud, MPRIS", "Seek → sound, 10 hours, measured", in: 3600..<33000, &report, hasGoal: false)
    let after = try await memory(aloud)
    let size = Double(text.utf8.count) / 1_048_576
    for (what, least, before, after) in [
      ("", 20.0, before.all, after.all), (", without workers", 16, before.service, after.service),
    ] {
      report.add(
        "Memory, 10 hours measured\(what) (PSS)", "aloud", "MB", after / 1024, goal: .atMost(least + 2 * size))
      report.add(
        "Memory, more than with an article\(what) (PSS)", "aloud", "MB", (after - before) / 1024,
        goal: .atMost(2 * size))
    }
    report.notes.append("The text of ten hours itself takes \(figure(size)) MB.")
    try await aloud.call("Clear")
    try await rig.quiet()
  }

  /// The memory with a short text that is measured and sought in as the long one is. The long text itself takes what
  /// is used beyond this.
  private static func memoryOfArticle(
    _ aloud: Aloud, _ player: MPRISPlayer
  ) async throws -> (all: Double, service: Double) {
    try await aloud.speak(Texts.text(Texts.sentences(words: 400)))
    try await eventually("the article is measured") { try await aloud.get("LengthExact").asBool == true }
    for place in [30.0, 60, 20] {
      let start = Core.loop.now
      try await player.setPosition(place)
      _ = await aloud.rig.listener.firstSound(after: start)
    }
    let memory = try await memory(aloud)
    try await aloud.call("Clear")
    try await aloud.rig.quiet()
    return memory
  }

  /// The memory in kilobytes while a text is heard: with the workers, and of the service alone.
  private static func memory(_ aloud: Aloud) async throws -> (all: Double, service: Double) {
    await pause(settling)
    let processes = try await aloud.processes()
    return (Processes.memory(of: processes).pss, Processes.memory(of: Array(processes.prefix(1))).pss)
  }

  private static func measuring(
    _ aloud: Aloud, _ text: String, _ rig: Rig, _ report: inout Report, _ sentences: [String]
  ) async throws {
    let start = Core.loop.now
    try await aloud.speak(
      text, ["leading-delay": .int64(Int64(Control.silence * 1e6)), "paused": .bool(true)])
    while try await aloud.get("LengthExact").asBool != true {
      await pause(.milliseconds(50))
      guard Core.loop.now.milliseconds(since: start) < 120_000 else {
        throw BenchError("the text of ten hours is not measured within two minutes")
      }
    }
    let seconds = Core.loop.now.milliseconds(since: start) / 1000
    let length = Double(try await aloud.get("Length").asInt64 ?? 0) / 1e6
    let what = "Measuring 10 hours"
    if let bare = try await BareEngine.time(sentences, rig) {
      report.add(what, "bare libespeak-ng", "sentences/s", Double(sentences.count) / bare.passed)
    } else {
      report.notes.append("The bare libespeak-ng: left out, there is no C compiler or no header.")
    }
    report.add(
      what, "aloud", "sentences/s", Double(sentences.count) / seconds,
      goal: .ratioAtLeast(0.9, peer: "bare libespeak-ng"))
    report.notes.append(
      "The long text: \(sentences.count) sentences, \(figure(length / 3600)) h, measured in \(figure(seconds)) s.")
  }
}
