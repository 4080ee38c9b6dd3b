import Testing

@testable import AloudClient

@Suite(.timeLimit(.minutes(1)))
struct RateStepTests {
  @Test func theSpeedChangesToTheNextRoundOne() {
    let up = [1.83, 1.9, 1.0, 0.25, 1.149].map { RateStep.up($0) }
    let down = [1.83, 1.9, 1.0, 0.25, 1.149].map { RateStep.down($0) }
    #expect(up == [1.9, 2.0, 1.1, 0.3, 1.2] && down == [1.8, 1.8, 0.9, 0.2, 1.1])
  }
}
