import BusValues
import DesktopSupport
import EventLoop

/// The time from Pause, Play and a seek to their audible effect.
@Core
enum Control {
  /// The silence before the speech: a seek from the silence to the speech is audible when it takes effect.
  static let silence = 30.0

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let sentences = Texts.sentences(words: 400)
    let text = Texts.text(sentences)
    if let file = try await rig.recording(text, name: "article", silence: silence),
      let command = MPV.command(file, mpris: true)
    {
      let process = try rig.start(command)
      try await rig.desktop.waitUntilOwned(MPV.name.text, by: process)
      let player = MPRISPlayer(rig: rig, name: MPV.name)
      try await pausing(player, "mpv, MPRIS", &report, hasGoal: false)
      try await seeking(
        player, "mpv, MPRIS", "Seek → sound, article", in: silence + 2..<silence + 90, &report, hasGoal: false)
      _ = try await process.end()
    }
    for kind in BareService.Kind.allCases { try await bareSeeking(rig, kind, sentences, &report) }
    let aloud = Aloud(rig: rig)
    try await aloud.warm()
    try await aloud.speak(text, ["leading-delay": .int64(Int64(silence * 1e6))])
    try await eventually("the article is measured", within: .seconds(60)) {
      try await aloud.get("LengthExact").asBool == true
    }
    let player = MPRISPlayer.aloud(rig)
    try await pausing(player, "aloud, MPRIS", &report, hasGoal: true)
    try await seeking(
      player, "aloud, MPRIS", "Seek → sound, article", in: silence + 2..<silence + 90, &report, hasGoal: true)
    // The second measurement is in a graph that already works in small steps.
    try await rig.listen(running: 256)
    try await pausing(player, "aloud, graph at 256", &report, hasGoal: false, limit: 10, running: 256)
    try await seeking(
      player, "aloud, graph at 256", "Seek → sound, article", in: silence + 2..<silence + 90, &report, hasGoal: false,
      limit: 10)
    try await rig.listen()
    try await aloud.call("Clear")
    try await rig.quiet()
  }

  /// - Parameter running: the value for ``Rig/listen(running:)``, for Play. Pause is always measured in a running
  ///   graph: a graph that stands still does not pass its last cycle to the monitor.
  private static func pausing(
    _ player: MPRISPlayer, _ who: String, _ report: inout Report, hasGoal: Bool, limit: Double? = nil,
    running: Int? = nil
  ) async throws {
    let rig = player.rig
    let begin = Core.loop.now
    try await player.setPosition(Self.silence + 5)
    _ = await rig.listener.firstSound(after: begin)
    try await rig.listen(running: running ?? Rig.quantum)
    var silence = Series()
    for _ in 0..<2 * rig.rounds where silence.count < rig.rounds {
      await pause(.milliseconds(Int(rig.number(in: 120..<260))))
      let paused = Core.loop.now
      try await player.call("Pause")
      let silent = await rig.listener.silence(after: paused)
      // Only an interrupted sound counts.
      if let silent, silent > paused, rig.listener.wasLoud(before: paused, within: .milliseconds(15)) {
        silence.add(silent.milliseconds(since: paused))
      }
      try await player.call("Play")
    }
    report.add(Row(what: "Pause → silence", who: who, unit: "ms", series: silence, goal: goal(hasGoal, limit)))

    try await rig.listen(running: running)
    var sound = Series()
    for _ in 0..<rig.rounds {
      try await player.call("Pause")
      try await rig.quiet()
      await rig.stagger()
      let played = Core.loop.now
      try await player.call("Play")
      if let heard = await rig.listener.firstSound(after: played) { sound.add(heard.milliseconds(since: played)) }
      await pause(.milliseconds(Int(rig.number(in: 120..<260))))
    }
    report.add(Row(what: "Play → sound", who: who, unit: "ms", series: sound, goal: goal(hasGoal, limit)))
  }

  /// Measures seeks from the silence to places with sound.
  ///
  /// - Parameter silent: a place in the silence, in seconds.
  static func seeking(
    _ player: MPRISPlayer, _ who: String, _ what: String, from silent: Double = 1, in range: Range<Double>,
    _ report: inout Report, hasGoal: Bool, limit: Double? = nil, rounds: Int? = nil
  ) async throws {
    let rig = player.rig
    var series = Series()
    for _ in 0..<(rounds ?? rig.rounds) {
      try await player.setPosition(silent)
      try await rig.quiet()
      await rig.stagger()
      let start = Core.loop.now
      try await player.setPosition(rig.number(in: range))
      if let heard = await rig.listener.firstSound(after: start) { series.add(heard.milliseconds(since: start)) }
    }
    report.add(
      Row(
        what: what, who: who, unit: "ms", series: series,
        goal: goal(hasGoal, limit)))
  }

  /// Measures the least that a seek within a sentence takes: a service in C whose stream runs speaks the sentence from
  /// its beginning and leaves out what is before the place.
  private static func bareSeeking(
    _ rig: Rig, _ kind: BareService.Kind, _ sentences: [String], _ report: inout Report
  ) async throws {
    guard let service = try await BareService.start(rig, kind) else { return }
    var series = Series()
    for _ in 0..<rig.rounds {
      let sentence = sentences[Int(rig.number(in: 0..<Double(sentences.count)))]
      let place = rig.number(in: 0..<Texts.shortestLength(of: sentence))
      await rig.stagger()
      let start = Core.loop.now
      try await service.speak(sentence, from: place * 1000)
      if let heard = await rig.listener.firstSound(after: start) { series.add(heard.milliseconds(since: start)) }
      try await service.call("Clear")
      try await rig.quiet()
    }
    report.add(Row(what: "Seek → sound, article", who: kind.rawValue, unit: "ms", series: series))
    _ = try await service.process.end()
  }

  private static func goal(_ hasPeer: Bool, _ limit: Double?) -> Row.Goal {
    if let limit { return .atMost(limit) }
    return hasPeer ? .ratioAtMost(1, peer: "mpv, MPRIS") : .none
  }
}
