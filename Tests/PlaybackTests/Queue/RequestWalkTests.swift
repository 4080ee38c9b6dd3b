import Testing
import Vocabulary

@testable import Playback

/// Requests of every kind in any order, with pauses and continuations: a second count of the expected utterances.
@Suite(.timeLimit(.minutes(2)))
struct RequestWalkTests {
  private struct World {
    var stage: Stage
    var random: SplitMix64
    var next: UInt64 = 1
    /// Pending spoken texts in the order of requests, since another order was last requested.
    var inTurn: [UInt64] = []
    var asked: Set<UInt64> = []
    var started: Set<UInt64> = []
    /// The places of interrupted tracks, and whether they are paused.
    var putOff: [UInt64: (place: Microseconds, isPaused: Bool)] = [:]

    init(seed: UInt64) {
      stage = Stage(seed: seed)
      random = SplitMix64(state: seed &* 7919 &+ 1)
    }

    mutating func take() -> UInt64 {
      defer { next += 1 }
      asked.insert(next)
      return next
    }

    mutating func note(_ effects: [Player.Effect]) {
      for case .announce(.started, let id) in effects { started.insert(id.number) }
    }

    /// The listener hears the beginning of the current entry.
    mutating func hear() { note(stage.hear()) }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func everyAcceptedRequestIsHeard_X1_S0_10(seed: UInt64) {
    var world = World(seed: seed)
    for step in 0..<60 {
      if let message = turn(&world) {
        Issue.record("seed \(seed), step \(step): \(message)")
        return
      }
    }
    // A listener who presses Play at each silence hears all of it.
    var turns = 0
    while world.stage.player.current != nil, turns < 2000 {
      turns += 1
      if world.stage.player.status != .playing { _ = world.stage.handle(.play) }
      world.hear()
      world.note(world.stage.end())
    }
    #expect(world.started == world.asked, "seed \(seed): \(world.asked.subtracting(world.started)) was never heard")
  }

  private func turn(_ world: inout World) -> String? {
    let before = world.stage.player
    let heard = Microseconds(.random(in: 1...1000, using: &world.random))
    func putOff() {
      guard let current = before.current, before.readiness != .closed else { return }
      world.putOff[current.number] = (heard, before.status == .paused)
    }
    switch Int.random(in: 0..<12, using: &world.random) {
    case 0..<4:
      let number = world.take()
      let isBehind = before.status == .playing && before.current.map { before.queue.isSaid($0) } ?? false
      world.note(world.stage.say(number...number, heard: heard))
      if world.stage.player.status != .playing { return "what is said is not heard, nor will be" }
      if isBehind {
        if world.stage.player.current != before.current { return "a said text was interrupted by another" }
      } else {
        if world.stage.current != number { return "what is said does not begin" }
        putOff()
        world.inTurn = []
      }
      world.inTurn.append(number)
    case 4:
      let numbers = (0..<Int.random(in: 1...3, using: &world.random)).map { _ in world.take() }
      world.note(world.stage.read(numbers.first!...numbers.last!, heard: heard))
      if world.stage.current != numbers.first! || world.stage.player.status != .playing { return "it does not begin" }
      putOff()
      world.inTurn = []
    case 5:
      let number = world.take()
      world.note(world.stage.handle(.add([Stage.entry(number)], .last, playing: true, heard: heard)))
    case 6: world.note(world.stage.handle(.pause(.user)))
    case 7: world.note(world.stage.handle(.play))
    case 8..<10: world.hear()
    default:
      guard before.status == .playing, let current = before.current else { return nil }
      world.hear()
      let effects = world.stage.end()
      world.note(effects)
      world.putOff[current.number] = nil
      if let first = world.inTurn.first, before.queue.isSaid(current) {
        if first == current.number { world.inTurn.removeFirst() }
      }
      guard let place = effects.opened.first else { break }
      if let known = world.putOff.removeValue(forKey: place.id.number) {
        if known.place != place.position { return "it goes on at \(place.position), and was left at \(known.place)" }
        if known.isPaused != (world.stage.player.status == .paused) { return "it was paused: \(known.isPaused)" }
      } else if world.stage.player.status != .playing {
        return "what nobody paused is silent"
      }
      if let first = world.inTurn.first, first != place.id.number,
        place.id.number > first || !before.queue.isSaid(place.id)
      {
        return "\(first) had its turn"
      }
    }
    return world.stage.player.brokenInvariant(at: world.stage.now)
  }
}
