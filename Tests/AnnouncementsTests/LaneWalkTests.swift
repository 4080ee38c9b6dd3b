import Foundation
import Testing

@testable import Announcements

@Suite(.timeLimit(.minutes(5)))
struct LaneWalkTests {
  /// The number of walks; `ALOUD_WALKS` sets another one, as `make check` does.
  private static let walks = ProcessInfo.processInfo.environment["ALOUD_WALKS"].flatMap { UInt64($0) } ?? 1000

  /// Walks of 100 events, in ten parts: each announcement has exactly one end, one is spoken at a time, plain ones are
  /// heard in their order, nothing muted is heard, and the lane stays small.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func noSequenceOfEventsLosesAnAnnouncement_S1_05(part: UInt64) {
    for seed in part * Self.walks / 10..<(part + 1) * Self.walks / 10 {
      var walk = LaneWalk(seed: seed)
      do {
        try walk.run(steps: 100)
        try walk.finish()
      } catch {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func aLongWalkKeepsEveryPromise_S1_05() throws {
    var walk = LaneWalk(seed: 4711)
    try walk.run(steps: 5000)
    try walk.finish()
  }

  @Test func theSameEventsGiveTheSameLane() throws {
    for seed in 0..<20 as Range<UInt64> {
      var walk = LaneWalk(seed: seed)
      try walk.run(steps: 200)
      var lane = AnnouncementLane()
      var effects: [AnnouncementLane.Effect] = []
      for (event, moment) in walk.events {
        if case .add(let announcement) = event { lane.lastID = announcement.id.number }
        effects += lane.handle(event, at: moment)
      }
      #expect(effects == walk.effects)
      #expect(lane == walk.lane)
    }
  }
}
