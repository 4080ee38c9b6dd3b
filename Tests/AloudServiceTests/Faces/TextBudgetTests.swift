import BusValues
import Playback
import Testing
import Vocabulary

@testable import AloudService

/// The amount of text that the queue accepts, from one program and from all.
@Suite(.timeLimit(.minutes(1)))
struct TextBudgetTests {
  private static let one: BusName = ":1.1"
  private static let other: BusName = ":1.2"

  /// Queues a text; false if it is refused.
  private func queue(_ bytes: Int, _ track: UInt64, of client: BusName, _ budget: inout TextBudget) throws {
    try budget.reserve(bytes, for: client)
    budget.release(bytes, of: client)
    budget.add(TrackID(track), of: client, bytes: bytes)
  }

  @Test func oneProgramCannotFillTheQueueForTheOthers() throws {
    var budget = TextBudget(each: 10, all: 15)
    try queue(6, 1, of: Self.one, &budget)
    try queue(4, 2, of: Self.one, &budget)
    #expect(throws: TextBudget.Refusal.full) { try queue(1, 3, of: Self.one, &budget) }
    try queue(5, 4, of: Self.other, &budget)
    #expect(throws: TextBudget.Refusal.full) { try queue(1, 5, of: Self.other, &budget) }
    budget.forget(TrackID(1))
    try queue(5, 6, of: Self.other, &budget)
    #expect(budget.count == 3)
  }

  @Test func anIncomingTextCountsToo() throws {
    var budget = TextBudget(each: 10, all: 100)
    try budget.reserve(6, for: Self.one)
    #expect(throws: TextBudget.Refusal.full) { try budget.reserve(6, for: Self.one) }
    budget.release(6, of: Self.one)
    try budget.reserve(6, for: Self.one)
  }

  @Test func aTextThatNoQueueCouldHoldIsNamedSo() {
    var budget = TextBudget(each: 10, all: 100)
    #expect(throws: TextBudget.Refusal.tooLarge) { try budget.reserve(11, for: Self.one) }
  }

  @Test func aPipeThatIsReadOnAndOnEndsAtTheLimit() throws {
    var budget = TextBudget(each: 10, all: 15)
    try queue(0, 1, of: Self.one, &budget)
    budget.add(TrackID(2), of: nil, bytes: 8)
    #expect(budget.grow(TrackID(1), to: 7) == true)
    #expect(budget.grow(TrackID(1), to: 3) == true)
    #expect(budget.grow(TrackID(1), to: 8) == false)
    budget.forget(TrackID(2))
    #expect(budget.grow(TrackID(1), to: 10) == true)
    #expect(budget.grow(TrackID(1), to: 11) == false)
    // The size is unknown until the text is in the queue.
    #expect(budget.grow(TrackID(9), to: 1 << 40) == true)
  }

  @Test func textsOfAnEarlierRunTakeRoomButNoShare() throws {
    var budget = TextBudget(each: 10, all: 15)
    budget.add(TrackID(1), of: nil, bytes: 12)
    budget.add(TrackID(1), of: Self.one, bytes: 12)
    #expect(throws: TextBudget.Refusal.full) { try queue(4, 2, of: Self.one, &budget) }
    try queue(3, 3, of: Self.one, &budget)
  }

  /// It had room when it was queued: nothing that came since may take its end away.
  @Test func aTextOfAnEarlierRunIsReadWhateverHasComeSince() throws {
    var budget = TextBudget(each: 10, all: 15)
    budget.add(TrackID(1), of: nil, bytes: 2)
    budget.add(TrackID(2), of: nil, bytes: 0)
    try queue(10, 3, of: Self.one, &budget)
    #expect(budget.grow(TrackID(1), to: 9) == true)
    #expect(throws: TextBudget.Refusal.full) { try queue(1, 4, of: Self.other, &budget) }
    // All of them together, and each of them, are limited as before.
    #expect(budget.grow(TrackID(1), to: 11) == false)
    #expect(budget.grow(TrackID(2), to: 7) == false)
    #expect(budget.grow(TrackID(2), to: 6) == true)
    budget.forget(TrackID(1))
    #expect(budget.grow(TrackID(2), to: 10) == true)
  }
}
