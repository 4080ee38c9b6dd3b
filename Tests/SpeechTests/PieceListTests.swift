import Testing

@testable import Speech

/// A list in pieces behaves as an array.
struct PieceListTests {
  @Test func itHasTheElementsOfAnArrayAcrossItsPieces() {
    var list = PieceList<Int32>()
    var array: [Int32] = []
    #expect(list.count == 0)
    for number in 0..<40_000 as Range<Int32> {
      list.append(number)
      array.append(number)
    }
    for index in stride(from: 0, to: array.count, by: 4095) {
      list[index] = -1
      array[index] = -1
    }
    #expect(list.count == array.count)
    #expect(array.indices.allSatisfy { list[$0] == array[$0] })
    var other = list
    #expect(other == list)
    other[39_999] = 7
    #expect(other != list && list[39_999] == 39_999, "a copy is a value of its own")
  }
}
