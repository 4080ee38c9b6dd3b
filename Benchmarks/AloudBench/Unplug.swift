import BusValues
import DesktopSupport
import EventLoop

/// The sound for other people after headphones are unplugged: simulated cards of the supported kinds measure it.
@Core
enum Unplug {
  /// A kind of card with headphones.
  struct Kind {
    var name: String
    /// The effect of the loss in PipeWire.
    var form: String
    /// The arguments of `fakecard`.
    var cards: [String]
    /// A part of the node and route of its headphones.
    var endpoint: String
    /// The greatest permitted sound in milliseconds. If the sink stays, the frames in the graph and the card cannot be
    /// called back: two cycles of 256 frames.
    var limit = 0.0
  }

  private static let kinds = [
    Kind(name: "analog", form: "jack", cards: ["speakers", "analog"], endpoint: "output-headphones", limit: 10.7),
    Kind(name: "usb", form: "USB", cards: ["speakers", "usb"], endpoint: "usb"),
    Kind(name: "bluetooth", form: "Bluetooth", cards: ["speakers", "bluetooth"], endpoint: "bluez"),
    Kind(name: "ucm", form: "replaced sink", cards: ["ucm"], endpoint: "Headphones__sink"),
    Kind(name: "ucm-split", form: "abandoned sink", cards: ["speakers", "ucm-split"], endpoint: "Headphones__sink"),
  ]
  /// The time to listen after an unplug: longer than a session manager needs to move the stream.
  static let window = Duration.milliseconds(500)
  private static let what = "Heard aloud within 0.5 s of an unplug"

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    // The state from other parts does not concern the cards.
    let aloud = Aloud(rig: rig)
    try await aloud.call("Clear")
    var unnoticed = Series()
    try await rig.withoutSink {
      for kind in kinds {
        try await attempt(kind.form, aloud, &report) { try await pull(kind, aloud, &unnoticed, &$0) }
      }
      report.add(
        Row(what: "Unplugs that did not pause", who: "aloud", unit: "", series: unnoticed, goal: .neverAbove(0)))
      try await LookAlikes.measure(aloud, &report)
    }
  }

  private static func pull(
    _ kind: Kind, _ aloud: Aloud, _ unnoticed: inout Series, _ report: inout Report
  ) async throws {
    let rig = aloud.rig
    let rounds = rig.rounds(orElse: 8)
    try await with(kind.cards, rig) { cards in
      if let file = try await rig.recording(Texts.text(Texts.sentences(words: 400)), name: "speech"),
        let command = MPV.command(file, mpris: false)
      {
        let process = try rig.start(command + ["--loop-file=inf"])
        let series = try await pull(kind, cards, rig, rounds: min(rounds, 4))
        report.add(Row(what: "\(what), \(kind.form)", who: "mpv", unit: "ms", series: series))
        _ = try await process.end()
      }
      if kind.limit > 0 { try await floor(kind, cards, rig, rounds: rounds, &report) }
      try await aloud.speak(Texts.text(Texts.sentences(words: 8000)))
      for isLoaded in [false, true] {
        let series = try await loaded(isLoaded, rig) {
          try await pull(kind, cards, rig, rounds: rounds) {
            try await aloud.call("Play")
          } after: {
            unnoticed.add(try await aloud.pauseReason() == "route-lost" ? 0 : 1)
          }
        }
        report.add(row(kind, "aloud", isLoaded, series))
      }
      try await aloud.call("Clear")
    }
  }

  /// Measures a bare client in C: the least that any client can reach.
  private static func floor(
    _ kind: Kind, _ cards: FakeCards, _ rig: Rig, rounds: Int, _ report: inout Report
  ) async throws {
    guard let program = try await rig.compile("bare-jack", ["$(pkg-config --cflags --libs libpipewire-0.3)"]) else {
      return
    }
    // It stops when the loss is reported, or at the earlier notice that some route has changed.
    for (who, arguments) in [("bare C client", []), ("bare C client, at the notice", ["notice"])] {
      let client = try rig.start([program] + arguments, keepsInputOpen: true)
      try await client.waitForOutput(containing: "ready")
      for isLoaded in [false, true] {
        let series = try await loaded(isLoaded, rig) {
          try await pull(kind, cards, rig, rounds: rounds) { client.write("r") }
        }
        report.add(row(kind, who, isLoaded, series))
      }
      _ = try await client.end()
    }
  }

  private static func row(_ kind: Kind, _ who: String, _ isLoaded: Bool, _ series: Series) -> Row {
    Row(
      what: "\(what), \(kind.form)", who: isLoaded ? "\(who), under load" : who, unit: "ms", series: series,
      goal: .neverAbove(kind.limit))
  }

  /// Measures with a busy loop for each of two processors, or without.
  private static func loaded(_ isLoaded: Bool, _ rig: Rig, _ body: () async throws -> Series) async throws -> Series {
    let loops = isLoaded ? try ["1", "2"].map { try rig.start(["sh", "-c", "while :; do :; done", $0]) } : []
    let series = try await body()
    for loop in loops { _ = try await loop.end() }
    return series
  }

  /// Makes one measurement; if it breaks off, the others can still be made.
  static func attempt(
    _ what: String, _ aloud: Aloud, _ report: inout Report, _ body: @Core (inout Report) async throws -> Void
  ) async throws {
    do {
      try await body(&report)
    } catch let error as CancellationError {
      throw error
    } catch {
      report.breakOff("\(what): \(error)")
      await aloud.rig.endProcesses()
      try await aloud.call("Clear")
    }
  }

  private static func pull(
    _ kind: Kind, _ cards: FakeCards, _ rig: Rig, rounds: Int, play: () async throws -> Void = {},
    after: () async throws -> Void = {}
  ) async throws -> Series {
    var series = Series()
    for _ in 0..<rounds {
      try await play()
      try await hear(kind.endpoint, cards)
      await rig.stagger()
      try await cards("\(kind.name) unplug")
      await pause(window)
      series.add(try await cards.heardAloud())
      try await after()
      try await cards("\(kind.name) plug")
    }
    return series
  }

  /// Waits until the sound comes from this endpoint, and from no other.
  static func hear(_ endpoint: String, _ cards: FakeCards) async throws {
    try await eventually("\(endpoint) is heard") { try await isHeard(endpoint, cards) }
  }

  static func isHeard(_ endpoint: String, _ cards: FakeCards) async throws -> Bool {
    let audible = try await cards.report().values.filter(\.isAudible)
    return !audible.isEmpty && audible.allSatisfy { "\($0.node) \($0.route)".contains(endpoint) }
  }

  /// Plugs cards in for `body`.
  static func with(_ cards: [String], _ rig: Rig, _ body: (FakeCards) async throws -> Void) async throws {
    let cards = try await FakeCards.plugIn(cards, in: rig.desktop)
    var failure: (any Error)?
    do { try await body(cards) } catch { failure = error }
    try await cards.end()
    if let failure { throw failure }
  }
}
