import Study
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SentencePairingTests {
  private typealias Pair = SentencePairing.Pair

  @Test func sentencesAreJoinedWhereAParagraphHasAsMany() {
    let pairing = SentencePairing([2, 1], [2, 1])
    #expect(
      pairing.pairs == [
        Pair(text: 0..<1, translation: 0..<1), Pair(text: 1..<2, translation: 1..<2),
        Pair(text: 2..<3, translation: 2..<3),
      ])
    #expect(pairing.uneven.isEmpty && pairing.alone == 0 && pairing.left == 0)
  }

  @Test func elseTheParagraphsAreAndTheRestIsTold() {
    let pairing = SentencePairing([2, 3, 1, 1], [2, 2, 1])
    #expect(pairing.pairs.map(\.text) == [0..<1, 1..<2, 2..<5, 5..<6, 6..<7])
    #expect(pairing.pairs.map(\.translation) == [0..<1, 1..<2, 2..<4, 4..<5, 5..<5])
    #expect(pairing.uneven == [1] && pairing.alone == 1 && pairing.left == 0)
    #expect(SentencePairing([1], [1, 4]).left == 1 && SentencePairing([], [3]).pairs.isEmpty)
  }

  @Test func eachSentenceHasItsPlaceOnce() {
    for seed in 0..<50 {
      let text = (0..<seed % 7).map { ($0 * 7 + seed) % 4 }
      let translation = (0..<(seed * 3) % 8).map { ($0 * 5 + seed) % 4 }
      let pairing = SentencePairing(text, translation)
      #expect(pairing.pairs.flatMap { Array($0.text) } == Array(0..<text.reduce(0, +)))
      let heard = translation.prefix(text.count).reduce(0, +)
      #expect(pairing.pairs.flatMap { Array($0.translation) } == Array(0..<heard))
    }
  }
}
