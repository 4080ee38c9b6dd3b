import Documents
import Foundation
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Random orders of everything that a session meets.
@Suite(.timeLimit(.minutes(5)))
struct SessionWalkTests {
  /// The number of walks; `ALOUD_WALKS` sets that of all walks, as `make check` does.
  private static let walks = ProcessInfo.processInfo.environment["ALOUD_WALKS"].flatMap { UInt64($0) } ?? 1000

  /// Walks of 120 steps, in ten parts.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func noOrderOfEventsBreaksAPromise_S3_10_S4_05(part: UInt64) async {
    // A step of a session takes as long as many steps of the player alone.
    let walks = max(10, Self.walks * 3 / 50)
    for seed in part * walks / 10..<(part + 1) * walks / 10 {
      if let violation = await Self.violation(of: seed) {
        Issue.record("\(violation)")
        return
      }
    }
  }

  /// Short walks from places that a long one seldom reaches.
  @Test(arguments: SessionWalk.Opening.allCases)
  func noOpeningBreaksAPromise_S3_25(opening: SessionWalk.Opening) async {
    for seed in 0..<max(4, Self.walks / 40) {
      if let violation = await Self.violation(of: seed, beginningWith: opening) {
        Issue.record("\(violation)")
        return
      }
    }
  }

  private static func violation(
    of seed: UInt64, beginningWith opening: SessionWalk.Opening? = nil
  ) async -> SessionWalk.Violation? {
    await ManualSession.value { () -> SessionWalk.Violation? in
      let walk = SessionWalk(seed: seed)
      do throws(SessionWalk.Violation) {
        if let opening { try walk.begin(with: opening) }
        try walk.run(steps: opening == nil ? 120 : 4)
        try walk.finish()
        return nil
      } catch {
        return error
      }
    }
  }
}
