import EventLoop
import Testing

@testable import Workers

/// The limit of losses after which an engine is given up.
@Suite(.timeLimit(.minutes(1)))
struct LossCountTests {
  private func verdicts(_ seconds: [Int64]) -> [Bool] {
    var losses = LossCount()
    return seconds.map { losses.count(at: Instant(nanoseconds: $0 * 1_000_000_000)) }
  }

  @Test func threeWithinAMinuteAreTooMany() {
    #expect(verdicts([100, 100, 100]) == [false, false, true])
    #expect(verdicts([100, 130, 159]) == [false, false, true])
  }

  @Test func threeInALongerTimeAreNot() {
    #expect(verdicts([100, 130, 160, 190, 220]) == [false, false, false, false, false])
  }

  @Test func anAnswerBetweenThemForgetsThem() {
    var losses = LossCount()
    for second in 0..<20 {
      #expect(losses.count(at: Instant(nanoseconds: Int64(second))) == false)
      #expect(losses.count(at: Instant(nanoseconds: Int64(second))) == false)
      losses.forget()
    }
  }
}
