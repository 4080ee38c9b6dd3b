import Foundation
import Testing

@testable import Announcements

@Suite(.timeLimit(.minutes(5)))
struct FloorWalkTests {
  /// The number of walks; `ALOUD_WALKS` sets another one, as `make check` does.
  private static let walks = ProcessInfo.processInfo.environment["ALOUD_WALKS"].flatMap { UInt64($0) } ?? 1000

  /// Walks over announcements, knobs, mutes, sinks that go and come back, outputs that are open or not, and kills.
  /// Nothing muted is raised, nothing goes above the cap, nothing is lowered, nothing is spoken below the floor, and no
  /// level of before decides (``FloorStage``). At the end each sink has a volume that the listener gave it.
  @Test func hisVolumeIsNeverLost_S1_09_S1_26() {
    for seed in 0..<Self.walks {
      var walk = FloorWalk(seed: seed)
      walk.run(steps: 60)
      guard walk.problem == nil else {
        Issue.record("seed \(seed): \(walk.problem ?? "") after \(walk.log.suffix(12))")
        return
      }
    }
  }
}
