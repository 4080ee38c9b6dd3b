extension RandomAccessCollection {
  /// Where the second part of a collection begins whose elements lie in two parts: first those of which the condition
  /// does not hold, then those of which it does. Its end where it holds of none. Takes O(log n) calls.
  public func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Index {
    var first = startIndex
    var count = count
    while count > 0 {
      let half = count / 2
      let middle = index(first, offsetBy: half)
      if belongsToSecondPart(self[middle]) {
        count = half
      } else {
        first = index(after: middle)
        count -= half + 1
      }
    }
    return first
  }
}
