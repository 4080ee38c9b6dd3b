import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// The costs of natural voices, beside espeak-ng: processor time, memory, the length of a book, the size of the
/// packages.
@Core
enum VoiceCosts {
  /// The time after a text: the process with a model ends 45 s after its last one.
  private static let rest = Duration.seconds(60)
  /// Megabytes that heart may take beside espeak-ng while it speaks, and a minute later: none, but for the scatter of a
  /// measurement.
  private static let more = (speaking: 60.0, later: 1.0)

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    guard Project.fetchedVoices != nil else { return }
    // The service to compare with has no natural voices.
    let usual = try await reading(.espeak, Aloud(rig: rig))
    var found = [(MeasuredVoice.espeak, usual)]
    try await FetchedVoices.with(rig, &report) { aloud, report in
      for voice in [MeasuredVoice.heart, .joe] { found.append((voice, try await reading(voice, aloud))) }
      report.addSorted(found.flatMap { rows($1, of: $0, usual) })
      // Piper's lengths are not measured ahead.
      for (voice, words) in [(MeasuredVoice.espeak, 137_000), (.heart, 113_000)] {
        try await book(voice, words, aloud, &report)
      }
    }
    packages(&report)
  }

  private static func who(_ voice: MeasuredVoice) -> String { "aloud, \(voice.name)" }

  /// The costs of reading a text.
  private struct Costs {
    /// Per cent of a processor while it is heard.
    var processor: Double
    /// Megabytes of all processes.
    var speaking: Double
    var later: Double
    /// Megabytes of the service alone.
    var service: Double
    /// Milliseconds to the first sound after the rest.
    var sound: Double
  }

  private static func rows(_ costs: Costs, of voice: MeasuredVoice, _ usual: Costs) -> [Row] {
    func row(_ what: String, _ unit: String, _ value: Double, _ limit: Double? = nil) -> Row {
      var series = Series()
      series.add(value)
      let goal: Row.Goal = voice == .heart ? limit.map { .atMost($0) } ?? .none : .none
      return Row(what: what, who: who(voice), unit: unit, series: series, goal: goal)
    }
    return [
      row("CPU, of the length of the sound", "%", costs.processor),
      row("Memory (PSS), while a voice speaks", "MB", costs.speaking, usual.speaking + more.speaking),
      row("Memory (PSS), while a voice speaks, without workers", "MB", costs.service),
      row("Memory (PSS), a minute after a text", "MB", costs.later, usual.later + more.later),
      row("Speak → sound, a minute after a text", "ms", costs.sound),
    ]
  }

  /// Reads a text of half a minute to its end, and waits.
  private static func reading(_ voice: MeasuredVoice, _ aloud: Aloud) async throws -> Costs {
    let rig = aloud.rig
    try await aloud.quit()
    _ = try await aloud.get("Version")
    // Everything is loaded before.
    let (_, begin) = try await aloud.speak(Texts.short, voice.option)
    guard await rig.listener.firstSound(after: begin) != nil else { throw BenchError("\(voice.id) is not heard") }
    try await aloud.confirmVoice()
    try await aloud.call("Clear")
    try await rig.quiet()

    let peak = MemoryPeak(of: try await rig.processID(of: Aloud.name))
    let before = Processes.usage(of: try await aloud.processes())
    let (_, start) = try await aloud.speak(Texts.text(Texts.sentences(words: 80)), voice.option)
    guard let first = await rig.listener.firstSound(after: start) else { throw BenchError("\(voice.id) is not heard") }
    var last: Instant?
    while last == nil {
      peak.sample()
      await pause(.milliseconds(50))
      guard first.duration(to: Core.loop.now) < .seconds(90) else { throw BenchError("a short text does not end") }
      if !rig.listener.wasLoud(before: Core.loop.now, within: .seconds(3)) {
        last = await rig.listener.silence(after: first, of: .seconds(2))
      }
    }
    let used = Processes.usage(of: try await aloud.processes()) - before
    let seconds = (last ?? first).milliseconds(since: first) / 1000
    guard seconds > 15 else { throw BenchError("\(voice.id) fell silent after \(figure(seconds)) s") }
    progress("  \(voice.name): \(figure(seconds)) s, then a minute of silence")

    await pause(rest)
    let later = Processes.memory(of: try await aloud.processes()).pss / 1024
    let (_, again) = try await aloud.speak(Texts.short, voice.option)
    guard let sound = await rig.listener.firstSound(after: again) else { throw BenchError("\(voice.id) is not heard") }
    try await aloud.call("Clear")
    try await rig.quiet()
    return Costs(
      processor: used.processor / 1e7 / seconds, speaking: peak.all / 1024, later: later,
      service: peak.service / 1024, sound: sound.milliseconds(since: again))
  }

  /// Measures the length of a book of ten hours, without sound.
  private static func book(
    _ voice: MeasuredVoice, _ words: Int, _ aloud: Aloud, _ report: inout Report
  ) async throws {
    let number = voice == .heart ? 41 : 40
    let file = try DocumentFiles(folder: aloud.rig.folder).book(
      chapters: BookMeasuring.chapters, words: words, cover: 100_000, number: number)
    let before = Processes.usage(of: try await aloud.processes())
    let start = Core.loop.now
    try await aloud.open(file, voice.option.merging(["paused": .bool(true)]) { $1 })
    try await aloud.waitUntilMeasured(within: .seconds(400)) {}
    let seconds = Core.loop.now.milliseconds(since: start) / 1000
    let used = Processes.usage(of: try await aloud.processes()) - before
    try await aloud.confirmVoice()
    let what = "Measuring ten hours"
    report.add(what, who(voice), "s", seconds)
    report.add(
      "\(what), processor", who(voice), "s", used.processor / 1e9, goal: voice == .heart ? .atMost(60) : .none)
    let length = try await aloud.get("Document").asVardict?["length"]?.asInt64 ?? 0
    report.add("\(what), exactly", who(voice), "h", Double(length) / 3.6e9)
    try await aloud.call("Clear")
  }

  /// The Debian packages that `make deb` has made.
  private static func packages(_ report: inout Report) {
    let folder = Project.file(".build/package")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for (name, goal) in [("aloud", Row.Goal.none), ("aloud-voice-heart", .atMost(14))] {
      guard let file = files.filter({ $0.hasPrefix(name + "_") && $0.hasSuffix(".deb") }).max(),
        let size = try? FileManager.default.attributesOfItem(atPath: folder + "/" + file)[.size] as? Int
      else {
        report.notes.append("\(name): its package is left out, it was not made (make deb).")
        continue
      }
      report.add("Size of the package", file, "MB", Double(size) / 1e6, goal: goal)
    }
  }
}
