import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Glibc

/// The time until the reading is back, and its place, after the loss of the sound server, the service or a worker.
@Core
enum Faults {
  /// The silence, in milliseconds, after which a worker that has spoken before is given up.
  private static let deadline = 500.0
  /// The limit for the cost of a lost worker, in milliseconds.
  private static let replacement = 50.0

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    try await aloud.warm()
    let usual = try await firstSentence(aloud, "Speak → sound, nothing lost", nil, .none, &report)
    let passage = try await Passage(aloud)
    for (what, signal, limit) in [
      ("crashes", SIGKILL, replacement), ("hangs", SIGSTOP, deadline + replacement),
    ] {
      _ = try await firstSentence(aloud, "Worker \(what), then Speak → sound", signal, .atMost(limit), &report)
      try await ofFirstSentence(
        aloud, "Worker \(what) over the first sentence: Speak → sound", signal, usual + limit, &report)
      try await busyWorker(aloud, passage, "Worker \(what) while it speaks: silence added", signal, limit, &report)
    }
    try await server(aloud, &report)
    try await service(aloud, &report)
  }

  // MARK: Workers

  private static func lose(_ aloud: Aloud, _ signal: Int32) async throws {
    for speaker in try await aloud.speakers().reversed() { kill(speaker, signal) }
  }

  private static func firstSound(_ aloud: Aloud, _ text: String) async throws -> Instant {
    let (_, start) = try await aloud.speak(text)
    return try await sound(aloud, after: start)
  }

  private static func sound(_ aloud: Aloud, after start: Instant) async throws -> Instant {
    guard let sound = await aloud.rig.listener.firstSound(after: start) else {
      throw BenchError("nothing is heard: \(try await aloud.get("State")), \(try await aloud.get("LastError"))")
    }
    return sound
  }

  /// Loses a worker that has spoken before, while nothing is made ahead, and then requests speech.
  ///
  /// - Returns: the median.
  private static func firstSentence(
    _ aloud: Aloud, _ what: String, _ signal: Int32?, _ goal: Row.Goal, _ report: inout Report
  ) async throws -> Double {
    let rig = aloud.rig
    var series = Series()
    for _ in 0..<rig.rounds(orElse: 8) {
      _ = try await firstSound(aloud, Texts.short)
      try await aloud.call("Clear")
      try await rig.quiet()
      await rig.stagger()
      let start = Core.loop.now
      if let signal { try await lose(aloud, signal) }
      try await aloud.speak(Texts.short)
      series.add(try await sound(aloud, after: start).milliseconds(since: start))
      try await aloud.call("Clear")
      try await rig.quiet()
    }
    report.add(Row(what: what, who: "aloud", unit: "ms", series: series, goal: goal))
    return series.median
  }

  /// Loses the worker at the worst moment: while it makes the sentence that the listener waits for.
  private static func ofFirstSentence(
    _ aloud: Aloud, _ what: String, _ signal: Int32, _ limit: Double, _ report: inout Report
  ) async throws {
    let rig = aloud.rig
    var series = Series()
    for _ in 0..<rig.rounds(orElse: 8) {
      _ = try await firstSound(aloud, Texts.short)
      try await aloud.call("Clear")
      try await rig.quiet()
      let service = try await rig.processID(of: Aloud.name)
      await rig.stagger()
      let start = Core.loop.now
      async let spoken = aloud.speak(Texts.short)
      await pause(.microseconds(Int(rig.number(in: 0..<8000))))
      // The copy that speaks this sentence is killed, too.
      for process in Processes.family(of: service).reversed() where Processes.name(of: process) == "aloud-speak" {
        kill(process, signal)
      }
      _ = try await spoken
      series.add(try await sound(aloud, after: start).milliseconds(since: start))
      try await aloud.call("Clear")
      try await rig.quiet()
    }
    report.add(Row(what: what, who: "aloud", unit: "ms", series: series, goal: .atMost(limit)))
  }

  /// A long sentence without any fault, with its natural silences.
  @Core
  private struct Passage {
    static let length = Duration.milliseconds(4200)
    let silences: [Range<Duration>]

    init(_ aloud: Aloud) async throws {
      let rig = aloud.rig
      let sound = try await firstSound(aloud, Texts.long)
      await pause(Self.length + .milliseconds(200))
      silences = rig.listener.silences(from: sound, to: sound.advanced(by: Self.length), of: .milliseconds(5))
      try await aloud.call("Clear")
      try await rig.quiet()
    }

    /// Returns the difference between the longest of these silences and the longest natural one there.
    func added(_ heard: [Range<Duration>], since start: Duration) -> Double {
      func longest(_ silences: [Range<Duration>]) -> Duration {
        silences.filter { $0.upperBound > start }.map { $0.upperBound - $0.lowerBound }.max() ?? .zero
      }
      return max(0, (longest(heard) - longest(silences)) / .milliseconds(1))
    }
  }

  /// Loses the worker in the middle of a sentence.
  private static func busyWorker(
    _ aloud: Aloud, _ passage: Passage, _ what: String, _ signal: Int32, _ limit: Double, _ report: inout Report
  ) async throws {
    let rig = aloud.rig
    var series = Series()
    for _ in 0..<rig.rounds(orElse: 8) {
      try await aloud.call("Clear")
      try await rig.quiet()
      let sound = try await firstSound(aloud, Texts.long)
      // The loss is mostly while the sentence is being made, which takes a fraction of its length.
      await pause(.milliseconds(Int(rig.number(in: 0..<300))))
      let lost = sound.duration(to: Core.loop.now)
      try await lose(aloud, signal)
      await pause(Passage.length)
      let heard = rig.listener.silences(from: sound, to: sound.advanced(by: Passage.length), of: .milliseconds(5))
      series.add(passage.added(heard, since: lost))
    }
    try await aloud.call("Clear")
    report.add(Row(what: what, who: "aloud", unit: "ms", series: series, goal: .atMost(limit)))
  }

  // MARK: The sound server

  private static func server(_ aloud: Aloud, _ report: inout Report) async throws {
    let rig = aloud.rig
    let text = Texts.text(Texts.sentences(words: 24))
    let places = Texts.places(in: text)
    var (sound, lost, repeated) = (Series(), Series(), Series())
    // The graph is kept running, so that no sound is missed.
    try await rig.listen(running: Rig.quantum)
    for _ in 0..<rig.rounds(orElse: 5) {
      try await aloud.call("Clear")
      let heard = try await Announcements(of: aloud)
      try await aloud.speak(text)
      try await heard.wait(forWords: Int(rig.number(in: 4..<14)))
      try await rig.desktop.order(.kill(.pipewire))
      try await eventually("it is missed") { try await aloud.pauseReason() == "server-lost" }
      let cut = heard.places.count
      let start = Core.loop.now
      try await rig.desktop.order(.start(.pipewire))
      if let instant = await rig.listener.firstSound(after: start, within: .seconds(10)) {
        sound.add(instant.milliseconds(since: start))
      }
      try await heard.waitForEnd()
      lost.add(Double(Set(places).subtracting(heard.places).count))
      // The word that was cut off is heard again from its start.
      let again = heard.places.dropFirst(cut).prefix { $0 < heard.places[cut - 1] }
      repeated.add(Double(again.count))
    }
    try await rig.listen()
    let what = "PipeWire killed and started"
    report.add(Row(what: "\(what): start → sound", who: "aloud", unit: "ms", series: sound, goal: .atMost(1000)))
    report.add(Row(what: "\(what): words lost", who: "aloud", unit: "", series: lost, goal: .neverAbove(0)))
    report.add(
      Row(what: "\(what): words repeated", who: "aloud", unit: "", series: repeated, goal: .neverAbove(0)))
  }

  // MARK: The service

  /// Kills the service and starts it again like systemd does (`RestartSec=100ms`).
  private static func service(_ aloud: Aloud, _ report: inout Report) async throws {
    let rig = aloud.rig
    let text = Texts.text(Texts.sentences(words: 200))
    let places = Texts.places(in: text)
    var (ready, distance) = (Series(), Series())
    var owned = Core.loop.now
    let watch = rig.bus.watchOwner(of: Aloud.name) { _, new in if new != nil { owned = Core.loop.now } }
    defer { withExtendedLifetime(watch) {} }
    for _ in 0..<rig.rounds(orElse: 5) {
      try await aloud.call("Clear")
      let heard = try await Announcements(of: aloud)
      try await aloud.speak(text)
      try await heard.wait(forWords: Int(rig.number(in: 3..<20)))
      await pause(.milliseconds(Int(rig.number(in: 0..<400))))
      let running = try await rig.processID(of: Aloud.name)
      let killed = Core.loop.now
      kill(running, SIGKILL)
      await pause(.milliseconds(100))
      let process = try rig.start([Project.program("aloudd")])
      try await rig.desktop.waitUntilOwned(Aloud.name.text, by: process)
      ready.add(owned.milliseconds(since: killed))
      guard try await aloud.get("QueueLength").asUInt32 ?? 0 > 0 else { throw BenchError("nothing came back") }
      let after = try await Announcements(of: aloud)
      try await aloud.call("Play")
      try await after.wait(forWords: 1)
      guard let last = heard.places.last.flatMap({ places.firstIndex(of: $0) }),
        let next = after.places.first.flatMap({ places.firstIndex(of: $0) })
      else { throw BenchError("the words are not those of the text") }
      distance.add(abs(Double(next - last)))
    }
    let what = "kill -9, started again after 0.1 s"
    report.add(Row(what: "\(what): ready", who: "aloud", unit: "ms", series: ready, goal: .atMost(500)))
    report.add(Row(what: "\(what): words off", who: "aloud", unit: "", series: distance, goal: .neverAbove(1)))
  }
}
