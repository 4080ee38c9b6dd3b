import Playback
import Testing
import Vocabulary

@Suite("Lengths that are announced to clients", .timeLimit(.minutes(1)))
struct LengthNewsTests {
  private func estimate(_ seconds: Double) -> TrackLength {
    TrackLength(microseconds: Microseconds(Int64(seconds * 1e6)), isExact: false)
  }

  private func exact(_ seconds: Double) -> TrackLength {
    TrackLength(microseconds: Microseconds(Int64(seconds * 1e6)), isExact: true)
  }

  @Test func anEstimateIsNewsWhenTheFormerOneWasOffByAHundredthAndASecond_P4() {
    #expect(estimate(36_360).isNews(after: estimate(36_000)))
    #expect(estimate(35_640).isNews(after: estimate(36_000)))
    #expect(!estimate(36_359).isNews(after: estimate(36_000)))
    #expect(!estimate(10.9).isNews(after: estimate(10)), "less than a second")
    #expect(estimate(11).isNews(after: estimate(10)))
  }

  @Test func theExactLengthIsNewsHoweverNearTheEstimateWas() {
    #expect(exact(36_000.1).isNews(after: estimate(36_000)))
    #expect(exact(36_000).isNews(after: estimate(36_000)), "that it is exact is news")
    #expect(estimate(36_000).isNews(after: exact(36_000)))
    #expect(exact(10.000_001).isNews(after: exact(10)))
    #expect(!exact(10).isNews(after: exact(10)))
  }

  @Test func theFirstLengthIsNews() {
    #expect(estimate(1).isNews(after: nil))
    #expect(estimate(0.5).isNews(after: estimate(0)))
    #expect(!estimate(0).isNews(after: estimate(0)))
  }

  @Test func extremesDoNotTrap() {
    let edges = [Microseconds.min, -1, 0, 1, .max].map { TrackLength(microseconds: $0, isExact: false) }
    for a in edges { for b in edges { _ = a.isNews(after: b) } }
    #expect(edges[4].isNews(after: edges[3]))
  }

  /// A text that is measured sentence by sentence: clients get a few lengths, and the final one.
  @Test func aLongTextThatIsMeasuredTellsAFewTimes() {
    var told: TrackLength? = nil
    var count = 0
    for step in 0...7000 {
      let drift = 1 + 0.03 * Double(step) / 7000
      let length = step == 7000 ? exact(36_000 * drift) : estimate(36_000 * drift)
      guard length.isNews(after: told) else { continue }
      told = length
      count += 1
    }
    #expect(count == 4, "the first, two that were off by a hundredth, and the exact one: \(count)")
    #expect(told == exact(36_000 * 1.03))
  }
}
