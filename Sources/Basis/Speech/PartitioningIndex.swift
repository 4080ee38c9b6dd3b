extension RandomAccessCollection {
  /// The start index of the second part of a partitioned collection: all elements before it fail the condition, all
  /// others fulfil it. The end index if none fulfils it. O(log n) calls.
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
