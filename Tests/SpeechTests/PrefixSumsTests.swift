import DesktopSupport
import Testing

@testable import Speech

@Suite(.timeLimit(.minutes(5)))
struct PrefixSumsTests {
  @Test(arguments: 0..<50)
  func sumsAgreeWithAddingUp(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var sums = PrefixSums()
    var values: [Int64] = []
    for _ in 0..<200 {
      if values.isEmpty || Bool.random(using: &generator) {
        let value = Int64.random(in: 0...1000, using: &generator)
        values.append(value)
        sums.append(value)
      } else {
        let index = values.indices.randomElement(using: &generator)!
        let delta = Int64.random(in: -values[index]...1000, using: &generator)
        values[index] += delta
        sums.add(delta, at: index)
      }
      #expect(sums.count == values.count)
      let count = Int.random(in: 0...values.count, using: &generator)
      #expect(sums.sum(ofFirst: count) == values.prefix(count).reduce(0, +))
    }
  }

  @Test(arguments: 0..<50)
  func theLargestPrefixIsTheOneThatCountingFinds(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var a = PrefixSums()
    var b = PrefixSums()
    var both: [Int64] = [0]
    for _ in 0..<Int.random(in: 0...70, using: &generator) {
      let values = (Int64.random(in: 0...3, using: &generator), Int64.random(in: 0...3, using: &generator))
      a.append(values.0)
      b.append(values.1)
      both.append(both.last! + values.0 + 2 * values.1)
    }
    for limit in 0...both.last! + 1 {
      let found = PrefixSums.largestPrefix(a, b) { $0 + 2 * $1 <= limit }
      #expect(found.count == both.lastIndex { $0 <= limit })
      #expect(found.a == a.sum(ofFirst: found.count))
      #expect(found.b == b.sum(ofFirst: found.count))
    }
  }
}
