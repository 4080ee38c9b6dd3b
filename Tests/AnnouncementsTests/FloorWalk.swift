import Vocabulary

@testable import Announcements

/// A random walk over a volume floor.
struct FloorWalk {
  private(set) var stage = FloorStage()
  private var random: LaneWalk.Random
  /// The volumes that the listener gave each sink.
  private var wishes: [String: Set<CubicLevel>] = ["speakers": [0.1]]
  private(set) var log: [String] = []

  init(seed: UInt64) {
    random = LaneWalk.Random(state: seed)
    stage.add("headset", volume: 0.2)
    wishes["headset"] = [0.2]
    // Shorter than the time after which a value near the ordered one is taken for a rounded one.
    stage.delay = .milliseconds([0, 1, 20, 250].randomElement(using: &random) ?? 0)
    stage.connectDelay = .milliseconds([0, 5, 80, 700, 1500].randomElement(using: &random) ?? 0)
    stage.isReaderOpen = Bool.random(using: &random)
  }

  /// The first broken promise.
  var problem: String? {
    if let broken = stage.broken { return broken }
    return stage.sinks.values.first { sink in
      wishes[sink.sink]?.contains { abs($0.value - sink.volume.value) < 0.005 } != true
    }.map { "\($0) was never set by the listener, who set \(wishes)" }
  }

  mutating func run(steps: Int) {
    for _ in 0..<steps where stage.broken == nil {
      step()
      stage.pass(.milliseconds([0, 0, 2, 40, 400, 3000, 3_600_000].randomElement(using: &random) ?? 0))
    }
    stage.mute(false)
    stage.end()
    for name in stage.gone.keys.sorted() { stage.bringBack(name) }
    stage.rest()
    // A change that nobody could see is seen at the next announcement.
    if !stage.kept.isEmpty {
      stage.begin()
      stage.end()
      stage.rest()
    }
    stage.isReaderOpen = true
    stage.noteSinks()
    stage.rest()
    log.append("\(stage.sinks.values)")
  }

  private mutating func step() {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<6: note("begin") { $0.send(.began) }
    case 6..<11: note("end") { $0.end() }
    case 11: note("end at once") { $0.end(atOnce: true) }
    case 12..<15: turn()
    case 15: note("mute") { $0.mute(true) }
    case 16: note("unmute") { $0.mute(false) }
    case 20: note("headset is gone") { $0.remove("headset") }
    case 21: note("headset is back") { $0.bringBack("headset") }
    case 22: note("reading opens or closes") { $0.isReaderOpen.toggle() }
    case 17: note("headset") { if $0.sinks["headset"] != nil { $0.go(to: "headset") } }
    case 18: note("speakers") { $0.go(to: "speakers") }
    default:
      // Orders on their way would be lost with a real server, too; what they did not change is the listener's.
      stage.rest()
      note("kill") { $0.kill() }
    }
  }

  private mutating func turn() {
    guard let name = stage.current else { return }
    let volume = CubicLevel(Double(Int.random(in: 0...100, using: &random)) / 100)
    wishes[name]?.insert(volume)
    note("turn \(name) to \(volume)") { $0.turn(volume) }
  }

  private mutating func note(_ text: String, _ body: (inout FloorStage) -> Void) {
    log.append("\(stage.now): \(text)")
    body(&stage)
  }
}
