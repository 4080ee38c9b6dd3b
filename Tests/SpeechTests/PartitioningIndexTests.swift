import Speech
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PartitioningIndexTests {
  @Test(arguments: 0...9) func itIsWhatCountingFinds(count: Int) {
    for boundary in 0...count {
      let row = (0..<count).map { $0 >= boundary }
      #expect(row.partitioningIndex { $0 } == boundary)
      #expect((10..<10 + count).partitioningIndex { $0 >= 10 + boundary } == 10 + boundary, "not counted from 0")
    }
  }

  @Test func alsoInALongRowItIsFoundAfterFewQuestions() {
    var questions = 0
    let found = (0..<1_000_000).partitioningIndex { number in
      questions += 1
      return number >= 765_432
    }
    #expect(found == 765_432 && questions <= 20)
  }
}
