import Playback
import Testing
import Vocabulary

/// Orders of phrases as values.
@Suite(.timeLimit(.minutes(1)))
struct PhraseOrderTests {
  @Test(arguments: ShuffleMode.allCases)
  func anOrderHasEachPhraseOnceAndMakesTheSameAgain(mode: ShuffleMode) throws {
    for count in [0, 1, 2, 3, 40] {
      for seed in 0..<40 {
        let first = seed % 3 == 0 || count == 0 ? nil : seed % count
        let order = PhraseOrder(mode, seed: UInt64(seed), first: first)
        let indices = order.indices(of: count)
        #expect(indices.sorted() == Array(0..<count))
        #expect(PhraseOrder(text: order.text)?.indices(of: count) == indices)
        switch (mode, first) {
        case (.off, _): #expect(indices == Array(0..<count))
        case (.questionChoices, let first?): #expect(indices[0] == 0 && indices[first == 0 ? 0 : 1] == first)
        case (.questionChoices, nil): #expect(count == 0 || indices[0] == 0)
        case (.once, let first?), (.eachLap, let first?): #expect(indices[0] == first)
        case (.once, nil), (.eachLap, nil): break
        }
        let next = order.next(of: count)
        #expect(next.indices(of: count).sorted() == Array(0..<count))
        if count == 40 { #expect((next.indices(of: count) == indices) == (mode == .off || mode == .once)) }
      }
    }
  }

  @Test func textsThatAreNoOrderAreNone() {
    for text in ["", "once", "once x 3", "twice 4 3", "once 4 3 2"] { #expect(PhraseOrder(text: text) == nil) }
    #expect(PhraseOrder(text: "each-lap 4 -") == PhraseOrder(.eachLap, seed: 4, first: nil))
    // A phrase that is not there any more begins nothing.
    #expect(PhraseOrder(.once, seed: 1, first: 7).indices(of: 5).sorted() == Array(0..<5))
  }
}
