import Testing
import Vocabulary

@testable import Reading

@Suite(.timeLimit(.minutes(1)))
struct PageTurnerTests {
  private func turner(_ starts: [UInt32], at place: UInt32? = 0) -> PageTurner {
    PageTurner(starts, unit: .scalars, layout: 1, at: place)
  }

  /// Words at 0, 4, 8 …, with three on each page.
  @Test func thePageTurnsAtItsLastWord_S3_19() {
    var turner = turner([0, 12, 24])
    let turns = stride(from: UInt32(0), to: 36, by: 4).map { turner.heard($0, next: $0 < 32 ? $0 + 4 : nil) }
    #expect(turns == [nil, nil, 1, nil, nil, 2, nil, nil, nil], "and the last page of all does not")
  }

  @Test func aJumpShowsThePageThatIsHeard() {
    var turner = turner([0, 12, 24])
    #expect(turner.heard(28, next: 32) == 2)
    #expect(turner.heard(4, next: 8) == 0)
    #expect(turner.heard(20, next: 24) == 2, "the last word of a hidden page leads to the page after it")
    #expect(turner.heard(16, next: 20) == 1, "a repeated word is shown again")
  }

  @Test func thePageTurnsWithAnUnknownNextWord() {
    var turner = turner([0, 12])
    #expect(turner.heard(8, next: nil) == nil)
    #expect(turner.heard(12, next: nil) == 1)
  }

  @Test func textBetweenPagesBelongsToTheFirstPage() {
    var turner = turner([10, 30])
    #expect(turner.heard(2, next: 20) == nil)
    #expect(turner.heard(20, next: 30) == 1)
  }

  @Test func aClientThatDoesNotKnowWhereItStandsIsTold() {
    var turner = turner([0, 12], at: nil)
    #expect(turner.heard(0, next: 4) == 0)
    #expect(turner.heard(4, next: 8) == nil)
  }
}
