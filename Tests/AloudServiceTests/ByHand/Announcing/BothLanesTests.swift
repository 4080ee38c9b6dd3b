import Foundation
import Testing

@testable import AloudService

/// The reading and the announcements, with every order of silence in every order.
@Suite(.timeLimit(.minutes(10)))
struct BothLanesTests {
  /// The number of walks in each part; `ALOUD_WALKS` sets another one, as `make check` does.
  private static let walks =
    (ProcessInfo.processInfo.environment["ALOUD_WALKS"].flatMap { UInt64($0) } ?? 1000) / 125

  /// No word is heard after silence was ordered, none of the reading is lost, nothing is reported as heard that was
  /// not, each announcement has one end, and both are never heard at once.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func noWordIsHeardAfterSilenceWasOrderedAndNoneIsLost(part: UInt64) async {
    await ManualService.play { _ in
      for seed in part * Self.walks..<(part + 1) * Self.walks {
        let walk = BothLanesWalk(ManualService(), seed: seed)
        walk.run(steps: 40)
        if let broken = walk.broken {
          Issue.record("seed \(seed): \(broken) after\n\(walk.log.suffix(25).joined(separator: "\n"))")
          return
        }
      }
    }
  }
}
