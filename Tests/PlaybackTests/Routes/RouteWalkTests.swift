import Testing

@testable import Playback

/// Random walks of servers, cards and a listener over the watch.
@Suite(.timeLimit(.minutes(3)))
struct RouteWalkTests {
  private struct Violation: Error, CustomStringConvertible {
    var description: String
  }

  private static let endpoints = [
    Cards.laptopSink(0), Cards.laptopSink(1), Cards.usbSink, Cards.musicSink, Cards.callSink, Cards.speakerSink,
    Cards.monitorSink, Cards.nullSink, Cards.ucmHeadphones, Cards.ucmSpeaker,
  ]

  private static func event(_ random: inout SplitMix64) -> RouteWatch.Event {
    let endpoint = endpoints.randomElement(using: &random)!
    let chance = Bool.random(using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return .wanted(Int.random(in: 0..<4, using: &random) > 0)
    case 1..<5: return .linked(endpoint)
    case 5: return .described(endpoint.device ?? Cards.usb)
    case 6..<8: return Cards.laptopRoutes(headphones: chance, active: Int.random(in: 0...1, using: &random))
    case 8 where endpoint.isPrivate: return .routesChanged(of: endpoint.device?.serial ?? 0)
    case 8: return Cards.ucmRoutes(headphones: chance, active: chance ? [1: 1] : [2: 2])
    case 9..<11: return .sinkRemoved(endpoint.sink)
    case 11: return .deviceRemoved(endpoint.device?.serial ?? 0)
    case 12: return .settled
    case 13: return chance ? .serverLost : .serverReturned
    case 14: return .elapsed(RouteWatch.Timer.allCases.randomElement(using: &random)!)
    default: return Int.random(in: 0..<20, using: &random) == 0 ? .closed : .settled
    }
  }

  /// The invariants after each event.
  private static func check(_ event: RouteWatch.Event, _ before: RouteWatchStage, _ after: RouteWatchStage) -> String? {
    let news = after.decisions.dropFirst(before.decisions.count)
    let wasPrivate = before.watch.endpoint?.isPrivate == true
    let isSilenced = news.contains { decision in
      if case .lost = decision { true } else { decision == .hold }
    }
    if isSilenced, !wasPrivate { return "silence for something that is not private" }
    if isSilenced, !before.watch.isWanted, !before.isHeld { return "silence where nothing was wanted" }
    if news.count(where: { $0 == .hold || $0 == .release }) > 1 { return "to and fro in one turn" }
    if news.contains(.hold), before.isHeld { return "held twice" }
    if news.contains(.release), !before.isHeld { return "released without a hold" }
    if after.isHeld != after.watch.isHolding { return "the hold is another than the watch's" }
    if after.isHeld, after.timers.isDisjoint(with: [.decision, .serverReturn]), !after.watch.isServerAway {
      return "a hold that nothing ends"
    }
    if !after.isHeld, after.timers.contains(.decision) { return "a timer for nothing" }
    if case .elapsed(.decision) = event, before.timers.contains(.decision), after.isHeld { return "a hold too long" }
    var twice = after
    twice.take(event)
    if case .elapsed = event { return nil }
    let again = twice.decisions.dropFirst(after.decisions.count).filter { $0 != .inquire && $0 != .start(.unrest) }
    return twice.watch == after.watch && again.isEmpty ? nil : "a second time it does something again: \(again)"
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func noSequenceOfEventsBreaksAPromise_S0_16(batch: UInt64) throws {
    for seed in batch * 100..<batch * 100 + 100 {
      var random = SplitMix64(state: seed)
      var stage = RouteWatchStage(at: Self.endpoints.randomElement(using: &random)!)
      for step in 0..<200 {
        let event = Self.event(&random)
        let before = stage
        // A timer that is not running does not fire.
        if case .elapsed(let timer) = event, !stage.timers.contains(timer) { continue }
        stage.take(event)
        if let message = Self.check(event, before, stage) {
          throw Violation(description: "seed \(seed), step \(step), \(event): \(message)\n\(before.watch)")
        }
      }
    }
  }
}
