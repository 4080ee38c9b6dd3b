import Testing

@testable import PipeWireKit

@Suite struct StreamRateTests {
  @Test(arguments: [
    (22_050, 22_050), (32_000, 32_000), (44_100, 44_100), (48_000, 48_000), (88_200, 44_100), (96_000, 48_000),
    (176_400, 44_100), (192_000, 48_000), (384_000, 48_000), (8000, 22_050), (0, 22_050), (-1, 22_050),
    (48_001, 48_000), (Int.max, 48_000),
  ])
  func aStreamHasTheRateOfItsGraphOrAWholePartOfIt(graph: Int, stream: Int) {
    #expect(StreamRate.rate(ofGraph: graph) == stream)
  }
}
