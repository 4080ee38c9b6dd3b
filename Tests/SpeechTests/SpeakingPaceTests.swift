import Speech
import Testing
import Vocabulary

@Suite struct SpeakingPaceTests {
  private func pace(_ ratios: [Double], cost: Microseconds = 45_000) -> SpeakingPace {
    var pace = SpeakingPace(cost: cost)
    for ratio in ratios { pace.note(.seconds(10) * ratio, for: 10_000_000) }
    return pace
  }

  @Test func theEnginesWordCountsUntilSomethingWasMeasured() {
    #expect(!pace([]).isMeasured && pace([]).ratio == 0.045)
    #expect(pace([3, 3]).ratio == 0.045, "two texts may be exceptions")
    #expect(pace([3, 3, 3]).ratio == 3 && pace([3, 3, 3]).isMeasured)
    #expect(abs(pace([], cost: 250_000).highestRate - 2.4) < 0.001)
    #expect(pace([], cost: 0).highestRate == .infinity)
  }

  @Test func itIsTheMedianOfTheLastTexts() {
    #expect(pace([0.1, 9, 0.1]).ratio == 0.1, "one slow text decides nothing")
    #expect(pace([Double](repeating: 0.1, count: 20) + [Double](repeating: 2, count: 5)).ratio == 2)
    var short = pace([])
    for _ in 1...9 { short.note(.seconds(3), for: 900_000) }
    #expect(!short.isMeasured)
  }

  @Test func aVoiceStaysWhileItsPaceChangesLittle() {
    var pace = pace([0.3, 0.3, 0.3])
    // In use up to a load of 0.85, and taken again up to 0.6.
    for (rate, answer) in [
      (1, true), (2, true), (3, false), (1, true), (2.5, true), (3, false), (2.5, false), (0.25, true),
    ] {
      let keepsUp = pace.keepsUp(at: rate)
      #expect(keepsUp == answer, "\(rate)")
    }
  }

  /// Whatever the order of rates, an answer agrees with the last one unless the load has crossed both limits.
  @Test func noAnswerChangesWithinTheLimits() {
    var generator = SystemRandomNumberGenerator()
    var pace = pace([0.3, 0.3, 0.3])
    var last = pace.keepsUp(at: 1)
    for _ in 1...1000 {
      let rate = Double.random(in: 1...6, using: &generator)
      let answer = pace.keepsUp(at: rate)
      if answer != last { #expect(answer ? rate * 0.3 <= 0.6 : rate * 0.3 > 0.85) }
      last = answer
    }
  }
}
