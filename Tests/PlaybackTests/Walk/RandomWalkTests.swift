import Foundation
import Testing
import Vocabulary

@testable import Playback

@Suite(.timeLimit(.minutes(5)))
struct RandomWalkTests {
  /// The number of walks; `ALOUD_WALKS` sets another one, as `make check` does.
  private static let walks = ProcessInfo.processInfo.environment["ALOUD_WALKS"].flatMap { UInt64($0) } ?? 1000

  /// Walks of 150 events, in twenty parts.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func noSequenceOfEventsBreaksAPromise_S3_10(part: UInt64) {
    for seed in part * Self.walks / 20..<(part + 1) * Self.walks / 20 {
      var walk = Walk(seed: seed)
      do {
        try walk.run(steps: 150)
        try walk.finish()
      } catch {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func aLongWalkKeepsEveryPromise_S3_10() throws {
    var walk = Walk(seed: 4711)
    try walk.run(steps: 5000)
    try walk.finish()
  }

  /// Walks of seeds that once broke a promise: a shuffle inserted new entries between a text and its interrupted track,
  /// and a document was entered a second time at the place where its reading had begun.
  @Test(arguments: [101_223, 101_359, 104_458, 108_508, 202_418, 206_229, 215_573, 219_299] as [UInt64])
  func aWalkThatOnceBrokeAPromiseKeepsIt(seed: UInt64) throws {
    var walk = Walk(seed: seed, hasDoubts: false)
    try walk.run(steps: 150)
    try walk.finish()
  }

  /// The stored state of an entry, found by a search through everything.
  private struct Kept: Equatable {
    var entry: QueueEntry?
    var place: Microseconds
    var isHeard: Bool
    var wish: Remembered.Wish?

    init(_ remembered: Remembered, _ id: TrackID) {
      entry = remembered.entries.first { $0.id == id }
      if entry?.length?.isExact != true { entry?.length = nil }
      place = remembered.places[id] ?? 0
      isHeard = remembered.heard.contains(id)
      wish = remembered.wishesAfter[id]
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func entriesNotReportedAsChangedAreUnchanged(seed: UInt64) throws {
    var walk = Walk(seed: seed)
    for _ in 0..<100 {
      let former = walk.player
      try walk.run(steps: Int(seed % 7) + 1)
      let player = walk.player
      let changed = player.changed(since: former)
      let (before, after) = (former.remembered, player.remembered)
      for id in player.ids where !changed.contains(id) {
        #expect(Kept(before, id) == Kept(after, id), "seed \(seed), step \(walk.step), \(id)")
      }
      #expect(changed.isSubset(of: player.ids))
      #expect(player.playingOrder == after.order && player.ids == after.entries.map(\.id))
      var choices = after
      (choices.entries, choices.order, choices.places, choices.heard, choices.wishesAfter) = ([], [], [:], [], [:])
      #expect(player.rememberedChoices == choices)
      // A player that differs only in estimated lengths need not be saved.
      guard player.isSame(exceptForLengths: former) else { continue }
      #expect(former.rememberedChoices == choices && before.order == after.order)
      for id in changed where id != player.current {
        #expect(player.entry(id)?.length != former.entry(id)?.length, "seed \(seed), step \(walk.step), \(id)")
      }
    }
  }

  @Test func theSameEventsOnTheSameSeedGiveTheSamePlayer() throws {
    for seed in 0..<20 as Range<UInt64> {
      var walk = Walk(seed: seed)
      try walk.run(steps: 200)
      var player = Player(seed: seed)
      let effects = walk.events.flatMap { player.handle($0.event, at: $0.moment) }
      #expect(player == walk.player)
      #expect(effects == walk.effects)
    }
  }
}
