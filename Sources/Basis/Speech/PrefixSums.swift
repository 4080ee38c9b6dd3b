/// A growing list of numbers that finds the sum before an index, and the index at which a sum is reached, in O(log n).
///
/// A Fenwick tree (P. Fenwick, 1994): node i (1-based) holds the sum of the `i & -i` elements that end at i.
struct PrefixSums: Equatable, Sendable {
  private var nodes = PieceList<Int64>()

  init() {}

  var count: Int { nodes.count }

  mutating func append(_ value: Int64) {
    let index = nodes.count + 1
    var sum = value
    var child = index - 1
    let stop = index - (index & -index)
    while child > stop {
      sum += nodes[child - 1]
      child -= child & -child
    }
    nodes.append(sum)
  }

  mutating func add(_ delta: Int64, at index: Int) {
    precondition((0..<nodes.count).contains(index), "index out of range")
    var node = index + 1
    while node <= nodes.count {
      nodes[node - 1] += delta
      node += node & -node
    }
  }

  /// The sum of the first `count` elements.
  func sum(ofFirst count: Int) -> Int64 {
    precondition((0...nodes.count).contains(count), "count out of range")
    var sum: Int64 = 0
    var node = count
    while node > 0 {
      sum += nodes[node - 1]
      node -= node & -node
    }
    return sum
  }

  /// Walks down the tree. The result is the largest `count` for which `fits(sum of a, sum of b)` is true for the first
  /// `count` elements of two lists of equal length. `fits` must be true for no elements and, once false, stay false.
  static func largestPrefix(
    _ a: PrefixSums, _ b: PrefixSums, where fits: (Int64, Int64) -> Bool
  ) -> (count: Int, a: Int64, b: Int64) {
    precondition(a.count == b.count, "lists of different lengths")
    var position = 0
    var sums: (Int64, Int64) = (0, 0)
    var step = a.count == 0 ? 0 : 1 << (Int.bitWidth - 1 - a.count.leadingZeroBitCount)
    while step > 0 {
      let next = position + step
      if next <= a.count, fits(sums.0 + a.nodes[next - 1], sums.1 + b.nodes[next - 1]) {
        position = next
        sums = (sums.0 + a.nodes[next - 1], sums.1 + b.nodes[next - 1])
      }
      step >>= 1
    }
    return (position, sums.0, sums.1)
  }
}
